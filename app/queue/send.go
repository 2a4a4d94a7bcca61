package queue

import (
	"context"
	"errors"
	"time"

	"marquee/app"
)

// errHung is the result of a sender that does not return.
var errHung = errors.New("no answer in time, and the call does not end")

// begin sends an entry in the background.
func (w *worker) begin(a *app.App, k wired, e Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.ID != 0 { // that of a pump is none
		w.sending[e.ID] = true
	}
	w.lanes[laneKey{e.CompanyID, e.lane()}]++
	w.figure(e.Kind).busy++
	ctx := w.ctx
	w.running.Go(func() {
		defer w.end(&e)
		w.send(ctx, a, k, &e)
	})
}

// end makes way for the next entry.
func (w *worker) end(e *Entry) {
	w.mu.Lock()
	key := laneKey{e.CompanyID, e.lane()}
	if w.lanes[key]--; w.lanes[key] == 0 {
		delete(w.lanes, key)
	}
	delete(w.sending, e.ID)
	w.figure(e.Kind).busy--
	w.mu.Unlock()
	w.Ring()
}

// send sends an entry and stores the result. A sender that does not mind the end of its
// context is left behind: the entry will be sent again, with the same message id.
func (w *worker) send(ctx context.Context, a *app.App, k wired, e *Entry) {
	call, cancel := context.WithTimeout(ctx, k.the().timeout)
	defer cancel()
	result := make(chan error, 1)
	go func() { result <- app.Recovered(func() error { return k.deliver(call, a, e) }) }()
	left, err := await(ctx, k.the(), result)
	if left {
		w.leave(k, result)
	}
	w.finish(a, k.the(), e, err, ctx.Err() != nil)
}

// await waits for the result of a sender as long as it may take, or for a moment after
// the server stops. left tells that the sender has not returned.
func await(ctx context.Context, r *rules, result <-chan error) (left bool, err error) {
	hung := time.NewTimer(r.timeout + hangGrace)
	defer hung.Stop()
	select {
	case err := <-result:
		return false, err
	case <-hung.C:
		return true, errHung
	case <-ctx.Done():
	}
	last := time.NewTimer(r.lastGrace())
	defer last.Stop()
	select {
	case err := <-result:
		return false, err
	case <-last.C:
		return true, errHung
	}
}

// leave counts a call that does not end, until it does.
func (w *worker) leave(k wired, result <-chan error) {
	w.note(k.EffectName(), func(f *figures) { f.hung++ })
	go func() {
		<-result
		w.note(k.EffectName(), func(f *figures) { f.hung-- })
		w.Ring()
	}()
}
