package backup

import (
	"errors"
	"log/slog"
	"time"

	"marquee/app"
	"marquee/backup/journal"
	"marquee/kv/bolt"
)

// StoreID is the id of a running box office's store; empty where its engine has none.
func StoreID(a *app.App) string {
	if engine, ok := a.Engine().(interface{ Identity() string }); ok {
		return engine.Identity()
	}
	return ""
}

// LastCommitAt is the moment of the last commit of the stopped store at path.
func LastCommitAt(path string) (at time.Time, err error) {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return at, err
	}
	err = bolt.Guarded(func() (err error) {
		at, err = f.LastCommit()
		return err
	})
	return at, errors.Join(err, f.Close())
}

// StoreIDAt is the id of the stopped store at path; empty when an older program
// made it.
func StoreIDAt(path string) (id string, err error) {
	f, err := bolt.OpenFrozen(path)
	if err != nil {
		return "", err
	}
	err = bolt.Guarded(func() (err error) {
		id, err = f.Identity()
		return err
	})
	return id, errors.Join(err, f.Close())
}

// StartJournal begins to keep the journal of a running box office in a folder; one
// that is shipped has smaller segments. The error says that its engine has no
// followers, or that another process writes there (journal.ErrShared).
func StartJournal(a *app.App, dir, build string, shipped bool, log *slog.Logger) (*journal.Journal, error) {
	engine, ok := a.Engine().(journal.Engine)
	if !ok {
		return nil, errors.New("this engine cannot be followed by a journal")
	}
	o := journal.Options{Dir: dir, Store: StoreID(a), Build: build, Schema: schemaHash(a.Schema()), Log: log}
	if shipped {
		o.SegmentBytes = shippedSegment
	}
	return journal.Start(engine, o)
}
