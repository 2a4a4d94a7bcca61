package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
)

// compactCopy is what a rewrite is asked to make in these tests.
func compactCopy(_ context.Context, from, to string) error {
	f, err := OpenFrozen(from)
	if err != nil {
		return err
	}
	return errors.Join(f.CompactTo(to), f.Close())
}

// counters are writers that each increment a counter under their own key, and readers that
// expect at least what was acknowledged before they read.
type counters struct {
	e       *Engine
	acked   [6]atomic.Uint64
	stop    chan struct{}
	running sync.WaitGroup
	mu      sync.Mutex
	stale   []string // what a reader did not find
	failed  error
}

func counterKey(i int) []byte { return fmt.Appendf(nil, "counter %d", i) }

func countedKey(i int, n uint64) []byte { return fmt.Appendf(nil, "%d %d", i, n) }

func startCounters(e *Engine) *counters {
	c := &counters{e: e, stop: make(chan struct{})}
	for i := range c.acked {
		c.running.Go(func() { c.repeat(func() error { return c.count(i) }) })
	}
	for range 2 {
		c.running.Go(func() { c.repeat(c.look) })
	}
	return c
}

func (c *counters) repeat(do func() error) {
	for {
		select {
		case <-c.stop:
			return
		default:
		}
		if err := do(); err != nil {
			c.mu.Lock()
			c.failed = errors.Join(c.failed, err)
			c.mu.Unlock()
			return
		}
	}
}

// count increments the stored value, not one in memory, so that a lost write shows in
// every later value. A write that had read before the others were lost hides that: each
// leaves a key of its own, too, and looks for those of the last ones.
func (c *counters) count(i int) error {
	var n, lost uint64
	err := c.e.Update(background, func(tx kv.Tx) error {
		n, lost = 1, 0
		if v, err := tx.Get("counters", counterKey(i)); err == nil {
			n = binary.BigEndian.Uint64(v) + 1
		}
		for before := max(n, 10) - 9; before < n; before++ {
			if _, err := tx.Get("counted", countedKey(i, before)); err != nil {
				lost = before
			}
		}
		if err := tx.Put("counted", countedKey(i, n), []byte("x")); err != nil {
			return err
		}
		if err := tx.Put("rubbish", fmt.Appendf(nil, "%d %d", i, n%100), make([]byte, 300)); err != nil {
			return err
		}
		return tx.Put("counters", counterKey(i), binary.BigEndian.AppendUint64(nil, n))
	})
	if err != nil {
		return err
	}
	if before := c.acked[i].Swap(n); n != before+1 {
		c.say("counter %d went from %d to %d", i, before, n)
	}
	if lost > 0 {
		c.say("counter %d is %d, and has never been %d", i, n, lost)
	}
	return nil
}

// look sees at least what was acknowledged before it began.
func (c *counters) look() error {
	var least [len(c.acked)]uint64
	for i := range least {
		least[i] = c.acked[i].Load()
	}
	return c.e.View(background, func(r kv.Reader) error {
		for i, least := range least {
			n := uint64(0)
			v, err := r.Get("counters", counterKey(i))
			if err == nil {
				n = binary.BigEndian.Uint64(v)
			} else if !errors.Is(err, kv.ErrNotFound) {
				return err
			}
			if n < least {
				c.say("counter %d is %d for a reader, and %d were acknowledged before", i, n, least)
			}
		}
		return nil
	})
}

func (c *counters) say(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stale = append(c.stale, fmt.Sprintf(format, args...))
}

func (c *counters) end() { close(c.stop); c.running.Wait() }

// waitFor lets the counters go on until each has counted on by some.
func (c *counters) waitFor(more uint64) {
	for i := range c.acked {
		for target := c.acked[i].Load() + more; c.acked[i].Load() < target; {
			time.Sleep(time.Millisecond)
			c.mu.Lock()
			broken := c.failed != nil
			c.mu.Unlock()
			if broken {
				return
			}
		}
	}
}

func TestRewriteWhileEverybodyWorks(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	path := e.path
	is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Put("big", []byte("k"), make([]byte, 400_000)) }))
	c := startCounters(e)
	c.waitFor(3)
	for range 5 {
		done, err := e.Rewrite(background, Rewriting{Make: func(ctx context.Context, from, to string) error {
			c.waitFor(5) // there is always something to add
			return compactCopy(ctx, from, to)
		}})
		is.NoErr(err)
		is.True(done.Caught >= 5*len(c.acked))
		c.waitFor(3)
	}
	c.end()
	is.NoErr(c.failed)
	is.Equal(c.stale, nil)
	is.Equal(names(t, filepath.Dir(path)), []string{"store.db", "store.db.holder"})
	is.True(e.Stats().FreePages >= poolPages/2)
	is.NoErr(e.Close())
	again, err := Open(path, Options{})
	is.NoErr(err)
	defer again.Close()
	c.e = again
	is.NoErr(c.look()) // nothing is missing on the disk either
	is.Equal(c.stale, nil)
	frozenIsSound(t, again)
}

