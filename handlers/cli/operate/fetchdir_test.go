package operate

import (
	"os"
	"path/filepath"
	"testing"

	"marquee/backup/machine"

	"github.com/matryer/is"
)

func TestScratch(t *testing.T) {
	const bucket = "s3://bucket/backup.mqb"
	left := func(t *testing.T, dir string) string {
		l := filepath.Join(dir, ".fetched-123")
		if err := os.MkdirAll(l, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(l, "backup"), []byte("half a store"), 0o600); err != nil {
			t.Fatal(err)
		}
		return l
	}
	there := func(path string) bool { _, err := os.Stat(path); return err == nil }

	t.Run("what a killed one left goes, what lies beside it stays", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		l := left(t, dir)
		is.NoErr(os.WriteFile(filepath.Join(dir, StoreFile), nil, 0o600))
		fetchDir, remove, err := fetchDirFor(dir, bucket)
		is.NoErr(err)
		is.True(!there(l))
		is.True(there(filepath.Dir(fetchDir)))
		remove()
		is.True(!there(filepath.Dir(fetchDir)))
		is.True(there(filepath.Join(dir, StoreFile)))
	})
	t.Run("what another one is fetching stays", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		one, removeOne, err := fetchDirFor(dir, bucket)
		is.NoErr(err)
		two, removeTwo, err := fetchDirFor(dir, bucket)
		is.NoErr(err)
		is.True(one != two && there(filepath.Dir(one)))
		removeOne()
		removeTwo()
		entries, err := os.ReadDir(dir)
		is.NoErr(err)
		is.Equal(len(entries), 0)
	})
	t.Run("its lock is what keeps it", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		l := left(t, dir)
		release, err := machine.Lock(filepath.Join(l, fetchDirLock))
		is.NoErr(err)
		removeStaleFetchDirs(dir)
		is.True(there(l))
		is.NoErr(release())
		removeStaleFetchDirs(dir)
		is.True(!there(l))
	})
	t.Run("a backup that is a file needs none", func(t *testing.T) {
		is := is.New(t)
		dir := t.TempDir()
		l := left(t, dir)
		fetchDir, remove, err := fetchDirFor(dir, filepath.Join(dir, "backup"))
		is.NoErr(err)
		is.Equal(fetchDir, "")
		remove()
		is.True(there(l))
	})
}
