package admission

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Key is whose share something belongs to: a token's, that of all the buyers of a company, or
// that of whatever else has a name, as a network address or a phone.
type Key struct {
	Company, Token int64
	Name           string
}

// Limits are those of a class.
type Limits struct {
	// Places is how much may be in at once, and Each how much of one caller; 0 is no bound. What
	// one request takes of them is its weight.
	Places, Each int64
	// Line is how many wait at most, and LineEach how many of one caller; without them nobody
	// waits, and who finds no place is refused.
	Line, LineEach int
	// Patience is how long one waits; 0: as long as its context.
	Patience time.Duration
	// Expect makes a class that weighs work by its time: a request weighs as many nanoseconds as
	// those of its caller took lately, and this until that is known. Least of one caller are in,
	// however long they take.
	Expect time.Duration
	Least  int64
}

// Unbounded is a line for everybody.
const Unbounded = int(^uint(0) >> 1)

// ErrOwn refuses a caller with too much of its own, ErrFull everybody while others take all there
// is.
var (
	ErrOwn  = errors.New("admission: too many of the caller's own wait")
	ErrFull = errors.New("admission: too many wait")
)

// Class lets in what it has places for.
type Class struct {
	Limits
	name string

	mu      sync.Mutex
	inside  int64 // weight of those who are in
	figures Figures
	ranking
}

// New makes a class that nobody counts; see [Classes].
func New(name string, l Limits) *Class {
	return &Class{Limits: l, name: name, ranking: ranking{flows: map[Key]*flow{}}}
}

// Figures are what a class has to do.
type Figures struct {
	// Inside is how many are in, and Waiting how many wait.
	Inside, Waiting int
	// Admitted is how many were let in, and Refused how many were not.
	Admitted, Refused int64
}

// Name tells the class from others.
func (c *Class) Name() string { return c.name }

// Figures are those of this moment.
func (c *Class) Figures() Figures {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.figures
}

// Of is how much a caller has in the class.
func (c *Class) Of(key Key) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.flows[key]; f != nil {
		return f.inside
	}
	return 0
}

// All is how much everybody has.
func (c *Class) All() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inside
}

// Ask is a request for a place.
type Ask struct {
	Key Key
	// Weight is how much of the places it takes; 0 is 1.
	Weight int64
	// Work is as how much it counts in the order until it leaves; 0 is a millisecond.
	Work time.Duration
	// Patient waits however many others do, and as long as it takes.
	Patient bool
}

// unknownWork is what work is taken for that nobody knows.
const unknownWork = time.Millisecond

// Place is what one request has of a class, until it leaves.
type Place struct {
	class    *Class
	flow     *flow
	weight   int64
	work     time.Duration
	number   int64         // in the order of arrival
	admitted chan struct{} // closed when it is let in; nil where it did not wait
	began    time.Time
	left     bool
}

// Enter waits for a place. What it refuses is ErrOwn, ErrFull or the end of the context.
func (c *Class) Enter(ctx context.Context, a Ask) (*Place, error) {
	p, err := c.arrive(a)
	if err == nil && p.admitted != nil {
		err = c.await(ctx, p, a.Patient)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Force takes a place whether there is one or not: for what is there already.
func (c *Class) Force(a Ask) *Place {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.place(a)
	p.weight = max(1, a.Weight)
	c.admit(p)
	return p
}

// place is what is asked for. The caller holds mu.
func (c *Class) place(a Ask) *Place {
	p := &Place{class: c, flow: c.flowOf(a.Key, c.Expect), weight: max(1, a.Weight), work: a.Work, number: c.arrived}
	if p.work == 0 {
		p.work = unknownWork
	}
	c.arrived++
	return p
}

// arrive lets a request in, or makes it wait.
func (c *Class) arrive(a Ask) (*Place, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.place(a)
	f := p.flow
	if len(f.queue) == 0 && (c.Places == 0 || c.figures.Waiting == 0) && c.fits(p) {
		c.admit(p)
		return p, nil
	}
	p.admitted = make(chan struct{})
	f.queue = append(f.queue, p)
	c.figures.Waiting++
	c.dispatch(f)
	err := error(nil)
	switch {
	case p.isIn() || a.Patient:
		return p, nil
	case len(f.queue) > c.LineEach:
		err = ErrOwn
	case c.figures.Waiting > c.Line: // whoever need not wait is no part of that
		err = ErrFull
	default:
		return p, nil
	}
	f.queue = f.queue[:len(f.queue)-1]
	c.figures.Waiting--
	c.figures.Refused++
	c.forget(f)
	return nil, err
}

func (p *Place) isIn() bool { return !p.began.IsZero() }

// await waits for a turn, as long as it is worth it.
func (c *Class) await(ctx context.Context, p *Place, patient bool) (err error) {
	var timeout <-chan time.Time
	if c.Patience > 0 && !patient {
		timer := time.NewTimer(c.Patience)
		defer timer.Stop()
		timeout = timer.C
	}
	select {
	case <-p.admitted:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout:
		err = ErrFull
	}
	c.giveUp(p, err == ErrFull)
	return err
}

// giveUp takes out whoever waits no longer.
func (c *Class) giveUp(p *Place, refused bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if refused {
		c.figures.Refused++
	}
	if p.isIn() { // at this moment
		c.leave(p, 0)
		return
	}
	f := p.flow
	f.queue = slices.DeleteFunc(f.queue, func(other *Place) bool { return other == p })
	c.figures.Waiting--
	c.dispatch(f) // who stood behind may need less
	c.forget(f)
}

// Leave gives a place back. What it counts as in the order is how long it was taken. It may be
// called again, and of nil.
func (p *Place) Leave() {
	if p != nil {
		p.Done(time.Since(p.began))
	}
}

// Done is Leave of whoever knows better how much work it was.
func (p *Place) Done(work time.Duration) {
	if p == nil {
		return
	}
	c := p.class
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.left {
		return
	}
	if c.Expect > 0 {
		p.flow.mean += (work - p.flow.mean) / fading
	}
	c.leave(p, work)
}

// fading is in how many requests of a caller the mean follows what they are.
const fading = 8

// leave gives a place to the next. The caller holds mu.
func (c *Class) leave(p *Place, work time.Duration) {
	f := p.flow
	p.left = true
	c.figures.Inside--
	c.inside -= p.weight
	f.running--
	f.inside -= p.weight
	f.used += work - p.work
	c.dispatch(f)
	c.forget(f)
}
