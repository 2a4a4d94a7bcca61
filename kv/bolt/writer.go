package bolt

import "runtime"

// write is the goroutine that runs closures, one after the other. A closure may end
// the goroutine it runs in (as a failing test does); another one then goes on with
// the batch.
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

// take waits for the first job of a batch and adds whatever comes without waiting:
// no timer is needed, because the next batch gathers while a commit runs. It lets
// others run before each look, because the callers that the last commit has just
// answered are about to come back.
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

// drain adds what waits now and tells whether anything did.
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

// hand gives a batch to the goroutine that commits. While that one is busy the batch
// grows by whatever comes: it is false then, and there are closures to run.
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
	e.patience.Reset(holdTime)
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
		case <-e.patience.C:
			b.release() // the commit may be waiting for this, to map a larger file
		}
	}
}

// handed lets go of what the batch has read; its writes may still be read.
func (e *Engine) handed(b *batch) bool {
	b.release()
	b.below, b.written.base = nil, nil
	e.before = b
	return true
}
