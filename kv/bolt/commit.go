package bolt

import (
	"fmt"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// commits is the goroutine that writes the file, one batch after the other, while
// the closures of the next one run. A batch may have read what the one before it
// wrote: when one fails, none after it is committed. Orders are carried out between
// two commits, and the pool of free pages is looked after when none came for a while.
func (e *Engine) commits() {
	defer close(e.finished)
	quiet := time.NewTimer(quietTime)
	defer quiet.Stop()
	for {
		select {
		case b, ok := <-e.ready:
			if !ok {
				return
			}
			b.finish()
			quiet.Reset(quietTime)
		case order := <-e.orders:
			order()
		case <-quiet.C:
			e.keepPool()
		}
	}
}

// finish commits the batch and answers everybody in it.
func (b *batch) finish() {
	b.commit()
	b.ended.Store(true)
	for _, j := range b.jobs {
		b.settle(j)
	}
}

// commit writes the batch. One that wrote nothing needs no commit, but its answers
// may rest on the commits before.
func (b *batch) commit() {
	switch {
	case b.err != nil:
	case b.e.isPoisoned():
		b.err = kv.ErrPoisoned
	case b.applied > 0:
		b.write()
	}
}

// write makes the commit and tells who follows, before and after.
func (b *batch) write() {
	f := &b.e.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gather(b)
	defer f.forget()
	f.before(b.e.o.OnPanic)
	tx, err := b.fill()
	start := time.Now()
	if err == nil {
		err = b.e.commit(tx)
	}
	if err != nil {
		b.err = fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
		b.e.poison.Do(func() { close(b.e.poisoned) })
	}
	b.e.figures.committed(b.e.o, Commit{len(b.jobs), b.applied, time.Since(start), err})
	if err == nil {
		f.last = b.last
		f.after(b.e.o.OnPanic)
	}
}

// fill opens a transaction of the file and puts everything in.
func (b *batch) fill() (*bbolt.Tx, error) {
	tx, err := b.e.db().Begin(true)
	if err != nil {
		return nil, engineError(err)
	}
	to := &target{tx: tx, appendOnly: b.e.o.AppendOnly}
	if err = b.written.each(to.put); err == nil {
		err = setLastTime(tx, b.last)
	}
	if err != nil {
		tx.Rollback()
		return nil, err
	}
	return tx, nil
}

// target is the bucket that is written to; writes come space by space.
type target struct {
	tx         *bbolt.Tx
	appendOnly func(kv.Space) bool
	space      kv.Space
	bucket     *bbolt.Bucket // nil while the space has none
}

func (t *target) put(w kv.Entry) error {
	if w.Space != t.space {
		t.open(w.Space)
	}
	var err error
	if t.bucket == nil && w.Value != nil {
		err = t.create()
	}
	switch {
	case err != nil || t.bucket == nil:
	case w.Value == nil:
		err = t.bucket.Delete(w.Key)
	default:
		err = t.bucket.Put(w.Key, w.Value)
	}
	if err != nil {
		return fmt.Errorf("kv/bolt: space %q: %w", w.Space, err)
	}
	return nil
}

func (t *target) open(s kv.Space) {
	t.space, t.bucket = s, t.tx.Bucket([]byte(s))
	t.choose()
}

func (t *target) create() (err error) {
	t.bucket, err = t.tx.CreateBucketIfNotExists([]byte(t.space))
	t.choose()
	return err
}

// choose sets how full the pages of the space are made.
func (t *target) choose() {
	if t.bucket != nil && t.appendOnly(t.space) {
		t.bucket.FillPercent = appendFill
	}
}
