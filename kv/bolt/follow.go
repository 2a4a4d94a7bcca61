package bolt

import (
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"marquee/kv"
)

// Follower is told every write set, in order and without a gap. Both functions
// run in the goroutine that writes, so everybody waits for them: they must be
// quick, and must use neither the engine nor its stop. The slices belong to the
// engine and are used again after the call; keys and values may be kept, and not
// changed. A follower that panics is not called again.
type Follower struct {
	// Before is told the sets of a commit that is about to be made. When the
	// process ends in between, or the commit fails, the store may never have had
	// them. May be nil.
	Before func([]kv.WriteSet)
	// After is told the sets of a commit that is durable, before anybody gets an
	// answer and before the next commit begins. May be nil.
	After func([]kv.WriteSet)
}

// followers are told what is written.
type followers struct {
	mu   sync.Mutex // held while a commit is made
	all  []*Follower
	last time.Time     // of the last durable commit
	sets []kv.WriteSet // used again for each commit
	room []kv.Entry    // likewise
}

// Follow tells f every write set after the moment it gives, the last commit's,
// until stop is called. It waits for a commit in progress.
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

// gather makes the write sets of a batch; nobody following, it does nothing.
func (f *followers) gather(b *batch) {
	f.sets, f.room = f.sets[:0], f.room[:0]
	if len(f.all) == 0 {
		return
	}
	prev := f.last
	for _, j := range b.jobs {
		if j.at.IsZero() {
			continue
		}
		from := len(f.room)
		j.overlay.Writes(func(w kv.Entry) bool {
			f.room = append(f.room, w)
			return true
		})
		f.sets = append(f.sets, kv.WriteSet{Prev: prev, At: j.at, Writes: f.room[from:len(f.room):len(f.room)]})
		prev = j.at
	}
}

// before and after tell everybody.
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

// forget lets go of the keys and values of large commits.
func (f *followers) forget() {
	clear(f.sets)
	clear(f.room)
	if cap(f.room) > keptEntries {
		f.room = nil
	}
}
