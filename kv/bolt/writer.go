package bolt

import "runtime"

// write is the goroutine that owns the writer. A closure may end the goroutine
// it runs in (as a failing test does); another one then goes on with the batch.
func (e *Engine) write() {
	done := false
	defer func() {
		if !done {
			go e.write()
		}
	}()
	for e.current != nil || e.take() {
		e.current.run()
		e.current = nil
		e.keepPool()
	}
	done = true
	close(e.finished)
}

// take waits for the first job and adds whatever comes without waiting: while a
// commit runs the next batch gathers by itself, so no timer is needed. It lets
// others run before each look, because the callers that the last commit has just
// answered are about to come back. Orders are carried out in between.
func (e *Engine) take() bool {
	var first *job
	for first == nil {
		select {
		case j, ok := <-e.queue:
			if !ok {
				return false
			}
			first = j
		case order := <-e.orders:
			order()
		}
	}
	b := &batch{e: e, jobs: []*job{first}}
	for more := true; more && len(b.jobs) < maxBatch; more = e.drain(b) {
		runtime.Gosched()
	}
	e.current = b
	return true
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