func frozenIsSound(t *testing.T, e *Engine) {
	t.Helper()
	is := is.New(t)
	path := filepath.Join(t.TempDir(), "copy")
	copyFile(t, e, path)
	f, err := OpenFrozen(path)
	is.NoErr(err)
	defer f.Close()
	is.NoErr(f.CheckPages(func(err error) { t.Error(err) }))
}

// TestRewriteWithoutCatchingUp is the control twin: without catching up, readers must miss
// writes.
func TestRewriteWithoutCatchingUp(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	e.swapping.add = func(r *Replay, sets []kv.WriteSet) error {
		r.last = sets[len(sets)-1].At
		return nil
	}
	c := startCounters(e)
	c.waitFor(3)
	_, err := e.Rewrite(background, Rewriting{Make: func(ctx context.Context, from, to string) error {
		c.waitFor(5)
		return compactCopy(ctx, from, to)
	}})
	is.NoErr(err)
	c.waitFor(3) // the first of them may have read before
	c.end()
	is.NoErr(c.failed)
	is.True(len(c.stale) > 0) // and the counters did
}

func TestAWriteSetThatIsMissingIsNoticed(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	e.swapping.add = func(*Replay, []kv.WriteSet) error { return nil }
	_, err := e.Rewrite(background, Rewriting{Make: func(ctx context.Context, from, to string) error {
		return errors.Join(compactCopy(ctx, from, to), e.Update(background, write("meanwhile")))
	}})
	is.True(errors.Is(err, ErrGap))
	stillTheOld(t, e, "meanwhile")
}

// stillTheOld: the store serves, and nothing of a rewrite is left.
func stillTheOld(t *testing.T, e *Engine, keys ...string) {
	t.Helper()
	is := is.New(t)
	is.NoErr(e.Update(background, write("after")))
	is.NoErr(e.View(background, func(r kv.Reader) error {
		for _, key := range append(keys, "after") {
			if _, err := r.Get("s", []byte(key)); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	}))
	is.Equal(names(t, filepath.Dir(e.path)), []string{"store.db", "store.db.holder"})
}

func TestARewriteThatFailsChangesNothing(t *testing.T) {
	broken := errors.New("broken")
	fail := func(string, string) error { return broken }
	for name, prepare := range map[string]func(e *Engine, o *Rewriting) error{
		"the new file cannot be made": func(_ *Engine, o *Rewriting) error {
			o.Make = func(context.Context, string, string) error { return broken }
			return broken
		},
		"nothing was made": func(_ *Engine, o *Rewriting) error {
			o.Make = func(_ context.Context, _, to string) error { return os.WriteFile(to, nil, 0o600) }
			return nil
		},
		"it cannot get the name": func(e *Engine, _ *Rewriting) error { e.swapping.rename = fail; return broken },
		"what was written meanwhile cannot be added": func(e *Engine, o *Rewriting) error {
			e.swapping.add = func(*Replay, []kv.WriteSet) error { return broken }
			o.Make = func(ctx context.Context, from, to string) error {
				return errors.Join(compactCopy(ctx, from, to), e.Update(background, write("meanwhile")))
			}
			return broken
		},
		"too much is written meanwhile": func(e *Engine, o *Rewriting) error {
			o.Most = 10_000
			o.Make = func(ctx context.Context, _, _ string) error {
				for n := 0; ctx.Err() == nil; n++ {
					if err := e.Update(background, func(tx kv.Tx) error { return tx.Put("s", fmt.Append(nil, n), make([]byte, 1000)) }); err != nil {
						return err
					}
				}
				return ctx.Err()
			}
			return ErrTooMuchWritten
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			e := openTemp(t, Options{})
			is.NoErr(e.Update(background, write("before")))
			o := Rewriting{Make: compactCopy}
			want := prepare(e, &o)
			_, err := e.Rewrite(background, o)
			is.True(err != nil)
			is.True(want == nil || errors.Is(err, want))
			stillTheOld(t, e, "before")
			e.swapping = realFileWork()
			_, err = e.Rewrite(background, Rewriting{Make: compactCopy}) // the next one succeeds
			is.NoErr(err)
		})
	}
}

