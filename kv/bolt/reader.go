package bolt

import (
	"context"
	"errors"
	"iter"
	"time"

	"marquee/kv"

	bolterrors "go.etcd.io/bbolt/errors"
)

// checkEvery is how many pairs of a scan, or keys of a GetMany, are read between two
// checks of the time limit.
const checkEvery = 64

// View implements kv.Engine. After the time limit the next Get or Scan of a read returns
// kv.ErrReaderTooOld.
func (e *Engine) View(ctx context.Context, fn func(kv.Reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.isPoisoned() {
		return kv.ErrPoisoned
	}
	if err := e.acquireRead(ctx); err != nil {
		return err
	}
	defer e.releaseRead()
	behind := e.log.generations()
	tx, done, err := e.read()
	if err != nil {
		return err
	}
	defer done()
	r := &reader{ctx: ctx, limit: e.o.ReadLimit}
	if kv.IsAlone(ctx) {
		r.limit = 0
	}
	r.stable = true
	r.begin(tx)
	e.readers.begin(&r.openRead)
	defer e.readers.end(&r.openRead)
	if len(behind) == 0 {
		return fn(r)
	}
	s := over(&r.snapshot, r, behind)
	s.alive = r.alive
	return fn(s)
}

// acquireRead waits until fewer than Options.Readers reads run. More would not be faster:
// they would only share the processors, and each would keep its pages from being reused
// for longer.
func (e *Engine) acquireRead(ctx context.Context) error {
	select {
	case e.readSlots <- struct{}{}:
		return nil
	default:
	}
	timeout := time.NewTimer(readWait)
	defer timeout.Stop()
	select {
	case e.readSlots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timeout.C:
		return kv.ErrBusy
	}
}

func (e *Engine) releaseRead() { <-e.readSlots }

// engineError converts an error of bbolt to one of package kv.
func engineError(err error) error {
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		return kv.ErrClosed
	}
	return err
}

// reader is a snapshot with a time limit; 0 is none.
type reader struct {
	snapshot
	openRead openRead
	ctx      context.Context
	limit    time.Duration
}

// alive returns an error if the read must end.
func (r *reader) alive() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if r.limit > 0 && time.Since(r.openRead.since) > r.limit {
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
		values[i], _ = r.snapshot.Get(s, key) // the only possible error is ErrNotFound
	}
	return values, nil
}

func (r *reader) Scan(s kv.Space, rg kv.Range) iter.Seq2[kv.Pair, error] {
	return r.scan(s, rg, r.alive)
}
