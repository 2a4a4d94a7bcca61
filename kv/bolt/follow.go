package bolt

import (
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"marquee/kv"
)

// Follower receives every write set, in order and without a gap. Both functions run in
// the goroutine that commits and delay every commit: they must be quick, and must call
// neither the engine nor stop. The slices are reused after the call; keys and values may
// be kept but not changed. A follower that panics is not called again.
type Follower struct {
	// Before receives the sets of a commit that is about to be made. If the process ends
	// or the commit fails, the store may not contain them. May be nil.
	Before func([]kv.WriteSet)
	// After receives the sets of a durable commit, before any of its transactions is
	// answered and before the next commit begins. May be nil.
	After func([]kv.WriteSet)
}

// followers are the followers of one engine.
type followers struct {
	mu      sync.Mutex // held while a commit is made
	all     []*Follower
	last    time.Time     // of the last durable commit
	sets    []kv.WriteSet // reused for each commit
	entries []kv.Entry    // reused for each commit
}

// Follow passes every write set after last, the time of the last commit, to f until stop
// is called. It waits for a commit in progress.
func (e *Engine) Follow(f Follower) (last time.Time, stop func()) {
	e.followers.mu.Lock()
	defer e.followers.mu.Unlock()
	e.followers.all = append(slices.Clip(e.followers.all), &f)
	return e.followers.last, func() {
		e.followers.mu.Lock()
		defer e.followers.mu.Unlock()
		e.followers.drop(&f)
	}
}

func (f *followers) drop(gone *Follower) {
	f.all = slices.DeleteFunc(slices.Clone(f.all), func(other *Follower) bool { return other == gone })
}

// gather collects the write sets of a batch, if there is a follower or a log.
func (f *followers) gather(b *batch) {
	f.sets, f.entries = f.sets[:0], f.entries[:0]
	if len(f.all) == 0 && b.e.log == nil {
		return
	}
	f.sets, f.entries = b.sets(f.last, f.sets, f.entries)
}

// sets appends the write sets of a batch, which follow a commit.
func (b *batch) sets(prev time.Time, sets []kv.WriteSet, entries []kv.Entry) ([]kv.WriteSet, []kv.Entry) {
	for _, j := range b.jobs {
		if j.at.IsZero() {
			continue
		}
		from := len(entries)
		j.overlay.Writes(func(w kv.Entry) bool {
			entries = append(entries, w)
			return true
		})
		sets = append(sets, kv.WriteSet{Prev: prev, At: j.at, Writes: entries[from:len(entries):len(entries)]})
		prev = j.at
	}
	return sets, entries
}

// before and after call all followers.
func (f *followers) before(onPanic func(any, []byte)) {
	for _, one := range f.all {
		f.tell(one, one.Before, onPanic)
	}
}

func (f *followers) after(onPanic func(any, []byte)) {
	for _, one := range f.all {
		f.tell(one, one.After, onPanic)
	}
}

func (f *followers) tell(one *Follower, fn func([]kv.WriteSet), onPanic func(any, []byte)) {
	if fn == nil {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			f.drop(one)
			onPanic(p, debug.Stack())
		}
	}()
	fn(f.sets)
}

// forget releases the memory of large commits.
func (f *followers) forget() {
	clear(f.sets)
	clear(f.entries)
	if cap(f.entries) > keptEntries {
		f.entries = nil
	}
}
