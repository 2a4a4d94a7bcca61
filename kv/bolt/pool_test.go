package bolt

import (
	"fmt"
	"io"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
	"go.etcd.io/bbolt"
)

// growth is by how many bytes the used part of the file grows while one read
// stays open during many tiny commits.
func growth(t *testing.T, o Options, commits int) int64 {
	e := openTemp(t, o)
	rewrite := func(i int) {
		err := e.Update(background, func(tx kv.Tx) error {
			return tx.Put("s", fmt.Appendf(nil, "%04d", i%2000), make([]byte, 300))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 200 {
		rewrite(i * 10)
	}
	before := size(t, e)
	if err := e.View(background, func(kv.Reader) error {
		for i := range commits {
			rewrite(i % 200 * 10)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return size(t, e) - before
}

func size(t *testing.T, e *Engine) (n int64) {
	t.Helper()
	if err := e.db().View(func(tx *bbolt.Tx) error { n = tx.Size(); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestLongReadDoesNotMakeTheFileGrow(t *testing.T) {
	is := is.New(t)
	const commits = 1500
	is.True(growth(t, Options{}, commits) <= 1<<20)
	is.True(growth(t, Options{FreePages: -1}, commits) > 4<<20) // so the free pages are what prevents it
}

func TestPoolIsFilledUpAgain(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	for i := range 40 {
		is.NoErr(e.Update(background, func(tx kv.Tx) error {
			return tx.Put("s", fmt.Appendf(nil, "%04d", i), make([]byte, 100_000))
		}))
	}
	for e.Stats().FreePages < poolPages/2 {
		yield() // until the moment is quiet
	}
}

func TestPoolIsFilledBeforeACopy(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	for i := range 40 {
		is.NoErr(e.Update(background, func(tx kv.Tx) error {
			return tx.Put("s", fmt.Appendf(nil, "%04d", i), make([]byte, 100_000))
		}))
	}
	_, err := e.CopyTo(background, io.Discard)
	is.NoErr(err)
	is.True(e.Stats().FreePages >= poolPages/2)
}
