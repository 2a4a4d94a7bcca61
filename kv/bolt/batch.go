package bolt

import (
	"fmt"
	"runtime/debug"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// batch is one commit and the closures in it.
type batch struct {
	e       *Engine
	jobs    []*job
	next    int // the first job that has not run
	tx      *bbolt.Tx
	base    snapshot
	applied int
	err     error // the whole batch failed
}

// run takes the batch to its answers. It can be called again after a closure
// ended the goroutine, and goes on with the job behind that one.
func (b *batch) run() {
	if b.tx == nil && b.err == nil {
		b.begin()
	}
	for b.err == nil && b.next < len(b.jobs) {
		j := b.jobs[b.next]
		b.next++
		if j.taken.CompareAndSwap(false, true) {
			b.runJob(j)
		}
	}
	b.finish()
	for _, j := range b.jobs {
		b.settle(j)
	}
}

func (b *batch) begin() {
	if b.e.isPoisoned() {
		b.err = kv.ErrPoisoned
		return
	}
	tx, err := b.e.db().Begin(true)
	if err != nil {
		b.err = engineError(err)
		return
	}
	b.tx = tx
	b.base.begin(tx)
	b.base.safe = b.e.last
}

// runJob runs one closure on its own overlay and applies it if it succeeds.
func (b *batch) runJob(j *job) {
	now := after(b.e.last, b.e.o.Clock())
	j.overlay = kv.NewOverlay(&b.base, now)
	j.call(b.e.o.OnPanic)
	if j.panicked != nil || j.err != nil {
		return
	}
	if j.err = j.overlay.Refused(); j.err != nil || j.overlay.Empty() {
		return
	}
	b.apply(j.overlay)
	b.applied++
	j.at = now
	b.e.last, b.base.safe = now, now
}

// call runs the closure; a panic stays with the job.
func (j *job) call(onPanic func(any, []byte)) {
	j.exited = true
	defer func() {
		if p := recover(); p != nil {
			j.panicked, j.exited = p, false
			onPanic(p, debug.Stack())
		}
	}()
	j.err = j.fn(j.overlay)
	j.exited = false
}

// apply writes an overlay into the open transaction.
func (b *batch) apply(o *kv.Overlay) {
	o.Writes(func(w kv.Entry) bool {
		if err := b.put(w); err != nil {
			b.err = fmt.Errorf("kv/bolt: space %q: %w", w.Space, err)
		}
		return b.err == nil
	})
}

func (b *batch) put(w kv.Entry) error {
	at := b.base.space(w.Space)
	if w.Value == nil {
		if at.bucket == nil {
			return nil
		}
		return at.bucket.Delete(w.Key)
	}
	if at.bucket == nil {
		bucket, err := b.tx.CreateBucketIfNotExists([]byte(w.Space))
		if err != nil {
			return err
		}
		at.use(bucket)
	}
	if !at.filled {
		at.filled = true
		if b.e.o.AppendOnly(w.Space) {
			at.bucket.FillPercent = appendFill
		}
	}
	return at.bucket.Put(w.Key, w.Value)
}

// finish commits what was applied. A batch that wrote nothing needs no commit.
func (b *batch) finish() {
	if b.tx == nil {
		return
	}
	if b.err == nil && b.applied > 0 {
		b.err = setLastTime(b.tx, b.e.last)
	}
	if b.err != nil || b.applied == 0 {
		b.tx.Rollback()
		return
	}
	b.commit()
}

// commit makes the commit and tells who follows, before and after.
func (b *batch) commit() {
	f := &b.e.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gather(b)
	defer f.forget()
	f.before(b.e.o.OnPanic)
	start := time.Now()
	err := b.e.commit(b.tx)
	if err != nil {
		b.err = fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
		b.e.poison.Do(func() { close(b.e.poisoned) })
	}
	b.e.figures.committed(b.e.o, Commit{len(b.jobs), b.applied, time.Since(start), err})
	if err == nil {
		f.last = b.e.last
		f.after(b.e.o.OnPanic)
	}
}

// settle answers one job. One that its caller gave up has no overlay.
func (b *batch) settle(j *job) {
	if b.err != nil && j.panicked == nil && !j.exited {
		j.err = b.err
	}
	close(j.done)
}
