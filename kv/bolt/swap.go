package bolt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"marquee/kv"
)

// fileWork is what a rewrite does to files at its end. Tests make it fail.
type fileWork struct {
	add        func(r *Replay, sets []kv.WriteSet) error
	link       func(from, to string) error
	rename     func(from, to string) error
	syncFolder func(folder string) error
}

func realFileWork() fileWork {
	return fileWork{add: (*Replay).Apply, link: os.Link, rename: os.Rename, syncFolder: syncFolder}
}

// alone has something done while no commit is made and none begins. Closures may
// run meanwhile: what they read is the same in both files.
func (e *Engine) alone(ctx context.Context, do func()) error {
	done := make(chan struct{})
	select {
	case e.orders <- func() { defer close(done); do() }:
		<-done
		return nil
	case <-e.finished:
		return kv.ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// swap is the end of a rewrite, in the goroutine that commits: the last round, and
// the new file gets the name. Both files hold the same then, so whichever a crash
// leaves under the name is the store. Only when the folder is synced does the next
// commit begin; when that fails nobody knows which file has the name after a power
// cut, and what would be written to one could be missing in the other.
func (w *rewrite) swap() error {
	start := time.Now()
	defer func() { w.out.Held = time.Since(start) }()
	if w.e.isPoisoned() {
		return kv.ErrPoisoned
	}
	if err := w.last(); err != nil {
		return err
	}
	path := w.e.path
	_ = w.e.swapping.link(path, path+keptSuffix) // where there are no links the old file is kept by who reads it
	if err := w.e.swapping.rename(path+freshSuffix, path); err != nil {
		return err
	}
	if err := w.e.swapping.syncFolder(filepath.Dir(path)); err != nil {
		w.e.poison.Do(func() { close(w.e.poisoned) })
		return fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
	}
	w.enter()
	return nil
}

// last adds the last round and makes the new file durable.
func (w *rewrite) last() error {
	if err := w.add(w.take()); err != nil {
		return err
	}
	if here := w.e.followers.last; !w.fresh.Last().Equal(here) {
		return fmt.Errorf("%w: the new file is at %s, the store at %s", ErrGap, moment(w.fresh.Last()), moment(here))
	}
	w.fresh.db.NoSync = false
	if err := w.fresh.db.Sync(); err != nil {
		return err
	}
	before, err := os.Stat(w.e.path)
	if err != nil {
		return err
	}
	after, err := os.Stat(w.e.path + freshSuffix)
	if err != nil {
		return err
	}
	w.out.Before, w.out.After = before.Size(), after.Size()
	return nil
}

// enter makes the new file the one that everybody works on from now on.
func (w *rewrite) enter() {
	db := w.fresh.db
	w.e.figures.diskNanos.Add(int64(diskTime(w.e.db()) - diskTime(db)))
	w.e.retired.Add(1)
	old := w.e.file.Swap(&file{DB: db})
	old.retire(w.e.retired.Done)
	w.serves = true
}
