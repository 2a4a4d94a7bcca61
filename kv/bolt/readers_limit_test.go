package bolt

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"marquee/kv"
)

func TestReadersLimit(t *testing.T) {
	open := func(t *testing.T, limit int) *Engine {
		e, err := Open(filepath.Join(t.TempDir(), "readers.db"), Options{Readers: limit, FreePages: -1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = e.Close() })
		return e
	}
	// most tells how many of many reads ran at the same time.
	most := func(t *testing.T, e *Engine) int64 {
		var now, high atomic.Int64
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				_ = e.View(t.Context(), func(kv.Reader) error {
					n := now.Add(1)
					defer now.Add(-1)
					for old := high.Load(); n > old && !high.CompareAndSwap(old, n); old = high.Load() {
					}
					_ = e.Stats() // takes a moment, so that the others come
					return nil
				})
			})
		}
		all.Wait()
		return high.Load()
	}
	t.Run("no more reads run at once than allowed", func(t *testing.T) {
		is := is.New(t)
		is.True(most(t, open(t, 2)) <= 2)
	})
	t.Run("a read that waits for others ends with its context", func(t *testing.T) {
		is := is.New(t)
		e := open(t, 1)
		reading, done := make(chan struct{}), make(chan struct{})
		go func() {
			_ = e.View(context.Background(), func(kv.Reader) error {
				close(reading)
				<-done
				return nil
			})
		}()
		<-reading
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := e.View(ctx, func(kv.Reader) error { return errors.New("ran") })
		is.True(errors.Is(err, context.Canceled))
		close(done)
		is.NoErr(e.View(t.Context(), func(kv.Reader) error { return nil })) // others can read again
	})
}
