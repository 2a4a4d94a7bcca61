package bolt

import (
	"path/filepath"
	"testing"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

func TestPoolLeftBehindByACrashIsCleared(t *testing.T) {
	for _, size := range []int{pageSize, 4 << 20} {
		is := is.New(t)
		path := filepath.Join(t.TempDir(), "store.db")
		e, err := Open(path, Options{})
		is.NoErr(err)
		is.NoErr(e.db().Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucket(poolBucket)
			if err != nil {
				return err
			}
			return fill(b, size)
		}))
		is.NoErr(e.Close())
		e, err = Open(path, Options{})
		is.NoErr(err)
		is.NoErr(e.db().View(func(tx *bbolt.Tx) error {
			is.True(tx.Bucket(poolBucket) == nil)
			return nil
		}))
		is.True(e.freePages() >= e.o.FreePages/2)
		is.NoErr(e.Close())
	}
}
