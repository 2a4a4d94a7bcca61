package bolt

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"marquee/kv"
)

// fileWork is the file operations at the end of a rewrite. Tests make them fail.
type fileWork struct {
	add        func(r *Replay, sets []kv.WriteSet) error
	link       func(from, to string) error
	rename     func(from, to string) error
	syncFolder func(folder string) error
}

func realFileWork() fileWork {
	return fileWork{add: (*Replay).Apply, link: os.Link, rename: os.Rename, syncFolder: syncFolder}
}

// alone runs do while no commit runs. Closures may run at the same time: they read the
// same in both files.
func (e *Engine) alone(ctx context.Context, do func()) error {
	done := make(chan struct{})
	select {
	case e.tasks <- func() { defer close(done); do() }:
		<-done
		return nil
	case <-e.finished:
		return kv.ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// swap is the end of a rewrite, in the goroutine that commits: it adds the last round and
// gives the new file the store's name. Both files then have the same content, so after a
// crash either of them is the store. The next commit begins only after the folder was
// synced. If that sync fails the engine is poisoned: after a power cut either file could
// have the name, and later commits could be missing in it.
func (w *rewrite) swap() error {
	start := time.Now()
	defer func() { w.out.Held = time.Since(start) }()
	if err := w.e.awaitFile(); err != nil {
		return err
	}
	if err := w.last(); err != nil {
		return err
	}
	path := w.e.path
	_ = w.e.swapping.link(path, path+keptSuffix) // without links the old file exists as long as it is open
	if err := w.e.swapping.rename(path+freshSuffix, path); err != nil {
		return err
	}
	if err := w.e.swapping.syncFolder(filepath.Dir(path)); err != nil {
		w.e.poisonIt()
		return fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
	}
	w.enter()
	if err := w.e.renewLog(); err != nil {
		w.e.poisonIt()
		return fmt.Errorf("%w: %w", kv.ErrPoisoned, err)
	}
	return nil
}

// last adds the last round and syncs the new file.
func (w *rewrite) last() error {
	if err := w.add(w.take()); err != nil {
		return err
	}
	if here := w.e.followers.last; !w.fresh.Last().Equal(here) {
		return fmt.Errorf("%w: the new file is at %s, the store at %s", ErrGap, timestamp(w.fresh.Last()), timestamp(here))
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
	if before.Mode() != after.Mode() { // who may open the one may open the other
		return os.Chmod(w.e.path+freshSuffix, before.Mode().Perm())
	}
	return nil
}

// enter makes the new file the current file of the engine.
func (w *rewrite) enter() {
	db := w.fresh.db
	w.e.figures.diskNanos.Add(int64(diskTime(w.e.db()) - diskTime(db)))
	w.e.retired.Add(1)
	old := w.e.file.Swap(&file{DB: db})
	old.retire(w.e.retired.Done)
	w.serves = true
}
