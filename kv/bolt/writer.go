package bolt

import "runtime"

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
// is needed, because the next batch collects jobs while a commit runs. It yields before
// each look at the queue, because callers that the last commit has just answered often
// call again immediately.
func (e *Engine) take() bool {
	j, ok := <-e.queue
	if !ok {
		return false
	}
	b := &batch{e: e, jobs: []*job{j}}
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
		runtime.Gosched()
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
// call hand again.
func (e *Engine) hand(b *batch) bool {
	select {
	case e.ready <- b:
		return e.handed(b)
	default:
	}
	more := e.queue
	if len(b.jobs) == maxBatch {
		more = nil
	}
	e.holdTimer.Reset(holdTime)
	for {
		select {
		case e.ready <- b:
			return e.handed(b)
		case j, ok := <-more:
			if ok {
				b.jobs = append(b.jobs, j)
				e.gather(b)
				return false
			}
			more = nil // closed
		case <-e.holdTimer.C:
			b.release() // the commit may wait for this reader to map a larger file
		}
	}
}

// handed ends the batch's own reads; its layer is still read by the next batch.
func (e *Engine) handed(b *batch) bool {
	b.release()
	b.below, b.written.base = nil, nil
	e.before = b
	return true
}
