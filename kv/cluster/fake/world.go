package fake

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"marquee/kv/cluster/shared"
)

// World is what is shared.
type World struct {
	mu        sync.Mutex
	revision  int64
	pairs     []shared.Pair // by key
	bound     map[string]int64
	leases    map[int64]*lease
	leaseSeq  int64
	history   [][]shared.Event // of each revision since the last compaction
	compacted int64
	changed   chan struct{} // closed at the next change
	full      bool          // nothing is taken that needs room, until somebody makes some
	down      chan struct{} // not nil: nobody is answered until it is closed
}

type lease struct {
	ttl   time.Duration
	timer *time.Timer
}

// New makes an empty one.
func New() *World {
	return &World{bound: map[string]int64{}, leases: map[int64]*lease{}, changed: make(chan struct{})}
}

func (w *World) find(key string) (int, bool) {
	return slices.BinarySearchFunc(w.pairs, key, func(p shared.Pair, key string) int { return cmp.Compare(p.Key, key) })
}

// Get does what shared.Store says, at once.
func (w *World) Get(r shared.Range) shared.Page {
	w.mu.Lock()
	defer w.mu.Unlock()
	page := shared.Page{Revision: w.revision}
	for _, p := range w.within(r.From, r.To) {
		if r.KeysOnly {
			p.Value = nil
		}
		page.Pairs = append(page.Pairs, p)
	}
	if r.Backwards {
		slices.Reverse(page.Pairs)
	}
	if r.Limit > 0 && len(page.Pairs) > r.Limit {
		page.Pairs, page.More = page.Pairs[:r.Limit], true
	}
	return page
}

func (w *World) within(from, to string) []shared.Pair {
	i, ok := w.find(from)
	if to == "" {
		if !ok {
			return nil
		}
		return w.pairs[i : i+1]
	}
	j, _ := w.find(to)
	return w.pairs[i:max(i, j)]
}

// Commit does what shared.Store says, at once.
func (w *World) Commit(t shared.Txn) (shared.Result, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range t.If {
		if !w.holds(c) {
			r := shared.Result{Revision: w.revision}
			for _, key := range t.Else {
				r.Found = append(r.Found, slices.Clone(w.within(key, ""))...)
			}
			return r, nil
		}
	}
	for _, op := range t.Then {
		if _, ok := w.leases[op.Lease]; op.Lease != 0 && !ok {
			return shared.Result{}, shared.ErrNoLease
		}
		if w.full && !op.Delete {
			return shared.Result{}, shared.ErrNoSpace
		}
	}
	w.do(t.Then)
	return shared.Result{Done: true, Revision: w.revision}, nil
}

func (w *World) holds(c shared.Cond) bool {
	var p shared.Pair
	if i, ok := w.find(c.Key); ok {
		p = w.pairs[i]
	}
	if c.Modified {
		return p.Modified == c.Revision
	}
	return p.Created == c.Revision
}

// do makes changes in one revision.
func (w *World) do(ops []shared.Op) {
	if len(ops) == 0 {
		return
	}
	w.revision++
	var events []shared.Event
	for _, op := range ops {
		if op.Delete {
			for _, p := range slices.Clone(w.within(op.Key, op.To)) {
				i, _ := w.find(p.Key)
				w.pairs = slices.Delete(w.pairs, i, i+1)
				delete(w.bound, p.Key)
				events = append(events, shared.Event{Pair: shared.Pair{Key: p.Key, Modified: w.revision}, Deleted: true})
			}
			continue
		}
		events = append(events, shared.Event{Pair: w.put(op)})
	}
	w.history = append(w.history, events)
	close(w.changed)
	w.changed = make(chan struct{})
}

func (w *World) put(op shared.Op) shared.Pair {
	p := shared.Pair{Key: op.Key, Value: slices.Clone(op.Value), Created: w.revision, Modified: w.revision}
	i, ok := w.find(op.Key)
	if ok {
		p.Created = w.pairs[i].Created
		w.pairs[i] = p
	} else {
		w.pairs = slices.Insert(w.pairs, i, p)
	}
	delete(w.bound, op.Key)
	if op.Lease != 0 {
		w.bound[op.Key] = op.Lease
	}
	return p
}

func (w *World) grant(ttl time.Duration) (int64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.full {
		return 0, shared.ErrNoSpace
	}
	w.leaseSeq++
	id := w.leaseSeq
	w.leases[id] = &lease{ttl, time.AfterFunc(ttl, func() { _ = w.revoke(id) })}
	return id, nil
}

func (w *World) keep(id int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	l, ok := w.leases[id]
	if !ok || !l.timer.Reset(l.ttl) {
		return shared.ErrNoLease
	}
	return nil
}

func (w *World) revoke(id int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	l, ok := w.leases[id]
	if !ok {
		return shared.ErrNoLease
	}
	l.timer.Stop()
	delete(w.leases, id)
	var ops []shared.Op
	for key, bound := range w.bound {
		if bound == id {
			ops = append(ops, shared.Delete(key, ""))
		}
	}
	w.do(ops)
	return nil
}

var errCompacted = errors.New("fake: what was asked for is compacted")

// compact forgets the history up to a revision, and makes room.
func (w *World) compact(revision int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.full = false
	if n := min(revision, w.revision) - w.compacted; n > 0 {
		w.history, w.compacted = slices.Clone(w.history[n:]), w.compacted+n
	}
}

// since gives what changed after a revision, and what is closed when something does.
func (w *World) since(revision int64) (all [][]shared.Event, changed <-chan struct{}, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if revision < w.compacted {
		return nil, nil, errCompacted
	}
	return slices.Clone(w.history[min(revision-w.compacted, int64(len(w.history))):]), w.changed, nil
}

// EndLease ends the lease of whoever put a key, before its time.
func (w *World) EndLease(key string) {
	w.mu.Lock()
	id := w.bound[key]
	w.mu.Unlock()
	_ = w.revoke(id)
}

// Fill has nothing find room that is written, until somebody compacts.
func (w *World) Fill() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.full = true
}

// Down has nobody answered, until up is called. Leases do not end meanwhile.
func (w *World) Down() (up func()) {
	down := make(chan struct{})
	w.mu.Lock()
	w.down = down
	for _, l := range w.leases {
		l.timer.Stop()
	}
	w.mu.Unlock()
	return func() {
		w.mu.Lock()
		w.down = nil
		for _, l := range w.leases {
			l.timer.Reset(l.ttl)
		}
		w.mu.Unlock()
		close(down)
	}
}

func (w *World) isDown() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.down
}
