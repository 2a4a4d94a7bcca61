package bolt

import (
	"runtime/debug"
	"sync/atomic"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// batch is one commit and the closures in it. The goroutine that runs closures has
// it first, then the one that commits.
type batch struct {
	e       *Engine
	jobs    []*job
	next    int       // the first job that has not run
	tx      *bbolt.Tx // what the closures read, while they run
	done    func()    // ends it
	base    snapshot
	below   *layer // of the batch before, while its commit may be under way
	written layer
	applied int
	last    time.Time   // moment of the last closure that wrote
	err     error       // the whole batch failed
	ended   atomic.Bool // everybody has an answer
}

// run runs the closures that have not run. It can be called again after a closure
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
}

// begin opens what the closures read: the file, over it what the batch before
// wrote, over that what this batch wrote. Whether the file holds the batch before
// already makes no difference.
func (b *batch) begin() {
	tx, done, err := b.e.read()
	if err != nil {
		b.err = err
		return
	}
	b.tx, b.done = tx, done
	b.base.begin(tx)
	b.written.base, b.written.safe = &b.base, b.e.last
	if b.below != nil {
		b.below.base, b.written.base = &b.base, b.below
	}
}

// release lets go of the file, so that it can grow.
func (b *batch) release() {
	if b.tx != nil {
		b.done()
		b.tx = nil
	}
}

// runJob runs one closure on its own overlay and keeps its writes if it succeeds.
func (b *batch) runJob(j *job) {
	now := after(b.e.last, b.e.o.Clock())
	j.overlay = kv.NewOverlay(&b.written, now)
	j.call(b.e.o.OnPanic)
	if j.panicked != nil || j.err != nil {
		return
	}
	if j.err = j.overlay.Refused(); j.err != nil || j.overlay.Empty() {
		return
	}
	b.written.add(j.overlay)
	b.applied++
	at := j.overlay.Last()
	j.at, b.e.last, b.last, b.written.safe = at, at, at, at
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

// settle answers one job. One that its caller gave up has no overlay.
func (b *batch) settle(j *job) {
	if b.err != nil && j.panicked == nil && !j.exited {
		j.err = b.err
	}
	close(j.done)
}
