package bolt

import (
	"errors"
	"fmt"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// ErrGap: a write set does not follow what the store has.
var ErrGap = errors.New("kv: write sets are missing")

// Replay is a store of nobody's, a copy, to which write sets are added as their
// followers were told them. It then holds what the store held at that moment:
// the digest is the same.
type Replay struct {
	db   *bbolt.DB
	o    Options
	last time.Time
}

// OpenReplay opens the copy at path. Of the options AppendOnly counts. Nothing is
// durable before Close: a copy whose replay was cut off is worth nothing.
func OpenReplay(path string, o Options) (*Replay, error) {
	db, err := openFile(path)
	if err != nil {
		return nil, err
	}
	db.NoSync = true
	r := &Replay{db: db, o: o.withDefaults()}
	err = db.View(func(tx *bbolt.Tx) error { r.last = lastTime(tx); return nil })
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return r, nil
}

// Last is the moment that the copy has reached.
func (r *Replay) Last() time.Time { return r.last }

// Apply adds write sets. The first must follow the moment that the copy has
// reached, and each one the one before it; else ErrGap, and none is added.
func (r *Replay) Apply(sets []kv.WriteSet) error {
	last := r.last
	for _, set := range sets {
		if !set.Prev.Equal(last) || !set.At.After(last) {
			return fmt.Errorf("%w: the store is at %s, what comes next follows %s", ErrGap, moment(last), moment(set.Prev))
		}
		last = set.At
	}
	if len(sets) == 0 {
		return nil
	}
	err := r.db.Update(func(tx *bbolt.Tx) error {
		to := &target{tx: tx, appendOnly: r.o.AppendOnly}
		for _, set := range sets {
			for _, w := range set.Writes {
				if err := to.put(w); err != nil {
					return err
				}
			}
		}
		return setLastTime(tx, last)
	})
	if err == nil {
		r.last = last
	}
	return err
}

// Close makes all of it durable.
func (r *Replay) Close() error {
	r.db.NoSync = false
	return errors.Join(saveFreelist(r.db), r.db.Sync(), r.db.Close())
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }
