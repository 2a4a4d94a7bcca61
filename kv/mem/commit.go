package mem

import (
	"context"
	"errors"
	"time"

	"marquee/kv"
)

// errLost means that a conflicting commit came first: run the closure again.
var errLost = errors.New("kv/mem: lost to another commit")

// attempt runs fn once on the latest snapshot and commits its writes.
func (e *Engine) attempt(ctx context.Context, fn func(kv.Tx) error) (*kv.Overlay, error) {
	base, now, wall := e.begin()
	defer e.end(base)
	o := kv.NewOverlay(reader{base, ctx}, now, wall)
	if err := fn(o); err != nil {
		return nil, err
	}
	if err := o.Refused(); err != nil {
		return nil, err
	}
	return o, e.commit(base, o, now)
}

func (e *Engine) begin() (base *snapshot, now, wall time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	base, wall = e.latest.Load(), e.clock()
	e.begun[base.commit]++
	return base, after(base.now, wall), wall
}

func (e *Engine) end(base *snapshot) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.begun[base.commit]--; e.begun[base.commit] == 0 {
		delete(e.begun, base.commit)
	}
}

// after is the wall clock in whole microseconds, but later than last.
func after(last, wall time.Time) time.Time {
	now := wall.UTC().Truncate(time.Microsecond)
	if !now.After(last) {
		now = last.Add(time.Microsecond)
	}
	return now
}

// commit applies the writes of o, or answers errLost.
func (e *Engine) commit(base *snapshot, o *kv.Overlay, now time.Time) error {
	if o.Empty() && len(o.Guards()) == 0 {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	latest := e.latest.Load()
	if !now.After(latest.now) {
		if o.NowRead() {
			return errLost
		}
		now = after(latest.now, now)
	}
	if o.NowRead() {
		now = o.Last()
	}
	if e.beaten(base, o) {
		return errLost
	}
	next := &snapshot{tree: latest.tree.Copy(), commit: latest.commit + 1, now: now}
	e.apply(next, o)
	e.latest.Store(next)
	e.sweep(next.commit)
	return nil
}

// beaten reports whether a commit after base wrote or guarded a key that o writes or
// guards.
func (e *Engine) beaten(base *snapshot, o *kv.Overlay) bool {
	lost := false
	clash := func(w kv.Entry) bool {
		lost = e.changed[key{w.Space, string(w.Key)}] > base.commit
		return !lost
	}
	o.Writes(clash)
	for _, g := range o.Guards() {
		if lost || !clash(g) {
			return true
		}
	}
	return lost
}

func (e *Engine) apply(next *snapshot, o *kv.Overlay) {
	o.Writes(func(w kv.Entry) bool {
		if w.Value == nil {
			next.tree.Remove(w.Space, w.Key)
		} else {
			next.tree.Set(w)
		}
		e.changed[key{w.Space, string(w.Key)}] = next.commit
		return true
	})
	for _, g := range o.Guards() {
		e.changed[key{g.Space, string(g.Key)}] = next.commit
	}
}

// sweep removes entries of the conflict table that are older than every running
// attempt, whenever the table has doubled.
func (e *Engine) sweep(commit uint64) {
	if len(e.changed) < 2*e.swept+1024 {
		return
	}
	oldest := commit
	for begun := range e.begun {
		oldest = min(oldest, begun)
	}
	for k, at := range e.changed {
		if at <= oldest {
			delete(e.changed, k)
		}
	}
	e.swept = len(e.changed)
}
