package bolt

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/kv"
	"marquee/kv/logfile"

	"go.etcd.io/bbolt"
)

// ErrLogMissing: the last commits of a store were in its log, which is not beside it. It is a
// kv.ErrDamaged.
var ErrLogMissing = fmt.Errorf("%w: its log is missing", kv.ErrDamaged)

// ErrFileMissing: the log of a store is there, and its file is not. It is a kv.ErrDamaged.
var ErrFileMissing = fmt.Errorf("%w: its file is missing", kv.ErrDamaged)

// Settle puts what a killed process left in the log of a store into its file, and removes the
// log. The file is a whole store then. Without a log it does nothing. It returns kv.ErrInUse if
// a process has the store open.
func Settle(path string) error {
	there, err := logfile.Exists(path)
	if err != nil || !there {
		return err
	}
	if _, err := checkMetas(path); err != nil {
		return err
	}
	db, err := openFile(path)
	if err != nil {
		return err
	}
	err = Guarded(func() error { return settle(path, db, Options{}.withDefaults()) })
	if err == nil {
		err = saveFreelist(db)
	}
	return errors.Join(err, db.Close())
}

// settle does it to an open file.
func settle(path string, db *bbolt.DB, o Options) error {
	there, err := logfile.Exists(path)
	if err != nil {
		return err
	}
	if there {
		if err := catchUp(path, db, o); err != nil {
			return err
		}
	}
	return db.View(func(tx *bbolt.Tx) error { return refuseLogged(tx, path) })
}

// GoWithoutLog has a store whose log is missing go on without it: what was committed in it
// alone is lost. It refuses while a log is beside the store, and does nothing to a store that
// needs none.
func GoWithoutLog(path string) error {
	there, err := logfile.Exists(path)
	if err != nil {
		return err
	}
	if there {
		return fmt.Errorf("the log of %s is there: %s", path, logfile.Paths(path)[0])
	}
	if _, err := checkMetas(path); err != nil {
		return err
	}
	db, err := openFile(path)
	if err != nil {
		return err
	}
	err = Guarded(func() error { return endLogged(db) })
	if err == nil {
		err = saveFreelist(db)
	}
	return errors.Join(err, db.Close())
}

// refuseLogged refuses a file that goes on in a log which is not there.
func refuseLogged(tx *bbolt.Tx, path string) error {
	if !isLogged(tx) {
		return nil
	}
	return fmt.Errorf("%w: %s is at %s, and what was committed after that was in %s and %s",
		ErrLogMissing, path, timestamp(lastTime(tx)), logfile.Paths(path)[0], logfile.Paths(path)[1])
}

// catchUp applies the log beside a file and removes it.
func catchUp(path string, db *bbolt.DB, o Options) error {
	log, err := logfile.Read(path)
	if err != nil {
		return err
	}
	var at time.Time
	var logged bool
	var id string
	err = db.View(func(tx *bbolt.Tx) error {
		at, logged, id = lastTime(tx), isLogged(tx), identityOf(tx)
		return nil
	})
	if err != nil {
		return err
	}
	sets, err := following(log, at, logged, id)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for part := range slices.Chunk(sets, setsAtOnce) {
		if err := applySets(db, o, part, setLoggedTime); err != nil {
			return err
		}
	}
	if err := endLogged(db); err != nil {
		return err
	}
	return logfile.Remove(path)
}

// following are the commits of a log that a file does not have. A file that does not go on in
// a log is beside one when a process ended between making one or the other. It has everything
// then; where it has not, it is a copy from before that took the place of the file of the log.
func following(log *logfile.Content, at time.Time, logged bool, id string) ([]kv.WriteSet, error) {
	sets, ok := log.After(at)
	switch {
	case logged && log.Missing != "":
		return nil, fmt.Errorf("%w: %s is not there", ErrLogMissing, log.Missing)
	case log.Store == "" && !logged:
		return nil, nil // the log was made, and the store never went on in it
	case log.Store == "":
		return nil, fmt.Errorf("%w: what lies there has no header", ErrLogMissing)
	case log.Store == id && ok && (logged || len(sets) == 0):
		return sets, nil
	case log.Store == id && at.After(log.End):
		// All of it is in the file. Either a program went on without the log; or the disk failed
		// to sync its end, which was then read from memory and put into the file, and lost power.
		return nil, nil
	}
	return nil, fmt.Errorf("%w: the store %s is at %s, and what lies there is of the store %s from %s to %s; move it away if it is not of this file",
		ErrLogMissing, id, timestamp(at), log.Store, timestamp(log.Start), timestamp(log.End))
}

// endLogged notes in a file that has everything that it does not go on in a log.
func endLogged(db *bbolt.DB) error {
	return db.Update(func(tx *bbolt.Tx) error {
		if !isLogged(tx) {
			return nil
		}
		return setLastTime(tx, lastTime(tx))
	})
}

// applySets writes write sets to a file in one commit, which mark gives its time.
func applySets(db *bbolt.DB, o Options, sets []kv.WriteSet, mark func(*bbolt.Tx, time.Time) error) error {
	return db.Update(func(tx *bbolt.Tx) error {
		to := &target{tx: tx, appendOnly: o.AppendOnly}
		for _, set := range sets {
			for _, w := range set.Writes {
				if err := to.put(w); err != nil {
					return err
				}
			}
		}
		return mark(tx, sets[len(sets)-1].At)
	})
}
