package bolt

import (
	"errors"
	"fmt"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// ErrGap: a write set does not follow the last transaction of the store.
var ErrGap = errors.New("kv: write sets are missing")

// Replay applies write sets, as followers received them, to a copy of a store that nobody
// else uses. The copy then has the same content and digest as the store had after these
// transactions.
type Replay struct {
	db   *bbolt.DB
	o    Options
	last time.Time
}

// OpenReplay opens the copy at path. It uses only the option AppendOnly. Nothing is
// durable before Close: after an interrupted replay the copy must be discarded.
func OpenReplay(path string, o Options) (*Replay, error) {
	db, err := openFile(path)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if err := settle(path, db, o); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.NoSync = true
	r := &Replay{db: db, o: o}
	err = db.View(func(tx *bbolt.Tx) error { r.last = lastTime(tx); return nil })
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return r, nil
}

// Last is the time of the last transaction in the copy.
func (r *Replay) Last() time.Time { return r.last }

// Apply adds write sets. The first must follow the last transaction of the copy, and each
// the one before it; otherwise it returns ErrGap and adds none.
func (r *Replay) Apply(sets []kv.WriteSet) error {
	last, err := chained(r.last, sets)
	if err != nil || len(sets) == 0 {
		return err
	}
	err = applySets(r.db, r.o, sets, setLastTime)
	if err == nil {
		r.last = last
	}
	return err
}

// chained checks that write sets follow a time, each the one before it, and gives that of the last.
func chained(last time.Time, sets []kv.WriteSet) (time.Time, error) {
	for _, set := range sets {
		if !set.Prev.Equal(last) || !set.At.After(last) {
			return last, fmt.Errorf("%w: the store is at %s, what comes next follows %s", ErrGap, timestamp(last), timestamp(set.Prev))
		}
		last = set.At
	}
	return last, nil
}

// Close makes everything durable.
func (r *Replay) Close() error {
	r.db.NoSync = false
	return errors.Join(saveFreelist(r.db), r.db.Sync(), r.db.Close())
}

func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }
