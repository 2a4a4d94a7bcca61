package bolt

import (
	"runtime"
	"time"

	"marquee/kv"
)

// write is the goroutine that runs closures, one after the other. A closure may end its
// goroutine (as a failing test does); a new goroutine then continues with the batch.
func (e *Engine) write() {
	done := false
	defer func() {
		if !done {
			go e.write()
		}
	}()
	for e.current != nil || e.take() {
		e.current.run()
		if e.hand(e.current) {
			e.current = nil
		}
	}
	done = true
	close(e.ready)
}

// take waits for the first job of a batch and adds further jobs without waiting. No timer
// is needed, because the next batch collects jobs while a commit runs. Callers that the last
// commit has just answered often call again immediately: it yields to them before it looks at
// the queue, as long as fewer have come than it answered.
func (e *Engine) take() bool {
	j, ok := <-e.queue
	if !ok {
		return false
	}
	b := &batch{e: e, jobs: []*job{j}, until: time.Now().Add(e.patience)}
	if e.before != nil && !e.before.ended.Load() {
		b.below = &e.before.written
	}
	e.before = nil
	e.gather(b)
	e.current = b
	return true
}

func (e *Engine) gather(b *batch) {
	for more := true; more && len(b.jobs) < maxBatch; more = e.drain(b) {
		if int64(len(b.jobs)) < e.answered.Load() {
			runtime.Gosched()
		}
	}
}

// drain adds the waiting jobs and reports whether there were any.
func (e *Engine) drain(b *batch) bool {
	before := len(b.jobs)
	for len(b.jobs) < maxBatch {
		select {
		case j, ok := <-e.queue:
			if !ok {
				return false
			}
			b.jobs = append(b.jobs, j)
		default:
			return len(b.jobs) > before
		}
	}
	return false
}

// hand passes a batch to the goroutine that commits. If new jobs arrive while that
// goroutine is busy, it adds them to the batch and returns false: run their closures and
// call hand again. So it does while all that the batch contains can wait for others.
func (e *Engine) hand(b *batch) bool {
	ready, more := e.ready, e.queue
	if b.waits() {
		ready = nil
		e.patient.Reset(time.Until(b.until))
	}
	select {
	case ready <- b:
		return e.handed(b)
	default:
	}
	if len(b.jobs) == maxBatch {
		more = nil
	}
	e.holdTimer.Reset(holdTime)
	for {
		select {
		case ready <- b:
			return e.handed(b)
		case j, ok := <-more:
			if ok {
				b.jobs = append(b.jobs, j)
				e.gather(b)
				return false
			}
			ready, more = e.ready, nil // closed
		case <-e.patient.C:
			ready = e.ready
		case <-e.holdTimer.C:
			b.release() // the commit may wait for this reader to map a larger file
		}
	}
}

// waits tells whether a batch waits for others: while there is room for them, nobody waits
// for any of its transactions, and they have not waited for long.
func (b *batch) waits() bool {
	if len(b.jobs) == maxBatch || b.applied == 0 || b.err != nil {
		return false
	}
	for _, j := range b.jobs {
		if !kv.IsPatient(j.ctx) {
			return false
		}
	}
	return time.Now().Before(b.until)
}

// handed ends the batch's own reads; its layer is still read by the next batch.
func (e *Engine) handed(b *batch) bool {
	b.release()
	b.below, b.written.base = nil, nil
	e.before = b
	return true
}
