package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"marquee/kv"
)

var (
	// ErrRewriting: the store is being rewritten already.
	ErrRewriting = errors.New("kv: the store is being rewritten already")
	// ErrTooMuchWritten: more was written meanwhile than a rewrite keeps in memory.
	ErrTooMuchWritten = errors.New("kv: too much was written while the store was being rewritten")
)

// Rewriting says how a store gets a new file while it serves.
type Rewriting struct {
	// Make writes into a new file at to what the store at from holds, a copy that
	// nobody uses, and returns only when it is proven that nothing is missing.
	Make func(ctx context.Context, from, to string) error
	// Most bounds what is written meanwhile, in bytes of keys and values; 128 MB
	// when zero. Beyond it the rewrite ends with ErrTooMuchWritten.
	Most int64
	// Progress is told what happens; may be nil.
	Progress func(string)
}

// Rewritten is what a rewrite did.
type Rewritten struct {
	Before, After int64         // of the file, in bytes
	Caught        int           // transactions that were made meanwhile
	Held          time.Duration // how long every writer waited, once
}

// The names of a rewrite, behind that of the store. Open removes what a crash
// left of them: until the last step the store is the old file, then the new one.
const (
	copiedSuffix = ".compacting-copy"
	freshSuffix  = ".compacting"
	keptSuffix   = ".compacted"
)

// removeLeftovers removes what a crash left of a rewrite. The caller holds the
// store.
func removeLeftovers(path string) error {
	var err error
	for _, suffix := range []string{copiedSuffix, freshSuffix, keptSuffix} {
		if gone := os.Remove(path + suffix); !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// rewrite is one in progress.
type rewrite struct {
	e      *Engine
	o      Rewriting
	fresh  *Replay
	out    Rewritten
	serves bool // the new file is the store
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	sets  []kv.WriteSet // committed since the rewrite began, not yet in the new file
	bytes int64
	over  bool
}

// Rewrite gives the store a new file with the same content, while everybody reads
// and writes. It copies the store as of one commit, has a new file made of the
// copy, adds what was written meanwhile in rounds, and holds the writer only for
// the last of them and for the change of the name. Who reads the old file then
// finishes on it. When it returns an error the store is the old file, untouched,
// but for an error that poisons it: then it is either of the two, with the same
// content.
func (e *Engine) Rewrite(ctx context.Context, o Rewriting) (Rewritten, error) {
	if !e.rewriting.TryLock() {
		return Rewritten{}, ErrRewriting
	}
	defer e.rewriting.Unlock()
	if err := removeLeftovers(e.path); err != nil {
		return Rewritten{}, err
	}
	if o.Most == 0 {
		o.Most = maxWritten
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &rewrite{e: e, o: o, cancel: cancel}
	err := w.run(ctx)
	if ctx.Err() != nil && !w.serves {
		err = context.Cause(ctx)
	}
	return w.out, errors.Join(err, removeLeftovers(e.path))
}

func (w *rewrite) run(ctx context.Context) error {
	_, stop := w.e.Follow(Follower{After: w.collect})
	defer stop()
	if err := w.make(ctx); err != nil {
		return err
	}
	fresh, err := OpenReplay(w.e.path+freshSuffix, w.e.o)
	if err != nil {
		return err
	}
	w.fresh = fresh
	w.o.Progress("adding what was written meanwhile")
	if err = w.catchUp(ctx); err == nil {
		var swapped error
		err = errors.Join(w.e.alone(ctx, func() { swapped = w.swap() }), swapped)
	}
	if !w.serves {
		err = errors.Join(err, fresh.db.Close())
	}
	return err
}

// collect keeps what is committed, in the goroutine that writes.
func (w *rewrite) collect(sets []kv.WriteSet) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	for _, s := range sets {
		s.Writes = slices.Clone(s.Writes)
		w.sets = append(w.sets, s)
		for _, one := range s.Writes {
			w.bytes += int64(len(one.Key) + len(one.Value))
		}
	}
	if w.bytes > w.o.Most {
		w.over, w.sets = true, nil
		w.cancel(fmt.Errorf("%w: more than %d MB; try again in a quiet hour", ErrTooMuchWritten, w.o.Most>>20))
	}
}

// take gives what was committed and is not in the new file, oldest first.
func (w *rewrite) take() []kv.WriteSet {
	w.mu.Lock()
	defer w.mu.Unlock()
	sets := w.sets
	w.sets, w.bytes = nil, 0
	last := w.fresh.Last()
	return slices.DeleteFunc(sets, func(s kv.WriteSet) bool { return !s.At.After(last) })
}

// make has the new file made.
func (w *rewrite) make(ctx context.Context) error {
	w.o.Progress("copying the store")
	copied := w.e.path + copiedSuffix
	if err := w.copy(ctx, copied); err != nil {
		return err
	}
	if err := w.o.Make(ctx, copied, w.e.path+freshSuffix); err != nil {
		return err
	}
	return os.Remove(copied)
}

func (w *rewrite) copy(ctx context.Context, to string) error {
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	_, err = w.e.CopyTo(ctx, Steady(f))
	return errors.Join(err, f.Close())
}

// catchUp adds what was written meanwhile, round by round, until a round is small
// or it has been tried often enough. What it leaves is durable, so that the last
// round has little to sync.
func (w *rewrite) catchUp(ctx context.Context) error {
	if err := fillPool(w.fresh.db, w.e.o.FreePages); err != nil {
		return err
	}
	for round := 0; ; round++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		sets := w.take()
		if err := w.add(sets); err != nil {
			return err
		}
		if err := w.fresh.db.Sync(); err != nil {
			return err
		}
		if round > 0 && len(sets) <= fewSets || round == maxRounds {
			return nil
		}
	}
}

// add brings the new file up with write sets, in parts: one transaction of all
// would hold all its pages in memory.
func (w *rewrite) add(sets []kv.WriteSet) error {
	for part := range slices.Chunk(sets, setsAtOnce) {
		if err := w.e.swapping.add(w.fresh, part); err != nil {
			return err
		}
		w.out.Caught += len(part)
	}
	return nil
}
