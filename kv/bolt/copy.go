package bolt

import (
	"context"
	"io"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// CopyTo writes a copy of the whole store, as of one commit, while the store is in use.
// w should be a local file: the copy is a long read transaction, and with a slow writer
// the store would grow.
func (e *Engine) CopyTo(ctx context.Context, w io.Writer) (n int64, err error) {
	if e.isPoisoned() {
		return 0, kv.ErrPoisoned
	}
	var v openRead
	var tx *bbolt.Tx
	var done func()
	var failed error
	err = e.alone(ctx, func() {
		e.keepPool()
		e.readers.begin(&v)
		tx, done, failed = e.readWhole()
	})
	if err != nil {
		return 0, err
	}
	defer e.readers.end(&v)
	if failed != nil {
		return 0, failed
	}
	defer done()
	n, err = tx.WriteTo(untilDone{ctx, w})
	if ctx.Err() != nil {
		err = ctx.Err() // bbolt keeps only the text of an error of the writer
	}
	return n, engineError(err)
}

// untilDone is a writer that fails when its context ends.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}
