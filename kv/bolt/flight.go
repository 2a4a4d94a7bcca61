package bolt

import (
	"fmt"
	"slices"
	"time"

	"marquee/kv"
)

// Log is where the commits of a cluster are durable before any file has them.
type Log interface {
	// Append begins to make a commit durable and sends what became of it. Commits are passed in
	// order, each following the one before, and several may be on their way at once. After one
	// that failed none is passed. The sets may be read until the answer, and not changed.
	Append(sets []kv.WriteSet) <-chan error
	// Room is how many may be on their way at once.
	Room() int
}

// flight is a batch on its way to the log of the cluster. Batches land in order: whatever is
// behind one that is not durable must not be either.
type flight struct {
	*batch
	sets    []kv.WriteSet
	start   time.Time
	outcome <-chan error // nil: the batch wrote nothing
}

// takeOff sends a batch on its way, in the goroutine that commits.
func (m *Member) takeOff(b *batch) {
	f := flight{batch: b}
	if b.err == nil && m.isPoisoned() {
		b.err = kv.ErrPoisoned // it may have read what never took off
	}
	if b.err == nil && b.applied > 0 {
		b.err = m.runway()
	}
	if b.err == nil && b.applied > 0 {
		f.sets, _ = b.sets(m.sent, make([]kv.WriteSet, 0, b.applied), nil)
		m.sent = b.last
		m.log.await(b)
		f.start = time.Now()
		m.idle.begin(f.start)
		f.outcome = m.to.Append(f.sets)
	}
	m.flights <- f
}

// runway waits until another batch may be on its way.
func (m *Member) runway() error {
	w := m.log
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.hurry(m.Engine, func() bool { return w.behind()+len(w.flying) < maxCommits }); err != nil {
		return err
	}
	for len(w.flying) >= m.to.Room() {
		if m.isPoisoned() {
			return kv.ErrPoisoned
		}
		w.changed.Wait()
	}
	return nil
}

// await adds a batch that is not durable yet.
func (w *backlog) await(b *batch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flying = append(slices.Clip(w.flying), b)
}

// sizeOf is what write sets take, about.
func sizeOf(sets []kv.WriteSet) (n int) {
	for _, s := range sets {
		for i := range s.Writes {
			n += len(s.Writes[i].Key) + len(s.Writes[i].Value)
		}
	}
	return n
}

// land is the goroutine that answers batches when they are durable, in their order.
func (m *Member) land() {
	defer close(m.finished)
	for f := range m.flights {
		switch {
		case f.err != nil:
		case m.failed != nil:
			f.err = m.failed
		case f.outcome != nil:
			f.err = m.landed(f)
		}
		f.answer()
	}
}

// landed waits for the outcome of a batch. One that is durable is visible from then on.
func (m *Member) landed(f flight) error {
	err := <-f.outcome
	m.idle.end(time.Now())
	m.figures.committed(m.o, Commit{len(f.jobs), f.applied, time.Since(f.start), err})
	if err != nil {
		m.failed = fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
		m.poisonIt()
		return m.failed
	}
	m.followers.mu.Lock()
	defer m.followers.mu.Unlock()
	m.log.hasLanded(f)
	m.followers.last = f.last
	m.followers.tellAll(f.sets, m.o.OnPanic)
	m.log.hasTold()
	return nil
}

// hasLanded has the oldest batch on its way wait for the file, and be read; hasTold notes that the
// followers know of it.
func (w *backlog) hasLanded(f flight) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.telling, w.flying = true, slices.Clone(w.flying[1:])
	w.add(f.batch, sizeOf(f.sets))
}

func (w *backlog) hasTold() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.telling = false
	w.changed.Broadcast()
}
