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
func HotCopy(ctx context.Context, a *app.App, path string) (n int64, err error) {
	engine, ok := a.Engine().(copier)
	if !ok {
		return 0, errors.New("this engine cannot be copied")
	}
	err = writeFile(realDisk{}, path, func(w io.Writer) error {
		n, err = engine.CopyTo(ctx, w)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("copy %s: %w", path, err)
	}
	return n, nil
}

// ColdCopy copies the file of a stopped store, without reading what is in it, so
// a damaged one comes out as it is. What a killed process left in its log is put into the
// file first. It answers kv.ErrInUse when another process
// holds it.
func ColdCopy(from, to string) error {
	if err := bolt.Settle(from); err != nil {
		return err
	}
	release, err := bolt.Hold(from)
	if err != nil {
		return err
	}
	return errors.Join(plainCopy(realDisk{}, from, to), release())
}

func plainCopy(d disk, from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return writeFile(d, to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
