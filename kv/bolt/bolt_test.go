package bolt

import (
	"cmp"
	"context"
	"path/filepath"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
)

// openTemp opens a store of its own. A busy machine may let a read of it wait for long: the
// limit of a second is for those who are served.
func openTemp(t testing.TB, o Options) *Engine {
	t.Helper()
	o.ReadLimit = cmp.Or(o.ReadLimit, time.Minute)
	e, err := Open(filepath.Join(t.TempDir(), "store.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func TestWhatIsWrittenCanBeReadAfterReopening(t *testing.T) {
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "store.db")
	e, err := Open(path, Options{})
	is.NoErr(err)
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error { return tx.Put("s", []byte("k"), []byte("v")) }))
	is.NoErr(e.Close())
	e, err = Open(path, Options{})
	is.NoErr(err)
	defer e.Close()
	is.NoErr(e.View(context.Background(), func(r kv.Reader) error {
		v, err := r.Get("s", []byte("k"))
		is.Equal(string(v), "v")
		return err
	}))
}
