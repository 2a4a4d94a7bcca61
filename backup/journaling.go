package backup

import (
	"errors"
	"log/slog"

	"marquee/app"
	"marquee/backup/journal"
)

// StartJournal begins to keep the journal of a running box office in a folder; one
// that is shipped has smaller segments. The error says that its engine has no
// followers, or that another process writes there (journal.ErrShared).
func StartJournal(a *app.App, dir, build string, shipped bool, log *slog.Logger) (*journal.Journal, error) {
	engine, ok := a.Engine().(journal.Engine)
	if !ok {
		return nil, errors.New("this engine cannot be followed by a journal")
	}
	o := journal.Options{Dir: dir, Build: build, Schema: schemaHash(), Log: log}
	if shipped {
		o.SegmentBytes = shippedSegment
	}
	return journal.Start(engine, o)
}
