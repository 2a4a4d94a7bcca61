package admission

import (
	"cmp"
	"time"
)

// ranking is who is next: start-time fair queueing. Work is charged as it is expected when a
// request is let in, and put right when it ends.
type ranking struct {
	arrived int64
	// served is the virtual time: what the caller who was let in last had used before.
	// Who comes anew begins there; having been away earns nothing.
	served time.Duration
	flows  map[Key]*flow
}

// flow is what one caller asks of a class.
type flow struct {
	key     Key
	used    time.Duration // of work, in the virtual time of the class
	mean    time.Duration // of one request, lately, where the class weighs by that
	running int
	inside  int64 // weight of those
	queue   []*Place
}

// maxFlows is how many callers a class remembers who have gone and owe something.
const maxFlows = 2_000

func (f *flow) idle() bool { return f.running == 0 && len(f.queue) == 0 }

// flowOf is that of a caller.
func (o *ranking) flowOf(key Key, mean time.Duration) *flow {
	f := o.flows[key]
	if f == nil {
		f = &flow{key: key, mean: mean}
		o.flows[key] = f
	}
	if f.idle() {
		f.used = max(f.used, o.served)
	}
	return f
}

// fits tells whether there is room for a place. What is heavier than there is room for at all
// takes all of it.
func (c *Class) fits(p *Place) bool {
	w := p.weight
	if c.Expect > 0 {
		w = max(1, min(int64(p.flow.mean), c.Each/c.Least))
	}
	if c.Each > 0 {
		w = min(w, c.Each)
	}
	if c.Places > 0 {
		w = min(w, c.Places)
	}
	p.weight = w
	return c.fitsOwn(p) && (c.Places == 0 || c.inside+w <= c.Places)
}

// fitsOwn tells whether there is room among what its caller may have.
func (c *Class) fitsOwn(p *Place) bool {
	return c.Each == 0 || p.flow.inside+min(p.weight, c.Each) <= c.Each
}

// admit lets a place in.
func (c *Class) admit(p *Place) {
	f := p.flow
	c.figures.Inside++
	c.figures.Admitted++
	c.inside += p.weight
	f.running++
	f.inside += p.weight
	c.served = max(c.served, f.used)
	f.used += p.work
	p.began = time.Now()
}

// dispatch lets in whom there are places for. Where callers share none, only the one whose
// request came or left can have won one.
func (c *Class) dispatch(f *flow) {
	for {
		if c.Places > 0 {
			f = c.next()
		}
		if f == nil || len(f.queue) == 0 || !c.fits(f.queue[0]) {
			return
		}
		p := f.queue[0]
		f.queue = f.queue[1:]
		c.figures.Waiting--
		c.admit(p)
		close(p.admitted)
	}
}

// next is the caller that has used the least of those who wait and may have more; of two the
// one who came first. Where its request does not fit, nobody overtakes it: what is heavy would
// never have its turn.
func (c *Class) next() (best *flow) {
	if c.figures.Waiting == 0 || c.inside >= c.Places {
		return nil
	}
	for _, f := range c.flows {
		if len(f.queue) == 0 || !c.fitsOwn(f.queue[0]) {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(f.used, best.used), cmp.Compare(f.queue[0].number, best.queue[0].number)) < 0 {
			best = f
		}
	}
	return best
}

// forget drops what nobody needs to know any more: everything of a class that is empty, and
// callers who are gone and owe nothing. The memory of those who owe is bounded.
func (c *Class) forget(f *flow) {
	switch {
	case c.figures.Inside == 0 && c.figures.Waiting == 0:
		clear(c.flows)
		c.served = 0
	case f.idle() && (c.Places == 0 || f.used <= c.served):
		delete(c.flows, f.key)
	case len(c.flows) > maxFlows:
		for key, other := range c.flows {
			if other.idle() {
				delete(c.flows, key)
			}
		}
	}
}
