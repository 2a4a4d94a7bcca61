package bolt

import (
	"context"
	"errors"
	"iter"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// checkEvery is how many pairs of a scan, or keys of a GetMany, pass between two
// looks at the clock.
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
	if err := e.takeSeat(ctx); err != nil {
		return err
	}
	defer e.leaveSeat()
	tx, done, err := e.read()
	if err != nil {
		return err
	}
	defer done()
	r := &reader{ctx: ctx, limit: e.o.ReadLimit}
	r.still = true
	r.begin(tx)
	e.readers.begin(&r.visit)
	defer e.readers.end(&r.visit)
	return fn(r)
}

// takeSeat waits until fewer than Options.Readers read. More at once would not be
// faster: they would only share the processors, and each would pin its pages
// for longer, up to the limit of a read.
func (e *Engine) takeSeat(ctx context.Context) error {
	select {
	case e.seats <- struct{}{}:
		return nil
	default:
	}
	patience := time.NewTimer(seatPatience)
	defer patience.Stop()
	select {
	case e.seats <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-patience.C:
		return kv.ErrBusy
	}
}

func (e *Engine) leaveSeat() { <-e.seats }

// engineError says in the words of package kv why bbolt refuses.
func engineError(err error) error {
	if errors.Is(err, bbolt.ErrDatabaseNotOpen) {
		return kv.ErrClosed
	}
	return err
}

// reader is a snapshot with a limit of time; 0 is none.
type reader struct {
	snapshot
	visit visit
	ctx   context.Context
	limit time.Duration
}

// alive tells why the read must end.
func (r *reader) alive() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if r.limit > 0 && time.Since(r.visit.since) > r.limit {
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
	values := make([][]byte, len(keys))
	for i, key := range keys {
		if i%checkEvery == 0 {
			if err := r.alive(); err != nil {
				return nil, err
			}
		}
		values[i], _ = r.snapshot.Get(s, key) // the only error is that there is none
	}
	return values, nil
}

func (r *reader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return r.scan(s, rg, r.alive)
}
