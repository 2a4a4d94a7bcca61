package kv_test

import (
	"errors"
	"testing"

	"marquee/kv"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// A part that fails leaves nothing, and what is around it goes on.
func TestPartsOfATransaction(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{})
	get := func(r kv.Reader, key string) string {
		v, err := r.Get("s", []byte(key))
		if err != nil {
			return err.Error()
		}
		return string(v)
	}
	none, ran := kv.ErrNotFound.Error(), 0
	is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
		return errors.Join(tx.Put("s", []byte("gone"), []byte("1")), tx.Put("s", []byte("kept"), []byte("1")))
	}))
	is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
		first := tx.Tick()
		is.NoErr(kv.Nest(tx, func(in kv.Tx) error {
			is.Equal(get(in, "kept"), "1")
			is.True(in.Tick().After(first))
			in.AfterCommit(func() { ran++ })
			is.NoErr(in.Delete("s", []byte("gone")))
			is.Equal(get(in, "gone"), none)
			is.Equal(get(tx, "gone"), "1") // not yet
			return in.Put("s", []byte("new"), []byte("2"))
		}))
		is.Equal(get(tx, "gone"), none)
		is.Equal(get(tx, "new"), "2")
		failed := errors.New("no")
		is.Equal(kv.Nest(tx, func(in kv.Tx) error {
			in.AfterCommit(func() { ran += 100 })
			is.NoErr(in.Put("s", []byte("new"), []byte("3")))
			return failed
		}), failed)
		is.True(kv.Nest(tx, func(in kv.Tx) error {
			_ = in.Put("s", nil, []byte("too short a key"))
			return nil
		}) != nil) // a refused write refuses the part, and the part alone
		return nil
	}))
	is.NoErr(e.View(t.Context(), func(r kv.Reader) error {
		is.Equal([]string{get(r, "gone"), get(r, "kept"), get(r, "new")}, []string{none, "1", "2"})
		return nil
	}))
	is.Equal(ran, 1)
}
