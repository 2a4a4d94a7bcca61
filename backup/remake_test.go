package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// nobody erases nobody, and counts how often it was asked.
func nobody(asked *int) Eraser {
	return func(context.Context, string, []customer.Erased) (customer.Again, error) {
		*asked++
		return customer.Again{}, nil
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, strings.TrimPrefix(path, dir+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestRemakingGoesOnWhereItWasBrokenOff: what a process that was killed left, of either kind of
// name, is in nobody's way and stays nowhere.
func TestRemakingGoesOnWhereItWasBrokenOff(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	k, store, dest, dir := here(t), closed(t), t.TempDir(), t.TempDir()
	taken, err := k.Take(t.Context(), store, dest, nil)
	is.NoErr(err)
	whole, err := os.ReadFile(taken.Path)
	is.NoErr(err)
	name := filepath.Base(taken.Path)
	something(t, filepath.Join(dest, "mine"), string(whole))
	scratch := filepath.Join(dir, "marquee.db")
	for _, left := range []string{name, "mine", "mine" + packSuffix} {
		something(t, filepath.Join(dest, remakingPrefix+left), string(whole))
		something(t, filepath.Join(dest, remakingPrefix+left+partialSuffix), string(whole[:len(whole)/2]))
	}
	for _, left := range []string{"", packSuffix, packSuffix + partialSuffix, packSuffix + ageSuffix} {
		something(t, scratch+".remaking"+left, "left")
	}
	asked := 0
	out, err := k.Remake(t.Context(), Remaking{Dest: dest, Store: taken.Manifest.Store, Scratch: scratch, Erase: nobody(&asked)})
	is.NoErr(err)
	is.Equal(asked, 2)
	for _, b := range out {
		is.Equal(b.Problem, "")
	}
	is.Equal(namesIn(t, dest), []string{name, "mine"})
	is.Equal(namesIn(t, dir), nil)
	_, err = k.Verify(t.Context(), taken.Path, "", nil)
	is.NoErr(err)

	// Those of another store are no concern of this one.
	other := something(t, filepath.Join(dest, remakingPrefix+name), string(whole))
	_, err = k.Remake(t.Context(), Remaking{Dest: dest, Store: "0123456789abc", Scratch: scratch, Erase: nobody(&asked)})
	is.NoErr(err)
	is.Equal(asked, 2)
	_, err = os.Stat(other)
	is.NoErr(err)
}

// TestTheStoreItselfIsNoBackup: nobody is told to remove it, however its folder is called.
func TestTheStoreItselfIsNoBackup(t *testing.T) {
	is := is.New(t)
	k, store := here(t), closed(t)
	id, err := StoreIDAt(store)
	is.NoErr(err)
	t.Chdir(filepath.Dir(store))
	for _, dest := range []string{".", filepath.Dir(store)} {
		asked := 0
		out, err := k.Remake(t.Context(), Remaking{Dest: dest, Store: id, Scratch: store, Erase: nobody(&asked)})
		is.NoErr(err)
		is.Equal(len(out), 0)
	}
}

// TestABackupOfANodeIsErasedFrom: its store is nobody's node while that is done.
func TestABackupOfANodeIsErasedFrom(t *testing.T) {
	is := is.New(t)
	k, store, dest := here(t), closed(t), t.TempDir()
	is.NoErr(bolt.SetMember(store, "festival/1"))
	taken, err := k.Take(t.Context(), store, dest, nil)
	is.NoErr(err)
	asked := 0
	out, err := k.Remake(t.Context(), Remaking{
		Dest: dest, Store: taken.Manifest.Store, Scratch: filepath.Join(t.TempDir(), "marquee.db"),
		Erase: func(_ context.Context, path string, _ []customer.Erased) (customer.Again, error) {
			asked++
			of, err := ClusterOf(path)
			is.Equal(of, "")
			return customer.Again{}, err
		},
	})
	is.NoErr(err)
	is.Equal(asked, 1)
	is.Equal(out[0].Problem, "")
}

// TestABackupThatTellsNoStore: only those are taken out of it who cannot be anybody else.
func TestABackupThatTellsNoStore(t *testing.T) {
	is := is.New(t)
	k, store, dest := here(t), closed(t), t.TempDir()
	k.Check = func(ctx context.Context, path string, depth Depth, tell func(Finding)) (Report, error) {
		r, err := inspectLoaded(ctx, path, depth, tell)
		r.Store = ""
		return r, err
	}
	_, err := k.Take(t.Context(), store, dest, nil)
	is.NoErr(err)
	at := time.Now()
	sure := customer.Erased{Company: 1, Customer: 1, At: at, Made: at.Add(-time.Hour), Addresses: [][]byte{{1}}}
	unsure := customer.Erased{Company: 1, Customer: 2, At: at}
	var asked []customer.Erased
	remake := func(all ...customer.Erased) string {
		t.Helper()
		asked = nil
		out, err := k.Remake(t.Context(), Remaking{
			Dest: dest, Store: "0123456789abc", Erased: all, Scratch: filepath.Join(t.TempDir(), "marquee.db"),
			Erase: func(_ context.Context, _ string, all []customer.Erased) (customer.Again, error) {
				asked = all
				return customer.Again{}, nil
			},
		})
		is.NoErr(err)
		is.Equal(len(out), 1)
		return out[0].Problem
	}
	is.Equal(remake(sure), "")
	is.Equal(len(asked), 1)
	is.Equal(asked[0].Addresses, nil)
	is.True(strings.Contains(remake(sure, unsure), "told of no store"))
	is.Equal(len(asked), 0)
}

// TestADamagedErasureIsOneFinding: the rest of the store is checked all the same, and the others
// who were erased are told.
func TestADamagedErasureIsOneFinding(t *testing.T) {
	is := is.New(t)
	path, e, a := festival(t)
	for id := int64(1); id <= 2; id++ {
		_, err := customer.Finish(t.Context(), a, &app.Caller{CompanyID: 1, Super: true}, id, true)
		is.NoErr(err)
	}
	is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
		const table kv.Space = "erasures"
		for p, err := range tx.Scan(table, kv.Range{}) {
			if err != nil {
				return err
			}
			key, value := slices.Clone(p.Key), slices.Clone(p.Value)
			value[len(value)-1] ^= 1
			return tx.Put(table, key, value)
		}
		return nil
	}))
	is.NoErr(e.Close())
	damaged := 0
	report, err := inspectLoaded(t.Context(), path, Normal, func(f Finding) {
		if strings.HasPrefix(f.Where, "erasures") {
			damaged++
		}
	})
	is.NoErr(err)
	is.Equal(damaged, 1)
	is.Equal(len(report.Erased), 1)
}

