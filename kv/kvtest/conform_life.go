package kvtest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
)

func failedClosureLeavesNoTrace(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "s", "a", "1"))
	err := e.Update(context.Background(), func(tx kv.Tx) error {
		if err := errors.Join(tx.Put("s", []byte("a"), []byte("9")), tx.Put("s", []byte("b"), []byte("2")), tx.Delete("s", []byte("a"))); err != nil {
			return err
		}
		return fmt.Errorf("wrapped: %w", errRefused)
	})
	is.True(errors.Is(err, errRefused)) // the closure's own error comes back
	is.Equal(stored(e, "s"), "a=1")
	err = e.View(context.Background(), func(kv.Reader) error { return errRefused })
	is.True(errors.Is(err, errRefused))
}

func panicReachesItsCaller(t *testing.T, e kv.Engine) {
	is := is.New(t)
	got := func() (p any) {
		defer func() { p = recover() }()
		return e.Update(context.Background(), func(tx kv.Tx) error {
			_ = tx.Put("s", []byte("a"), []byte("1"))
			panic("broken closure")
		})
	}()
	is.Equal(got, "broken closure")
	is.Equal(stored(e, "s"), "")
	is.NoErr(put(e, "s", "b", "2")) // the engine goes on
	is.Equal(stored(e, "s"), "b=2")
}

func exitHurtsNobody(t *testing.T, e kv.Engine) {
	is := is.New(t)
	var wg sync.WaitGroup
	returned := false
	wg.Go(func() {
		_ = e.Update(context.Background(), func(tx kv.Tx) error {
			_ = tx.Put("s", []byte("a"), []byte("1"))
			runtime.Goexit()
			return nil
		})
		returned = true
	})
	wg.Wait()
	is.True(!returned)              // the caller's goroutine ended too
	is.NoErr(put(e, "s", "b", "2")) // the engine goes on
	is.Equal(stored(e, "s"), "b=2")
}

func afterCommitRunsOnce(t *testing.T, e kv.Engine) {
	is := is.New(t)
	ran := ""
	note := func(s string) func() { return func() { ran += s } }
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error {
		tx.AfterCommit(func() { ran += stored(e, "s") + " " })
		tx.AfterCommit(note("second"))
		return tx.Put("s", []byte("a"), []byte("1"))
	}))
	is.Equal(ran, "a=1 second") // once each, in order, when the write can be read
	ran = ""
	is.True(e.Update(context.Background(), func(tx kv.Tx) error {
		tx.AfterCommit(note("never"))
		return errRefused
	}) != nil)
	is.True(e.Update(context.Background(), func(tx kv.Tx) error {
		tx.AfterCommit(note("never"))
		_ = tx.Put("s", nil, nil)
		return nil
	}) != nil)
	is.Equal(ran, "")
}

func endedContext(t *testing.T, e kv.Engine) {
	is := is.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := e.Update(ctx, func(tx kv.Tx) error { return tx.Put("s", []byte("a"), []byte("1")) })
	is.True(errors.Is(err, context.Canceled))
	is.True(errors.Is(e.View(ctx, func(kv.Reader) error { return nil }), context.Canceled))
	is.Equal(stored(e, "s"), "")

	is.NoErr(put(e, "s", "a", "1"))
	ctx, cancel = context.WithCancel(context.Background())
	err = e.View(ctx, func(r kv.Reader) error {
		cancel()
		_, err := r.Get("s", []byte("a"))
		return err
	})
	is.True(errors.Is(err, context.Canceled)) // a running read notices it
}

func neighboursDoNotDisturb(t *testing.T, e kv.Engine) {
	is := is.New(t)
	const n = 40
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			defer func() { _ = recover() }()
			_ = e.Update(context.Background(), func(tx kv.Tx) error {
				if err := tx.Put("s", fmt.Appendf(nil, "%02d", i), []byte("x")); err != nil {
					return err
				}
				switch i % 4 {
				case 1:
					return errRefused
				case 2:
					panic("one of many")
				case 3:
					runtime.Goexit()
				}
				return nil
			})
		})
	}
	wg.Wait()
	want := ""
	for i := 0; i < n; i += 4 {
		want += fmt.Sprintf("%02d=x ", i)
	}
	is.Equal(stored(e, "s")+" ", want) // those that succeeded, and only those
}

// idlesComeBack on an engine that does nothing, beside others who commit, to those whose
// context has ended, and when the engine is closed.
func idlesComeBack(t *testing.T, e kv.Engine) {
	is := is.New(t)
	e.AwaitIdle(context.Background())
	together(t, 8, func(i int) error {
		for n := range 20 {
			if i%2 == 0 {
				e.AwaitIdle(context.Background())
			} else if err := put(e, "s", fmt.Sprint(i, n), "x"); err != nil {
				return err
			}
		}
		return nil
	})
	over, cancel := context.WithCancel(context.Background())
	cancel()
	e.AwaitIdle(over)
	is.NoErr(e.Close())
	e.AwaitIdle(context.Background())
}

func closedEngineSaysSo(t *testing.T, e kv.Engine) {
	is := is.New(t)
	is.NoErr(put(e, "s", "a", "1"))
	is.NoErr(e.Close())
	is.True(errors.Is(put(e, "s", "b", "2"), kv.ErrClosed))
	is.True(errors.Is(e.View(context.Background(), func(kv.Reader) error { return nil }), kv.ErrClosed))
	is.NoErr(e.Close()) // closing again does nothing
}
