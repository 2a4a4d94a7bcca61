package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"marquee/app"
	"marquee/kv/bolt"
)

// copier is an engine that can be copied while it serves.
type copier interface {
	CopyTo(ctx context.Context, w io.Writer) (int64, error)
}

// HotCopy writes the store of a running box office, as of one commit, into a new
// file and syncs it. It gives the size in bytes.
func HotCopy(ctx context.Context, a *app.App, path string) (int64, error) {
	engine, ok := a.Engine().(copier)
	if !ok {
		return 0, errors.New("this engine cannot be copied")
	}
	return newFile(path, func(f *os.File) (int64, error) { return engine.CopyTo(ctx, f) })
}

// ColdCopy copies the file of a stopped store, without reading what is in it, so
// a damaged one comes out as it is. It answers kv.ErrInUse when another process
// holds it.
func ColdCopy(from, to string) (int64, error) {
	release, err := bolt.Hold(from)
	if err != nil {
		return 0, err
	}
	n, err := plainCopy(from, to)
	return n, errors.Join(err, release())
}

func plainCopy(from, to string) (int64, error) {
	in, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return newFile(to, func(f *os.File) (int64, error) { return io.Copy(f, in) })
}

// newFile makes a file for its owner alone, whole and synced or not at all.
func newFile(path string, write func(f *os.File) (int64, error)) (n int64, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return n, fmt.Errorf("copy %s: %w", path, errors.Join(err, os.Remove(path)))
	}
	return n, nil
}