func TestANameThatIsNotDurablePoisons(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	is.NoErr(e.Update(background, write("before")))
	e.swapping.syncFolder = func(string) error { return errors.New("broken") }
	_, err := e.Rewrite(background, Rewriting{Make: compactCopy})
	is.True(errors.Is(err, kv.ErrPoisoned))
	is.True(errors.Is(e.Update(background, write("x")), kv.ErrPoisoned))
	path := e.path
	is.NoErr(e.Close())
	again, err := Open(path, Options{})
	is.NoErr(err)
	defer again.Close()
	is.NoErr(again.View(background, func(r kv.Reader) error { _, err := r.Get("s", []byte("before")); return err }))
}

func TestReadersFinishOnTheOldFile(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	is.NoErr(e.Update(background, write("before")))
	err := e.View(background, func(r kv.Reader) error {
		if _, err := e.Rewrite(background, Rewriting{Make: compactCopy}); err != nil {
			return err
		}
		if err := e.Update(background, write("after")); err != nil {
			return err
		}
		if _, err := r.Get("s", []byte("after")); !errors.Is(err, kv.ErrNotFound) {
			t.Error("a reader sees what came later")
		}
		_, err := r.Get("s", []byte("before"))
		return err
	})
	is.NoErr(err)
	is.NoErr(e.View(background, func(r kv.Reader) error { _, err := r.Get("s", []byte("after")); return err }))
	is.NoErr(e.Close()) // waits for nobody: the old file was closed by its last reader
}

func TestASecondRewriteIsRefused(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	_, err := e.Rewrite(background, Rewriting{Make: func(ctx context.Context, from, to string) error {
		if _, err := e.Rewrite(background, Rewriting{Make: compactCopy}); !errors.Is(err, ErrRewriting) {
			t.Errorf("a second one: %v", err)
		}
		return compactCopy(ctx, from, to)
	}})
	is.NoErr(err)
}

func TestWhatWasRemovedIsGoneFromTheFile(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	secret := strings.Repeat("ada@example.com ", 40)
	is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Put("s", []byte("person"), []byte(secret)) }))
	is.NoErr(e.Update(background, func(tx kv.Tx) error { return tx.Delete("s", []byte("person")) }))
	raw := func() []byte {
		b, err := os.ReadFile(e.path)
		is.NoErr(err)
		return b
	}
	is.True(bytes.Contains(raw(), []byte("ada@example.com"))) // removed is not gone
	_, err := e.Rewrite(background, Rewriting{Make: compactCopy})
	is.NoErr(err)
	is.True(!bytes.Contains(raw(), []byte("ada@example.com")))
}

func TestWhatACrashLeftIsRemoved(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	path := e.path
	is.NoErr(e.Close())
	for _, suffix := range []string{copiedSuffix, freshSuffix, keptSuffix} {
		is.NoErr(os.WriteFile(path+suffix, []byte("half"), 0o600))
	}
	e, err := Open(path, Options{})
	is.NoErr(err)
	is.Equal(names(t, filepath.Dir(path)), []string{"store.db", "store.db.holder"})
	is.NoErr(e.Close())
}

func TestCloseEndsARewrite(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	_, err := e.Rewrite(background, Rewriting{Make: func(ctx context.Context, from, to string) error {
		return errors.Join(compactCopy(ctx, from, to), e.Close())
	}})
	is.True(errors.Is(err, kv.ErrClosed))
}

// BenchmarkRewriteHeld tells how long writers wait at the end of a rewrite.
func BenchmarkRewriteHeld(b *testing.B) {
	e, err := Open(filepath.Join(b.TempDir(), "store.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	c := startCounters(e)
	var worst, sum time.Duration
	for b.Loop() {
		done, err := e.Rewrite(background, Rewriting{Make: compactCopy})
		if err != nil {
			b.Fatal(err)
		}
		worst, sum = max(worst, done.Held), sum+done.Held
	}
	c.end()
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
	b.ReportMetric(float64(sum.Microseconds())/1000/float64(b.N), "ms-held")
}

// TestARewriteKeepsTheMode: whoever may open the store may open the one in its place.
func TestARewriteKeepsTheMode(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{})
	is.NoErr(os.Chmod(e.path, 0o640))
	_, err := e.Rewrite(background, Rewriting{Make: compactCopy})
	is.NoErr(err)
	info, err := os.Stat(e.path)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o640))
}
