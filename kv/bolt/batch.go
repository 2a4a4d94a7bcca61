package bolt

import (
	"runtime/debug"
	"sync/atomic"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// batch is one commit and the closures in it. It belongs first to the goroutine that
// runs closures, then to the goroutine that commits.
type batch struct {
	e       *Engine
	jobs    []*job
	next    int       // the first job that has not run
	tx      *bbolt.Tx // what the closures read, while they run
	done    func()    // ends it
	base    snapshot
	until   time.Time // when a batch of patient transactions alone is committed
	below   *layer    // of the previous batch, whose commit may be running
	written layer
	applied int
	last    time.Time   // Now of the last closure that wrote
	err     error       // the whole batch failed
	ended   atomic.Bool // all jobs are answered
}

// run runs the closures that have not run yet. It can be called again after a closure
// ended its goroutine, and continues with the next job.
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

// begin opens what the closures read: the file, over it what the log has more, and the layer of
// the previous batch, over that the layer of this batch. It makes no difference whether the
// file already contains the previous batch.
func (b *batch) begin() {
	behind, flying := b.e.log.all()
	tx, done, err := b.e.read()
	if err != nil {
		b.err = err
		return
	}
	b.tx, b.done = tx, done
	b.base.begin(tx)
	b.written.base, b.written.safe = &b.base, b.e.last
	if b.e.log != nil {
		b.written.base = over(&b.base, &b.base, behind)
	}
	for _, f := range flying {
		f.written.base, b.written.base = b.written.base, &f.written
	}
	if b.below != nil && !isLast(b.below, behind, flying) {
		b.below.base, b.written.base = b.written.base, b.below
	}
}

// isLast tells whether a layer is the last of those that are read already.
func isLast(l *layer, behind []generation, flying []*batch) bool {
	if n := len(flying); n > 0 {
		return &flying[n-1].written == l
	}
	n := len(behind)
	return n > 0 && behind[n-1].last == l
}

// release ends the read transaction on the file, so that the file can grow.
func (b *batch) release() {
	if b.tx != nil {
		b.done()
		b.tx = nil
	}
}

// runJob runs one closure on its own overlay and adds its writes to the layer if it
// succeeds.
func (b *batch) runJob(j *job) {
	wall := b.e.o.Clock()
	j.overlay = kv.NewOverlay(&b.written, after(b.e.last, wall), wall)
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

// call runs the closure and records a panic in the job.
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

// settle answers one job. A job that its caller gave up has no overlay.
func (b *batch) settle(j *job) {
	if b.err != nil && j.panicked == nil && !j.exited {
		j.err = b.err
	}
	close(j.done)
}
