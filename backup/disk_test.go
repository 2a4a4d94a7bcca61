package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

var errDisk = errors.New("disk: input/output error")

// badDisk fails its n-th call, once, and writes down every call.
type badDisk struct {
	realDisk
	n     int
	calls []string
}

func (d *badDisk) call(format string, args ...any) error {
	d.calls = append(d.calls, fmt.Sprintf(format, args...))
	if len(d.calls) == d.n {
		return errDisk
	}
	return nil
}

func (d *badDisk) Create(path string) (file, error) {
	if err := d.call("create"); err != nil {
		return nil, err
	}
	f, err := d.realDisk.Create(path)
	return badFile{f, d}, err
}

func (d *badDisk) Rename(from, to string) error {
	return errors.Join(d.call("rename"), unless(d, func() error { return d.realDisk.Rename(from, to) }))
}

func (d *badDisk) Link(from, to string) error {
	return errors.Join(d.call("link"), unless(d, func() error { return d.realDisk.Link(from, to) }))
}

func (d *badDisk) Remove(path string) error {
	return errors.Join(d.call("remove"), unless(d, func() error { return d.realDisk.Remove(path) }))
}

func (d *badDisk) SyncFolder(dir string) error { return d.call("sync folder") }

// unless does what was asked for when this is not the call that fails.
func unless(d *badDisk, fn func() error) error {
	if len(d.calls) == d.n {
		return nil
	}
	return fn()
}

type badFile struct {
	file
	d *badDisk
}

func (f badFile) Write(b []byte) (int, error) {
	if err := f.d.call("write"); err != nil {
		n, _ := f.file.Write(b[:len(b)/2]) // a short write, as on a full disk
		return n, err
	}
	return f.file.Write(b)
}

func (f badFile) Sync() error { return errors.Join(f.d.call("sync"), f.file.Sync()) }

func (f badFile) Close() error { return errors.Join(f.d.call("close"), f.file.Close()) }

// order is what was called, repeats left out. A file is synced again and again as it
// grows: that is one write and one sync here, however large it is.
func (d *badDisk) order() string {
	var short []string
	for _, c := range d.calls {
		if len(short) == 0 || short[len(short)-1] != c {
			short = append(short, c)
		}
	}
	all, before := strings.Join(short, ", "), ""
	for all != before {
		before, all = all, strings.ReplaceAll(all, "write, sync, write, sync", "write, sync")
	}
	return all
}

// good stands for a check that finds nothing.
func good(context.Context, string, Depth, func(Finding)) (Report, error) {
	return Report{Digest: "same"}, nil
}

// something is a file that stands for a store.
func something(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTakeOnABadDisk(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	dir := t.TempDir()
	store := something(t, filepath.Join(dir, "store"), strings.Repeat("songs ", 1000))
	for n := 1; ; n++ {
		d := &badDisk{n: n}
		k := here(t)
		k.Check, k.disk = good, d
		dest := filepath.Join(dir, fmt.Sprintf("%d.tar.zst", n))
		taken, err := k.Take(t.Context(), store, dest, nil)
		if err == nil {
			is.True(len(d.calls) < n) // nothing failed, so everything is there
			is.Equal(d.order(), "create, write, sync, close, rename, sync folder")
			is.NoErr(readBack(taken.Path))
			return
		}
		is.True(errors.Is(err, errDisk))
		if _, err := os.Stat(dest); err == nil {
			is.NoErr(readBack(dest)) // what has the name is whole
			is.Equal(d.calls[n-1], "sync folder")
		}
	}
}

func TestRestoreOnABadDisk(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	dir := t.TempDir()
	k := here(t)
	k.Check = good
	fresh := storeFront(t) + strings.Repeat("new songs ", 1000)
	taken, err := k.Take(t.Context(), something(t, filepath.Join(dir, "copy"), fresh), dir, nil)
	is.NoErr(err)
	for n := 1; ; n++ {
		d := &badDisk{n: n}
		k.disk = d
		store := something(t, filepath.Join(dir, fmt.Sprintf("store%d", n)), "old songs")
		out, err := k.Restore(t.Context(), Restoring{Source: taken.Path, Store: store, Force: true})
		content, missing := os.ReadFile(store)
		is.NoErr(missing) // at no moment is there none
		if err == nil {
			is.Equal(string(content), fresh)
			old, err := os.ReadFile(out.Kept)
			is.NoErr(err)
			is.Equal(string(old), "old songs")
			if len(d.calls) >= n {
				is.Equal(d.calls[n-1], "link") // a file system without links
				continue
			}
			is.Equal(d.order(), "remove, create, write, sync, close, link, rename, sync folder")
			return
		}
		is.True(errors.Is(err, errDisk))
		is.True(string(content) == "old songs" || d.calls[n-1] == "sync folder")
	}
}

func TestCheckInAnotherProcess(t *testing.T) {
	path := closed(t)
	child, err := Self(childWord)
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, path string) (Report, []Finding) {
		is := is.New(t)
		var found []Finding
		r, err := child.Check(t.Context(), path, Full, func(f Finding) { found = append(found, f) })
		is.NoErr(err)
		is.Equal(r.Good(), len(found) == 0)
		return r, found
	}
	t.Run("a sound store is good", func(t *testing.T) {
		is := is.New(t)
		r, found := check(t, path)
		is.Equal(len(found), 0)
		is.True(r.Records > 100 && r.Digest != "" && r.Companies == 1 && r.Invariants > 5)
	})
	t.Run("a file cut off at any page is not", func(t *testing.T) {
		is := is.New(t)
		whole, err := os.ReadFile(path)
		is.NoErr(err)
		for _, pages := range []int{0, 1, 2, 3, 4, 5, 50, 200, 500} {
			if _, found := check(t, something(t, path+".cut", string(whole[:pages*4096]))); len(found) == 0 {
				t.Errorf("%d pages are a sound store", pages)
			}
		}
	})
	t.Run("one whose reader crashes is damaged", func(t *testing.T) {
		is := is.New(t)
		dead := Child{[]string{"false"}}
		r, err := dead.Check(t.Context(), path, Full, func(f Finding) { t.Log(f) })
		is.NoErr(err)
		is.True(!r.Good())
	})
}
