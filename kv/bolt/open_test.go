package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

func TestFileIsOpenedSafely(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	is.True(!e.db().NoSync)     // an acknowledged write is on disk
	is.True(!e.db().NoGrowSync) // and so is the size of the file
	is.True(e.db().NoFreelistSync)
	is.Equal(e.db().FreelistType, bbolt.FreelistArrayType)
	is.Equal(e.db().Info().PageSize, 4096)
	info, err := os.Stat(e.db().Path())
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600)) // nobody else may read it
}

func TestCreatingLeavesNothingElse(t *testing.T) {
	is := is.New(t)
	folder := t.TempDir()
	e, err := Open(filepath.Join(folder, "store.db"), Options{})
	is.NoErr(err)
	is.Equal(names(t, folder), []string{"store.db", "store.db.holder"})
	is.NoErr(e.Close())
	is.Equal(names(t, folder), []string{"store.db"})
}

func TestCreatingTwiceKeepsTheFirst(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	is.NoErr(create(path))
	before, err := os.Stat(path)
	is.NoErr(err)
	is.NoErr(create(path)) // a second process that found no file a moment ago
	after, err := os.Stat(path)
	is.NoErr(err)
	is.True(os.SameFile(before, after))
}

func TestStumpIsReportedAsNeverInitialised(t *testing.T) {
	for _, size := range []int{0, 1, pageSize, minFile - 1} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			is := is.New(t)
			path := filepath.Join(t.TempDir(), "store.db")
			is.NoErr(os.WriteFile(path, make([]byte, size), 0o600))
			_, err := Open(path, Options{})
			is.True(errors.Is(err, ErrNeverInitialised))
			info, err := os.Stat(path)
			is.NoErr(err)
			is.Equal(info.Size(), int64(size)) // it was not touched
		})
	}
}

func TestForeignFileIsRefused(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	is.NoErr(os.WriteFile(path, make([]byte, 10*pageSize), 0o600))
	_, err := Open(path, Options{})
	is.True(err != nil)
	is.True(!errors.Is(err, ErrNeverInitialised)) // that one may be removed, this one not
}

func TestSecondOpenerLearnsWhoHoldsTheStore(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	_, err := Open(e.db().Path(), Options{})
	is.True(errors.Is(err, kv.ErrInUse))
	is.Equal(err.Error(), fmt.Sprintf("kv: store is in use by another process: %s is held by process %d", e.db().Path(), os.Getpid()))
}

func TestCleanCloseSavesTheFreePages(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, Options{})
	is.NoErr(err)
	is.True(!listSaved(e.db())) // not while it runs
	free := e.freePages()
	is.True(free >= poolPages)
	is.NoErr(e.Close())
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true})
	is.NoErr(err)
	defer db.Close()
	is.True(listSaved(db))
}

// listSaved asks bbolt whether the list of free pages is in the file.
func listSaved(db *bbolt.DB) bool {
	saved := false
	_ = db.View(func(tx *bbolt.Tx) error {
		for id := 0; ; id++ {
			p, err := tx.Page(id)
			if err != nil || p == nil {
				return err
			}
			if p.Type == "freelist" {
				saved = true
				return nil
			}
		}
	})
	return saved
}

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
