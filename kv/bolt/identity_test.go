package bolt

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// identityAt reads the id of a stopped store.
func identityAt(t *testing.T, path string) string {
	t.Helper()
	f, err := OpenFrozen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	id, err := f.Identity()
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEveryStoreHasAnIDOfItsOwn(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	open := func(name string) (path, id string) {
		path = filepath.Join(dir, name)
		e, err := Open(path, Options{FreePages: -1})
		is.NoErr(err)
		nowOf(t, e, "a")
		id = e.Identity()
		is.NoErr(e.Close())
		return path, id
	}
	path, id := open("one.db")
	is.Equal(len(id), 13)
	_, again := open("one.db")
	is.Equal(again, id)
	_, other := open("two.db")
	is.True(other != id)

	f, err := OpenFrozen(path)
	is.NoErr(err)
	compacted := filepath.Join(dir, "compacted.db")
	is.NoErr(f.CompactTo(compacted))
	is.NoErr(f.Close())
	is.Equal(identityAt(t, compacted), id)
}

func TestAStoreOfAnOlderProgramGetsItsIDWhenItIsOpened(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "old.db")
	e, err := Open(path, Options{FreePages: -1})
	is.NoErr(err)
	last := nowOf(t, e, "a")
	is.NoErr(e.Close())
	forgetIdentity(t, path)
	is.Equal(identityAt(t, path), "")
	before := digestAt(t, path)

	e, err = Open(path, Options{FreePages: -1})
	is.NoErr(err)
	id := e.Identity()
	is.NoErr(e.Close())
	is.Equal(len(id), 13)
	is.Equal(identityAt(t, path), id)
	is.Equal(digestAt(t, path), before) // the content is what it was
	f, err := OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	at, err := f.LastCommit()
	is.NoErr(err)
	is.Equal(at, last) // and a journal goes on
}

func forgetIdentity(t *testing.T, path string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket(identityBucket) }); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func digestAt(t *testing.T, path string) string {
	t.Helper()
	f, err := OpenFrozen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	digest, err := f.Digest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return digest
}
