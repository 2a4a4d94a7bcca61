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
	// ErrTooMuchWritten: more was written during a rewrite than it keeps in memory.
	ErrTooMuchWritten = errors.New("kv: too much was written while the store was being rewritten")
)

// Rewriting describes how to replace the file of a store while it is in use.
type Rewriting struct {
	// Make writes the content of the store at from, a copy that nobody else uses, into a
	// new file at to. It must verify the result before it returns.
	Make func(ctx context.Context, from, to string) error
	// Most is how much may be written during the rewrite, in bytes of keys and values;
	// 128 MB when zero. Beyond it the rewrite ends with ErrTooMuchWritten.
	Most int64
	// Progress is called with each step; may be nil.
	Progress func(string)
}

// Rewritten is the result of a rewrite.
type Rewritten struct {
	Before, After int64         // of the file, in bytes
	Caught        int           // transactions committed during the rewrite
	Held          time.Duration // how long writers had to wait at the end
}

// The suffixes of a rewrite's files. Open removes those that a crash left behind: until
// the last step the store is the old file, then the new one.
const (
	copiedSuffix = ".compacting-copy"
	freshSuffix  = ".compacting"
	keptSuffix   = ".compacted"
)

// removeLeftovers removes the files that an interrupted rewrite left behind. The caller
// holds the store's lock.
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
	serves bool // the new file has become the store
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	sets  []kv.WriteSet // committed since the rewrite began, not yet in the new file
	bytes int64
	over  bool
}

// Rewrite replaces the file of the store by a new one with the same content while the
// store is in use. It copies the store as of one commit, calls Make with the copy, adds
// what was written meanwhile in rounds, and blocks writers only for the last round and
// for the change of the name. Running reads finish on the old file. After an error the
// store is the old file, unchanged, except after one that poisons the engine: then it is
// either of the two files, with the same content.
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
	if err == nil {
		w.settle(ctx)
	}
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

// settle refills the pool of free pages, of which the last round took some, and measures
// the file then. The rewrite is done without it.
func (w *rewrite) settle(ctx context.Context) {
	_ = w.e.alone(ctx, w.e.keepPool)
	if info, err := os.Stat(w.e.path); err == nil {
		w.out.After = info.Size()
	}
}

// collect keeps the committed write sets. It runs in the goroutine that commits.
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

// take returns the write sets that are not in the new file yet, oldest first.
func (w *rewrite) take() []kv.WriteSet {
	w.mu.Lock()
	defer w.mu.Unlock()
	sets := w.sets
	w.sets, w.bytes = nil, 0
	last := w.fresh.Last()
	return slices.DeleteFunc(sets, func(s kv.WriteSet) bool { return !s.At.After(last) })
}

// make creates the new file.
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

// catchUp adds what was written meanwhile, round by round, until a round is small or the
// largest number of rounds is reached. It syncs the file, so that the last round has
// little to sync.
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

// add applies write sets to the new file in several transactions: a single one would keep
// all its pages in memory.
func (w *rewrite) add(sets []kv.WriteSet) error {
	for part := range slices.Chunk(sets, setsAtOnce) {
		if err := w.e.swapping.add(w.fresh, part); err != nil {
			return err
		}
		w.out.Caught += len(part)
	}
	return nil
}
