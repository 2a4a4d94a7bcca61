package bolt

import (
	"context"
	"errors"
	"iter"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// checkEvery is how many pairs of a scan pass between two looks at the clock.
const checkEvery = 64

// View implements kv.Engine. A read that runs past the limit is answered with
// kv.ErrReaderTooOld by its next Get or Scan.
func (e *Engine) View(ctx context.Context, fn func(kv.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.isPoisoned() {
		return kv.ErrPoisoned
	}
	tx, err := e.db.Begin(false)
	if err != nil {
		return engineError(err)
	}
	defer tx.Rollback()
	v := e.readers.begin()
	defer e.readers.end(v)
	return fn(&reader{snapshot: newSnapshot(tx), ctx: ctx, until: v.since.Add(e.o.ReadLimit)})
}

// engineError says in the words of package kv why bbolt refuses.
func engineError(err error) error {
	if errors.Is(err, bbolt.ErrDatabaseNotOpen) {
		return kv.ErrClosed
	}
	return err
}

// reader is a snapshot with a deadline; the zero time is none.
type reader struct {
	*snapshot
	ctx   context.Context
	until time.Time
}

// alive tells why the read must end.
func (r *reader) alive() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if !r.until.IsZero() && time.Now().After(r.until) {
		return kv.ErrReaderTooOld
	}
	return nil
}

func (r *reader) Get(s kv.Space, key []byte) ([]byte, error) {
	if err := r.alive(); err != nil {
		return nil, err
	}
	return r.snapshot.Get(s, key)
}

func (r *reader) GetMany(s kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(r, s, keys)
}

func (r *reader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		n := 0
		r.snapshot.Scan(s, rg)(func(p kv.Pair, _ error) bool {
			if n%checkEvery == 0 {
				if err := r.alive(); err != nil {
					yield(kv.Pair{}, err)
					return false
				}
			}
			n++
			return yield(p, nil)
		})
	}
}
