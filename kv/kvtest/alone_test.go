package kvtest_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// engines are both kinds: with one writer, and with many.
func engines(t *testing.T, play func(t *testing.T, e kv.Engine)) {
	t.Run("bolt", func(t *testing.T) {
		e, err := bolt.Open(filepath.Join(t.TempDir(), "store.db"), bolt.Options{FreePages: -1})
		if err != nil {
			t.Fatal(err)
		}
		play(t, e)
	})
	t.Run("mem", func(t *testing.T) { play(t, mem.New(mem.Options{})) })
}

func TestAlone(t *testing.T) {
	ctx := context.Background()
	view := func(e kv.Engine, in func() error) error {
		return e.View(ctx, func(kv.Reader) error { return in() })
	}
	update := func(e kv.Engine, in func() error) error {
		return e.Update(ctx, func(kv.Tx) error { return in() })
	}
	nothing := func() error { return nil }
	engines(t, func(t *testing.T, inner kv.Engine) {
		is := is.New(t)
		e := kvtest.Alone(inner)
		for _, outer := range []func(kv.Engine, func() error) error{view, update} {
			for _, nested := range []func(kv.Engine, func() error) error{view, update} {
				func() {
					defer func() { is.Equal(recover(), kvtest.Nested) }()
					_ = outer(e, func() error { return nested(e, nothing) })
					t.Error("a transaction inside a transaction went through")
				}()
				is.NoErr(nested(e, nothing)) // the next one is welcome
			}
		}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				for range 20 {
					is.NoErr(update(e, nothing))
					is.NoErr(view(e, nothing)) // one after the other, beside others
				}
			})
		}
		all.Wait()
		is.NoErr(e.Close())
	})
}

// TestNestedPasses is the control: an engine with many writers allows a transaction inside
// a transaction, so only the guard finds it.
func TestNestedPasses(t *testing.T) {
	is := is.New(t)
	e := mem.New(mem.Options{})
	ctx := context.Background()
	is.NoErr(e.Update(ctx, func(kv.Tx) error {
		return e.Update(ctx, func(kv.Tx) error { return nil })
	}))
	is.NoErr(e.Close())
}
