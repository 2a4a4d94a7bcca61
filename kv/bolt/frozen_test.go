package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
)

// stopped makes a store with some pairs and closes it.
func stopped(t *testing.T) string {
	t.Helper()
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	for round := range 20 {
		is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
			for i := range 100 {
				if err := tx.Put("things", fmt.Appendf(nil, "%d-%d", round, i), make([]byte, 100)); err != nil {
					return err
				}
				if i%3 > 0 && round > 0 {
					if err := tx.Delete("things", fmt.Appendf(nil, "%d-%d", round-1, i)); err != nil {
						return err
					}
				}
			}
			return nil
		}))
	}
	is.NoErr(e.Close())
	return path
}

func TestFrozen(t *testing.T) {
	t.Run("reads, and refuses to write", func(t *testing.T) {
		is := is.New(t)
		f, err := OpenFrozen(stopped(t))
		is.NoErr(err)
		defer f.Close()
		is.NoErr(f.View(t.Context(), func(r kv.Reader) error {
			_, err := r.Get("things", []byte("19-99"))
			return err
		}))
		is.True(errors.Is(f.Update(t.Context(), func(kv.Tx) error { return nil }), ErrReadOnly))
		is.NoErr(f.CheckPages(func(err error) { t.Error(err) }))
	})
	t.Run("a store that is open for writing is in use, and the other way round", func(t *testing.T) {
		is := is.New(t)
		path := stopped(t)
		e, err := Open(path, Options{})
		is.NoErr(err)
		_, err = OpenFrozen(path)
		is.True(errors.Is(err, kv.ErrInUse))
		_, err = Hold(path)
		is.True(errors.Is(err, kv.ErrInUse))
		is.NoErr(e.Close())
		release, err := Hold(path)
		is.NoErr(err)
		_, err = Open(path, Options{})
		is.True(errors.Is(err, kv.ErrInUse))
		is.NoErr(release())
	})
	t.Run("a file cut off at any page is noticed before anything is read", func(t *testing.T) {
		is := is.New(t)
		path := stopped(t)
		f, err := OpenFrozen(path)
		is.NoErr(err)
		is.NoErr(f.Close())
		small := path + ".small"
		is.NoErr(compactTo(path, small))
		info, err := os.Stat(small)
		is.NoErr(err)
		whole, err := os.ReadFile(small)
		is.NoErr(err)
		used := pagesOf(t, small)
		is.True(used > 4 && int64(used)*pageSize <= info.Size())
		for n := range used {
			is.NoErr(os.WriteFile(path, whole[:n*pageSize], 0o600))
			if !noticed(path) {
				t.Errorf("cut to %d of %d pages", n, used)
			}
		}
	})
}

func compactTo(from, to string) error {
	f, err := OpenFrozen(from)
	if err != nil {
		return err
	}
	return errors.Join(f.CompactTo(to), f.Close())
}

func pagesOf(t *testing.T, path string) int {
	t.Helper()
	db, err := openFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin(false)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	defer tx.Rollback()
	return int(tx.Size() / pageSize)
}

// noticed reports whether a file is refused or fails the check.
func noticed(path string) (bad bool) {
	f, err := OpenFrozen(path)
	if err != nil {
		return true
	}
	defer f.Close()
	if err := f.CheckPages(func(error) { bad = true }); err != nil {
		return true
	}
	return bad
}

func TestCompactTo(t *testing.T) {
	is := is.New(t)
	path := stopped(t)
	small := path + ".small"
	is.NoErr(compactTo(path, small))
	digest := func(path string) string {
		f, err := OpenFrozen(path)
		is.NoErr(err)
		defer f.Close()
		d, err := f.Digest(t.Context())
		is.NoErr(err)
		return d
	}
	t.Run("a compacted store has the same digest and time and is smaller", func(t *testing.T) {
		is := is.New(t)
		is.Equal(digest(small), digest(path))
		before, err := os.Stat(path)
		is.NoErr(err)
		after, err := os.Stat(small)
		is.NoErr(err)
		is.True(after.Size() < before.Size())
	})
	t.Run("another value is another digest", func(t *testing.T) {
		is := is.New(t)
		old := digest(small)
		e, err := Open(small, Options{})
		is.NoErr(err)
		is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error { return tx.Put("things", []byte("19-99"), []byte("x")) }))
		is.NoErr(e.Close())
		is.True(digest(small) != old)
	})
}

func TestOpenTakesTheFileThatHasTheName(t *testing.T) {
	is := is.New(t)
	path, other := stopped(t), stopped(t)
	release, err := Hold(path)
	is.NoErr(err)
	opened := make(chan error)
	go func() {
		e, err := Open(path, Options{})
		if err == nil {
			err = errors.Join(e.Update(t.Context(), func(tx kv.Tx) error { return tx.Put("new", []byte("k"), []byte("v")) }), e.Close())
		}
		opened <- err
	}()
	is.NoErr(os.Rename(other, path)) // while the other waits for the lock
	is.NoErr(release())
	is.NoErr(<-opened)
	f, err := OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	is.NoErr(f.View(t.Context(), func(r kv.Reader) error {
		_, err := r.Get("new", []byte("k"))
		return err
	}))
}

// TestFreeBytes compares FreeBytes with a saved list of free pages and without: they
// differ by the page of the list.
func TestFreeBytes(t *testing.T) {
	is := is.New(t)
	path := stopped(t)
	closed := freeBytes(t, path)
	is.True(closed > 0 && closed%pageSize == 0)
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	is.NoErr(e.Update(t.Context(), write("one")))
	free := e.Stats().FreeBytes()
	b, err := os.ReadFile(path)
	is.NoErr(err)
	is.Equal(freeBytes(t, put(t, b)), free)
	is.NoErr(e.Close())
	is.Equal(freeBytes(t, path), free-pageSize)
}

func freeBytes(t *testing.T, path string) int64 {
	t.Helper()
	is := is.New(t)
	f, err := OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	free, err := f.FreeBytes()
	is.NoErr(err)
	return free
}