// opened opens a stopped store, and closes it behind fn.
func opened(path string, fn func(a *app.App) error) error {
	e, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(fn(app.New(e, business, app.Options{})), e.Close())
}

// TestARestoreThatOnlyNotesSomebody: a backup from before somebody was a customer has another
// content then than its manifest says, and is no bad one.
func TestARestoreThatOnlyNotesSomebody(t *testing.T) {
	is := is.New(t)
	k, store, dest := here(t), closed(t), t.TempDir()
	first, err := k.Take(t.Context(), store, dest, nil)
	is.NoErr(err)
	super := &app.Caller{CompanyID: 1, Super: true}
	is.NoErr(opened(store, func(a *app.App) error {
		c, err := customer.Create(t.Context(), a, super, customer.Fields{Name: new("Zauberkasten"), Email: new("late@example.com")})
		if err == nil {
			_, err = customer.Finish(t.Context(), a, super, c.ID, true)
		}
		return err
	}))
	_, err = k.Take(t.Context(), store, dest, nil)
	is.NoErr(err)
	out, err := k.Restore(t.Context(), Restoring{
		Source: first.Path, Store: filepath.Join(t.TempDir(), "marquee.db"),
		Erase: func(ctx context.Context, path string, all []customer.Erased) (done customer.Again, err error) {
			err = opened(path, func(a *app.App) (err error) { done, err = customer.EraseAgain(ctx, a, all); return err })
			is.Equal(done, customer.Again{Noted: 1})
			return done, err
		},
	})
	is.NoErr(err)
	is.Equal(out.Erased, 0)
	is.Equal(len(out.Report.Erased), 1)
}
