package kvtest

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
)

// together runs fn in n goroutines and reports the errors.
func together(t *testing.T, n int, fn func(i int) error) {
	t.Helper()
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := fn(i); err != nil {
				t.Errorf("goroutine %d: %v", i, err)
			}
		})
	}
	wg.Wait()
}

func number(r kv.Reader, s kv.Space, key string) (int, error) {
	many, err := r.GetMany(s, [][]byte{[]byte(key)})
	if err != nil || many[0] == nil {
		return 0, err
	}
	return strconv.Atoi(string(many[0]))
}

func noUpdateIsLost(t *testing.T, e kv.Engine) {
	const writers, rounds = 8, 10
	together(t, writers, func(int) error {
		for range rounds {
			err := e.Update(context.Background(), func(tx kv.Tx) error {
				n, err := number(tx, "s", "counter")
				if err != nil {
					return err
				}
				runtime.Gosched()
				return tx.Put("s", []byte("counter"), []byte(strconv.Itoa(n+1)))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	is := is.New(t)
	is.Equal(stored(e, "s"), fmt.Sprintf("counter=%d", writers*rounds))
}

// guardPreventsSkew runs two transactions that each read both keys and clear their own if
// the other is still set. Without Guard both could succeed.
func guardPreventsSkew(t *testing.T, e kv.Engine) {
	is := is.New(t)
	const rounds = 30
	for i := range rounds {
		a, b := []byte(fmt.Sprintf("%d-a", i)), []byte(fmt.Sprintf("%d-b", i))
		is.NoErr(put(e, "s", string(a), "on", string(b), "on"))
		together(t, 2, func(me int) error {
			mine, other := a, b
			if me == 1 {
				mine, other = b, a
			}
			return e.Update(context.Background(), func(tx kv.Tx) error {
				if err := tx.Guard("s", a, b); err != nil {
					return err
				}
				v, err := tx.Get("s", other)
				if err != nil {
					return err
				}
				runtime.Gosched()
				if string(v) == "off" {
					return nil
				}
				return tx.Put("s", mine, []byte("off"))
			})
		})
	}
	line := stored(e, "s")
	is.NoErr(e.View(context.Background(), func(r kv.Reader) error {
		for i := range rounds {
			both := listed(r, "s", kv.Range{From: fmt.Appendf(nil, "%d-", i), To: fmt.Appendf(nil, "%d.", i)})
			if both == fmt.Sprintf("%d-a=off %d-b=off", i, i) {
				t.Errorf("round %d: both were cleared: %s", i, line)
			}
		}
		return nil
	}))
}

func nowIncreases(t *testing.T, e kv.Engine) {
	is := is.New(t)
	const writers, rounds = 8, 10
	var mu sync.Mutex
	seen := map[time.Time]bool{}
	together(t, writers, func(i int) error {
		for n := range rounds {
			var now time.Time
			err := e.Update(context.Background(), func(tx kv.Tx) error {
				now = tx.Now()
				if !now.Equal(tx.Now()) || now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
					return fmt.Errorf("now is %v, then %v", now, tx.Now())
				}
				if !tx.SafeTime().Before(now) {
					return fmt.Errorf("now is %v, but %v was called safe", now, tx.SafeTime())
				}
				return tx.Put("s", fmt.Appendf(nil, "%d-%d", i, n), []byte("x"))
			})
			if err != nil {
				return err
			}
			mu.Lock()
			seen[now] = true
			mu.Unlock()
		}
		return nil
	})
	is.Equal(len(seen), writers*rounds) // no two commits have the same Now
	is.NoErr(e.View(context.Background(), func(r kv.Reader) error {
		for now := range seen {
			if now.After(r.SafeTime()) {
				t.Errorf("a commit at %v is visible, yet only %v is safe", now, r.SafeTime())
			}
		}
		return nil
	}))
}

// ticksAreDistinct checks that the ticks of one transaction increase, and that the next
// transaction is later than all of them, however many they are.
func ticksAreDistinct(t *testing.T, e kv.Engine) {
	is := is.New(t)
	const many = 100_000 // a tenth of a second, far more than the closure takes
	var last time.Time
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error {
		is.Equal(tx.Tick(), tx.Now())
		for range many {
			last = tx.Tick()
		}
		is.Equal(last, tx.Now().Add(many*time.Microsecond))
		return tx.Put("s", []byte("a"), []byte("x"))
	}))
	is.NoErr(e.View(context.Background(), func(r kv.Reader) error {
		is.Equal(r.SafeTime(), last) // what was stamped can be handed out at once
		return nil
	}))
	is.NoErr(e.Update(context.Background(), func(tx kv.Tx) error {
		is.True(tx.Now().After(last))
		return tx.Put("s", []byte("b"), []byte("x"))
	}))
}

// safeTimeMissesNothing checks that a feed read up to SafeTime never lacks an entry that
// is committed later.
func safeTimeMissesNothing(t *testing.T, e kv.Engine) {
	const writers, rounds = 6, 25
	type look struct {
		safe time.Time
		saw  int
	}
	var looks []look
	upTo := func(safe time.Time) (n int, at time.Time, err error) {
		err = e.View(context.Background(), func(r kv.Reader) error {
			n, at = 0, r.SafeTime()
			if safe.IsZero() {
				safe = at
			}
			for _, err := range r.Scan("feed", kv.Range{To: kv.Time.Append(nil, safe.Add(time.Microsecond))}) {
				if err != nil {
					return err
				}
				n++
			}
			return nil
		})
		return n, at, err
	}
	together(t, writers+1, func(i int) error {
		for n := range rounds {
			if i == writers {
				saw, safe, err := upTo(time.Time{})
				if err != nil {
					return err
				}
				looks = append(looks, look{safe, saw})
				continue
			}
			err := e.Update(context.Background(), func(tx kv.Tx) error {
				runtime.Gosched()
				return tx.Put("feed", kv.Int.Append(kv.Time.Append(nil, tx.Now()), int64(i*rounds+n)), []byte("x"))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	is := is.New(t)
	for _, l := range looks {
		n, _, err := upTo(l.safe)
		is.NoErr(err)
		is.Equal(n, l.saw) // entries up to that time, then and now
	}
}
