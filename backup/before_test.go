package backup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"marquee/app/customer"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// aged is a small stopped store that this program has to upgrade.
func aged(t *testing.T) string {
	t.Helper()
	is := is.New(t)
	large, err := bolt.OpenFrozen(closed(t))
	is.NoErr(err)
	path := filepath.Join(t.TempDir(), "marquee.db")
	is.NoErr(large.CompactTo(path))
	is.NoErr(large.Close())
	forget(t, path)
	return path
}

func anyRoom(int64) error { return nil }

// finish opens a store as serve does and notes that it is upgraded.
func finish(t *testing.T, k *Keeper, store string) (removed []string) {
	t.Helper()
	is := is.New(t)
	is.NoErr(upgrade(t.Context(), store))
	e, err := bolt.Open(store, bolt.Options{FreePages: -1})
	is.NoErr(err)
	removed, err = k.AfterUpgrade(t.Context(), store, e)
	is.NoErr(err)
	is.NoErr(e.Close())
	return removed
}

func TestTheCopyBeforeAnUpgrade(t *testing.T) {
	kvtest.SingleGoroutine(t)
	t.Run("is the store to the bit, checked and described", func(t *testing.T) {
		is := is.New(t)
		store := aged(t)
		was, err := os.ReadFile(store)
		is.NoErr(err)
		b, err := here(t).BeforeUpgrade(t.Context(), store, anyRoom)
		is.NoErr(err)
		got, err := os.ReadFile(b.Copy)
		is.NoErr(err)
		is.Equal(string(got), string(was))
		is.True(len(b.Steps) > 20 && b.Report.Digest != "" && b.Bytes == int64(len(was)))
	})
	t.Run("is not made when there is nothing to upgrade, or no store", func(t *testing.T) {
		is := is.New(t)
		for _, store := range []string{closed(t), filepath.Join(t.TempDir(), "marquee.db")} {
			b, err := here(t).BeforeUpgrade(t.Context(), store, func(int64) error { return errors.New("not asked") })
			is.NoErr(err)
			is.True(b == nil)
		}
	})
	t.Run("is not made where there is no room", func(t *testing.T) {
		is := is.New(t)
		store, full := aged(t), errors.New("full")
		_, err := here(t).BeforeUpgrade(t.Context(), store, func(bytes int64) error {
			is.True(bytes > 100_000)
			return full
		})
		is.Equal(err, full)
		left, err := os.ReadDir(filepath.Dir(store))
		is.NoErr(err)
		is.Equal(len(left), 1)
	})
	t.Run("is made once for an upgrade that is broken off and goes on", func(t *testing.T) {
		is := is.New(t)
		store, k := aged(t), here(t)
		first, err := k.BeforeUpgrade(t.Context(), store, anyRoom)
		is.NoErr(err)
		for _, n := range []int{1, 2, 10, 40} {
			is.True(!upgradeUntil(t, store, n))
			again, err := k.BeforeUpgrade(t.Context(), store, anyRoom)
			is.NoErr(err)
			is.Equal(again.Copy, first.Copy)
		}
		is.Equal(len(finish(t, k, store)), 0)
		all, err := Befores(store)
		is.NoErr(err)
		is.Equal(len(all), 1)
		is.True(!all[0].Upgraded.IsZero())
	})
	t.Run("is made again when an older program served in between", func(t *testing.T) {
		is := is.New(t)
		store, k := aged(t), here(t)
		first, err := k.BeforeUpgrade(t.Context(), store, anyRoom)
		is.NoErr(err)
		is.NoErr(writeOne(t, store))
		k.clock = func() time.Time { return time.Now().Add(time.Second) }
		again, err := k.BeforeUpgrade(t.Context(), store, anyRoom)
		is.NoErr(err)
		is.True(again.Copy != first.Copy)
	})
	t.Run("stays with one other, the newest two", func(t *testing.T) {
		is := is.New(t)
		store, k := aged(t), here(t)
		for n := range 4 {
			k.clock = func() time.Time { return time.Now().Add(time.Duration(n) * time.Second) }
			_, err := k.BeforeUpgrade(t.Context(), store, anyRoom)
			is.NoErr(err)
			is.Equal(len(finish(t, k, store)), max(0, min(1, n-1)))
			forget(t, store)
		}
		all, err := Befores(store)
		is.NoErr(err)
		is.Equal(len(all), 2)
	})
}

// writeOne commits something, as an older program would that was started again.
func writeOne(t *testing.T, store string) error {
	t.Helper()
	e, err := bolt.Open(store, bolt.Options{FreePages: -1})
	if err != nil {
		return err
	}
	return errors.Join(e.Update(t.Context(), func(tx kv.Tx) error { return tx.Put("songs", []byte("1"), []byte("la")) }), e.Close())
}

