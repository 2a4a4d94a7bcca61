package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"marquee/app"
	"marquee/backup/machine"
	"marquee/kv/bolt"
)

// Compacted is what a compaction won, in bytes.
type Compacted struct {
	Before int64  `json:"before"`
	After  int64  `json:"after"`
	Digest string `json:"digest"` // of the content, before and after
	// Serving is nil for a stopped store.
	Serving *CompactedServing `json:"serving,omitempty"`
}

// CompactedServing is what those who were served saw of a compaction.
type CompactedServing struct {
	// Meanwhile is how many transactions were made between the copy and the end.
	Meanwhile int `json:"meanwhile"`
	// Held is how long every writer waited at the end, in milliseconds.
	Held float64 `json:"heldMilliseconds"`
}

// ErrNoSpace: there is too little room on the disk for what was asked.
var ErrNoSpace = errors.New("too little room on the disk")

// RequireSpace refuses work that needs so many times the bytes of a store on its disk,
// beside what must stay free.
func RequireSpace(dir, store string, times, stays int64) error {
	bytes, err := sizeOf(store)
	if err != nil {
		return err
	}
	return requireFree(dir, bytes*times+stays)
}

// requireFree refuses what does not fit on the disk of a folder.
func requireFree(dir string, need int64) error {
	space, err := machine.SpaceOf(dir)
	if err != nil {
		return nil // not known on this system
	}
	if space.Free < need {
		return fmt.Errorf("%w: %d MB are free on the disk of %s, and %d are needed; nothing was touched", ErrNoSpace, space.Free>>20, dir, need>>20)
	}
	return nil
}

// Compact writes a stopped store anew without its free pages, and what those
// still held of things removed is gone. The old file stays until the new one has
// been checked in full and has the same digest.
func (k *Keeper) Compact(ctx context.Context, store string) (Compacted, error) {
	k.Progress("checking the store")
	if _, err := k.check(ctx, store, Normal); err != nil {
		return Compacted{}, err
	}
	old, err := bolt.OpenFrozen(store)
	if err != nil {
		return Compacted{}, err
	}
	var out Compacted
	temp := store + ".compacting"
	if err = k.disk.Remove(temp); err == nil {
		out.Digest, err = k.remake(ctx, old, temp)
	}
	if err == nil {
		out.Before, out.After, err = sizesOf(store, temp)
	}
	if err == nil {
		err = k.enter(temp, store)
	}
	if err != nil {
		err = errors.Join(err, k.disk.Remove(temp))
	}
	return out, errors.Join(err, old.Close())
}

// remake makes the new file and compares it with the old one.
func (k *Keeper) remake(ctx context.Context, old *bolt.Frozen, temp string) (string, error) {
	digest, err := old.Digest(ctx)
	if err != nil {
		return "", err
	}
	k.Progress("compacting")
	if err := old.CompactTo(temp); err != nil {
		return "", err
	}
	k.Progress("checking the new file")
	report, err := k.check(ctx, temp, Full)
	if err != nil {
		return "", err
	}
	if report.Digest != digest {
		return "", fmt.Errorf("the new file has the digest %s, the store %s; the store was left alone", report.Digest, digest)
	}
	return digest, nil
}

// CompactFile makes a compacted file of a copy that nobody uses, checks it in full,
// and tells its digest on out: it is the work of a process of its own while a
// server serves.
func (k *Keeper) CompactFile(ctx context.Context, from, to string, out io.Writer) error {
	old, err := bolt.OpenFrozen(from)
	if err != nil {
		return err
	}
	digest, err := k.remake(ctx, old, to)
	if err = errors.Join(err, old.Close()); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(Compacted{Digest: digest})
}

// rewriter is an engine whose file can be made anew while it serves.
type rewriter interface {
	Rewrite(ctx context.Context, o bolt.Rewriting) (bolt.Rewritten, error)
}

// FreeBytes of a running box office's store are pages free for use, which
// CompactServing would win; none where the engine does not know.
func FreeBytes(a *app.App) int64 {
	if engine, ok := a.Engine().(interface{ Stats() bolt.Stats }); ok {
		return engine.Stats().FreeBytes()
	}
	return 0
}

// CompactServing does what Compact does to the store of a running box office. Make
// is CompactFile in another process and gives the digest. Everybody goes on
// reading and writing; writers wait once, at the end.
func CompactServing(ctx context.Context, a *app.App, make func(ctx context.Context, from, to string) (digest string, err error), progress func(string)) (Compacted, error) {
	engine, ok := a.Engine().(rewriter)
	if !ok {
		return Compacted{}, errors.New("this engine cannot be compacted while it serves")
	}
	var out Compacted
	done, err := engine.Rewrite(ctx, bolt.Rewriting{
		Progress: progress,
		Make: func(ctx context.Context, from, to string) (err error) {
			progress("compacting the copy and checking it")
			out.Digest, err = make(ctx, from, to)
			return err
		},
	})
	out.Before, out.After = done.Before, done.After
	out.Serving = &CompactedServing{Meanwhile: done.Caught, Held: float64(done.Held) / float64(time.Millisecond)}
	return out, err
}

func sizesOf(old, fresh string) (before, after int64, err error) {
	if before, err = sizeOf(old); err == nil {
		after, err = sizeOf(fresh)
	}
	return before, after, err
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
