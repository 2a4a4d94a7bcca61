package bolt

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

func nowOf(t *testing.T, e *Engine, key string) (now time.Time) {
	t.Helper()
	if err := e.Update(background, func(tx kv.Tx) error { now = tx.Now(); return write(key)(tx) }); err != nil {
		t.Fatal(err)
	}
	return now
}

func TestTimeGoesOnAfterReopening(t *testing.T) {
	is := is.New(t)
	wall := time.Date(2026, 7, 1, 12, 0, 0, 999, time.UTC)
	o := Options{FreePages: -1, Clock: func() time.Time { return wall }}
	path := filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, o)
	is.NoErr(err)
	first := nowOf(t, e, "a")
	is.Equal(first, wall.Truncate(time.Microsecond))
	wall = wall.Add(-24 * time.Hour) // the wall clock was wrong, or is now
	is.Equal(nowOf(t, e, "b"), first.Add(time.Microsecond))
	is.NoErr(e.Close())
	e, err = Open(path, o)
	is.NoErr(err)
	defer e.Close()
	is.NoErr(e.View(background, func(r kv.Reader) error {
		is.Equal(r.SafeTime(), first.Add(time.Microsecond))
		return nil
	}))
	is.Equal(nowOf(t, e, "c"), first.Add(2*time.Microsecond))
	wall = wall.Add(48 * time.Hour)
	is.Equal(nowOf(t, e, "d"), wall.Truncate(time.Microsecond)) // and follows the wall clock again
}

func TestFailedTransactionsDoNotMoveSafeTime(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	now := nowOf(t, e, "a")
	_ = e.Update(background, func(kv.Tx) error { return errors.New("refused") })
	is.NoErr(e.View(background, func(r kv.Reader) error {
		is.Equal(r.SafeTime(), now)
		return nil
	}))
}

// TestClockCostsNoPage compares a commit of one pair with the same commit made
// by hand without a clock. Once the names of the spaces fill several pages the
// clock may lie in another page than the space that was written.
func TestClockCostsNoPage(t *testing.T) {
	for spaces, more := range map[int]int64{1: 0, 20: 0, 60: 0, 150: 1} {
		t.Run(fmt.Sprint(spaces, " spaces"), func(t *testing.T) {
			is := is.New(t)
			e := openTemp(t, Options{FreePages: -1})
			is.NoErr(e.Update(background, func(tx kv.Tx) error {
				for i := range spaces {
					if err := tx.Put(kv.Space(fmt.Sprintf("space-number-%03d", i)), []byte("k"), make([]byte, 2000)); err != nil {
						return err
					}
				}
				return nil
			}))
			last := kv.Space(fmt.Sprintf("space-number-%03d", spaces-1))
			is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Put(last, []byte("k2"), []byte("1")) }))
			with := pagesWritten(e.db(), func() {
				is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Put(last, []byte("k2"), []byte("2")) }))
			})
			without := pagesWritten(e.db(), func() {
				is.NoErr(e.db().Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte(last)).Put([]byte("k2"), []byte("3")) }))
			})
			is.Equal(with, without+more) // pages written
		})
	}
}

func pagesWritten(db *bbolt.DB, do func()) int64 {
	before := db.Stats()
	do()
	after := db.Stats()
	return after.TxStats.GetWrite() - before.TxStats.GetWrite()
}

func usedPages(t *testing.T, e *Engine, s kv.Space) (pages int) {
	t.Helper()
	if err := e.db().View(func(tx *bbolt.Tx) error {
		st := tx.Bucket([]byte(s)).Stats()
		pages = st.LeafPageN + st.BranchPageN
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return pages
}
