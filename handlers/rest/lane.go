package rest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"marquee/app"
)

// lane is a queue for so many requests at once. Who waits is let in by start-time fair
// queueing: the caller who has used the least goes first, whenever its request came, so
// that a hundred requests of one caller delay the one of another by no more than what
// runs. Work is charged as it is expected when a request is let in, and put right when
// it ends.
type lane struct {
	slots int // how many run at once
	each  int // how many of one caller's do
	// crowd is how many wait at most, crowdEach how many of one caller, and patience how long.
	crowd, crowdEach int
	patience         time.Duration

	mu      sync.Mutex
	running int
	waiting int
	arrived int64
	// served is the virtual time: what the caller who was let in last had used before.
	// Who comes anew begins there; having been away earns nothing.
	served time.Duration
	flows  map[callerKey]*flow
}

// callerKey is whose share a request belongs to: a token's or, where there is none, a
// network address's. Of what is no part of the API it says which class it is in, and may be
// a company's.
type callerKey struct {
	token   int64
	address string
	class   string
}

// flow is what one caller asks of a lane.
type flow struct {
	key     callerKey
	used    time.Duration // of work, in the virtual time of the lane
	running int
	queue   []*waiter
}

type waiter struct {
	expected time.Duration
	number   int64 // in the order of arrival
	admitted chan struct{}
}

func newLane(slots, each int) *lane {
	return &lane{slots: slots, each: each, crowd: maxWaiting, crowdEach: maxWaitingEach, patience: turnTimeout, flows: map[callerKey]*flow{}}
}

// enter waits until it is the request's turn; call leave with the work that it was.
func (l *lane) enter(ctx context.Context, key callerKey, expected time.Duration) (leave func(work time.Duration), err error) {
	return l.admit(ctx, key, expected, false)
}

// admit is enter. Who is patient waits however many others do, and as long as it takes.
func (l *lane) admit(ctx context.Context, key callerKey, expected time.Duration, patient bool) (leave func(work time.Duration), err error) {
	f, w, err := l.arrive(key, expected, patient)
	if err != nil {
		return nil, err
	}
	if w != nil {
		if err := l.await(ctx, f, w, patient); err != nil {
			return nil, err
		}
	}
	return func(work time.Duration) { l.leave(f, work-expected) }, nil
}

// arrive lets a request in, or makes it wait.
func (l *lane) arrive(key callerKey, expected time.Duration, patient bool) (*flow, *waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.flows[key]
	switch {
	case f != nil && len(f.queue) >= l.crowdEach && !patient:
		return nil, nil, soon(app.Refuse(app.TooMany, "Too many of your requests are waiting. Please try again."))
	case f == nil:
		f = &flow{key: key, used: l.served}
		l.flows[key] = f
	}
	if f.idle() {
		f.used = max(f.used, l.served)
	}
	w := &waiter{expected: expected, number: l.arrived, admitted: make(chan struct{})}
	l.arrived++
	f.queue = append(f.queue, w)
	l.waiting++
	l.dispatch()
	select {
	case <-w.admitted:
		return f, nil, nil
	default:
	}
	if l.waiting > l.crowd && !patient { // whoever need not wait is no part of that
		f.queue = f.queue[:len(f.queue)-1]
		l.waiting--
		l.forget(f)
		return nil, nil, busy()
	}
	return f, w, nil
}

// await waits for a turn, as long as it is worth it.
func (l *lane) await(ctx context.Context, f *flow, w *waiter, patient bool) error {
	timeout := time.NewTimer(l.patience)
	defer timeout.Stop()
	if patient {
		timeout.Stop()
	}
	err := error(nil)
	select {
	case <-w.admitted:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout.C:
		err = busy()
	}
	if l.giveUp(f, w) {
		return err
	}
	l.leave(f, -w.expected) // it was let in at this moment
	return err
}

// giveUp takes a waiter out; false tells that it was let in meanwhile.
func (l *lane) giveUp(f *flow, w *waiter) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(f.queue, w)
	if i < 0 {
		return false
	}
	f.queue = slices.Delete(f.queue, i, i+1)
	l.waiting--
	l.forget(f)
	return true
}

// leave gives a slot to the next; more is what the work was beyond what was expected.
func (l *lane) leave(f *flow, more time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f.running--
	l.running--
	f.used += more
	l.dispatch()
	l.forget(f)
}

// dispatch lets in whom there are slots for.
func (l *lane) dispatch() {
	for l.running < l.slots {
		f := l.next()
		if f == nil {
			return
		}
		w := f.queue[0]
		f.queue = f.queue[1:]
		l.waiting--
		l.running++
		f.running++
		l.served = max(l.served, f.used)
		f.used += w.expected
		close(w.admitted)
	}
}

// next is the caller that has used the least of those who wait; of two the one who came
// first.
func (l *lane) next() (best *flow) {
	if l.waiting == 0 {
		return nil
	}
	for _, f := range l.flows {
		if len(f.queue) == 0 || f.running >= l.each {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(f.used, best.used), cmp.Compare(f.queue[0].number, best.queue[0].number)) < 0 {
			best = f
		}
	}
	return best
}

func (f *flow) idle() bool { return f.running == 0 && len(f.queue) == 0 }

// forget drops what nobody needs to know any more: everything in a lane that is empty,
// and callers who are gone and owe nothing. The memory of those who owe is bounded.
func (l *lane) forget(f *flow) {
	switch {
	case l.running == 0 && l.waiting == 0:
		clear(l.flows)
		l.served = 0
	case f.idle() && f.used <= l.served:
		delete(l.flows, f.key)
	case len(l.flows) > maxFlows:
		for key, other := range l.flows {
			if other.idle() {
				delete(l.flows, key)
			}
		}
	}
}

// busy refuses because others take all there is.
func busy() *app.Error {
	return soon(app.Refuse(app.Unavailable, "The box office is very busy. Please try again."))
}

// soon asks to try again in a second.
func soon(e *app.Error) *app.Error {
	e.RetryAfter = 1
	return e
}