func TestTheCopyBeforeAnUpgradeOnABadDisk(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	store := aged(t)
	was, err := os.ReadFile(store)
	is.NoErr(err)
	for n := 1; ; n++ {
		d := &badDisk{n: n}
		k := here(t)
		k.disk, k.Check = d, good
		b, err := k.BeforeUpgrade(t.Context(), store, anyRoom)
		now, reading := os.ReadFile(store)
		is.NoErr(reading)
		is.Equal(string(now), string(was)) // whatever happens, the store is as it was
		if err == nil {
			is.True(len(d.calls) < n)
			is.Equal(d.order(), "create, write, sync, close, remove, create, write, sync, close, rename, sync folder, rename, sync folder")
			is.NoErr(comparable(t, store, b))
			return
		}
		is.True(errors.Is(err, errDisk))
		all, err := Befores(store)
		is.NoErr(err)
		for _, b := range all { // only the last sync of the folder can have left one
			is.Equal(d.calls[n-1], "sync folder")
			is.NoErr(comparable(t, store, &b))
			is.NoErr(os.Remove(b.Copy))
		}
	}
}

// comparable tells whether a rollback could use a copy.
func comparable(t *testing.T, store string, b *Before) error {
	t.Helper()
	k := here(t)
	k.Check = good
	_, _, err := k.compare(t.Context(), Rolling{Store: store}, b)
	return err
}

func TestRollbackOnABadDisk(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	old := aged(t)
	was, err := os.ReadFile(old)
	is.NoErr(err)
	for n := 1; ; n++ {
		store, k := copied(t, old), here(t)
		k.Check = good
		_, err = k.BeforeUpgrade(t.Context(), store, anyRoom)
		is.NoErr(err)
		finish(t, k, store)
		upgraded, err := os.ReadFile(store)
		is.NoErr(err)
		d := &badDisk{n: n}
		k.disk = d
		out, err := k.Rollback(t.Context(), Rolling{Store: store})
		now, missing := os.ReadFile(store)
		is.NoErr(missing) // at no moment is there none
		if err == nil && len(d.calls) < n {
			is.Equal(string(now), string(was))
			kept, err := os.ReadFile(out.Kept)
			is.NoErr(err)
			is.Equal(string(kept), string(upgraded))
			is.Equal(d.order(), "link, rename, sync folder, remove")
			return
		}
		is.True(string(now) == string(was) || string(now) == string(upgraded))
		is.True(err == nil || errors.Is(err, errDisk))
		is.True(err != nil || d.calls[n-1] == "link") // a file system without links
	}
}

// TestWhomARollbackBringsBack: those are named who are in the copy. The number of somebody who
// became a customer later is given to somebody else there.
func TestWhomARollbackBringsBack(t *testing.T) {
	is := is.New(t)
	then := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	who := func(id int64, made time.Time) customer.Erased {
		return customer.Erased{Company: 1, Customer: id, Made: made, At: then.Add(time.Hour)}
	}
	known, since, later, older := who(1, then.Add(-time.Hour)), who(2, then), who(3, then.Add(time.Second)), who(4, time.Time{})
	twice := who(1, then.Add(-time.Minute)) // the number of one who was erased before
	now := Report{Erased: []customer.Erased{known, since, later, older, twice}}
	is.Equal(erasedSince(now, Report{LastCommit: then, Erased: []customer.Erased{known}}), []customer.Erased{since, older, twice})
}

func TestWhatARollbackLoses(t *testing.T) {
	moment := time.Date(2026, 7, 4, 12, 0, 0, 0, time.UTC)
	then := Report{LastCommit: moment, Content: "then"}
	build, migrate := []string{"build index orders.reference"}, []string{"build index orders.reference", "run migration 3 (trim names)"}
	done := moment.Add(time.Minute)
	for i, c := range []struct {
		why   string
		b     Before
		now   Report
		since bool
	}{
		{"the same records", Before{Steps: build, Report: then, Upgraded: done}, Report{LastCommit: done.Add(1), Content: "then"}, false},
		{"other records", Before{Steps: build, Report: then, Upgraded: done}, Report{LastCommit: done, Content: "now"}, true},
		{"migrated records and no commit", Before{Steps: migrate, Report: then, Upgraded: done}, Report{LastCommit: done, Content: "now"}, false},
		{"migrated records and a commit", Before{Steps: migrate, Report: then, Upgraded: done}, Report{LastCommit: done.Add(1), Content: "now"}, true},
		{"migrated records and work in the background", Before{Steps: migrate, Report: then, Upgraded: done, Untouched: true}, Report{LastCommit: done.Add(1), Content: "now"}, false},
		{"an upgrade that was broken off", Before{Steps: migrate, Report: then}, Report{LastCommit: done, Content: "now", Pending: build}, false},
		{"an older program and no commit", Before{Steps: build, Report: then, Upgraded: done}, Report{LastCommit: done, Newer: "too new"}, false},
		{"an older program and a commit", Before{Steps: build, Report: then, Upgraded: done}, Report{LastCommit: done.Add(1), Newer: "too new"}, true},
		{"an upgrade without end for an older program", Before{Steps: build, Report: then}, Report{LastCommit: done, Newer: "too new"}, true},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.why), func(t *testing.T) {
			is := is.New(t)
			is.Equal(c.b.writtenSince(c.now), c.since)
		})
	}
}
