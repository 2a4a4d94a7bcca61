package app

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"marquee/app/admission"
	"marquee/kv"
	"marquee/kv/mem"
)

// queued is an engine that runs closures one after the other in the order in which they
// came, as the one over a file does, and each for as long as it is told.
type queued struct {
	kv.Engine
	jobs chan func()
}

func newQueued(t *testing.T) *queued {
	q := &queued{mem.New(mem.Options{}), make(chan func(), 10_000)}
	go func() {
		for job := range q.jobs {
			job()
		}
	}()
	t.Cleanup(func() { close(q.jobs) })
	return q
}

func (q *queued) Update(_ context.Context, fn func(kv.Tx) error) error {
	done := make(chan error, 1)
	q.jobs <- func() { done <- fn(nil) }
	return <-done
}

func works(d time.Duration) func(Tx) error {
	return func(Tx) error { time.Sleep(d); return nil }
}

// delayOfAnother is how long a write of a millisecond takes beside a caller with a
// thousand of them under way.
func delayOfAnother(t *testing.T, update func(a *App, token int64, fn func(Tx) error) error) time.Duration {
	a := New(newQueued(t), nil, Options{})
	var crowd sync.WaitGroup
	for range 1000 {
		crowd.Go(func() { _ = update(a, 1, works(time.Millisecond)) })
	}
	time.Sleep(200 * time.Millisecond)
	synctest.Wait()
	began := time.Now()
	if err := update(a, 2, works(time.Millisecond)); err != nil {
		t.Error(err)
	}
	took := time.Since(began)
	crowd.Wait()
	if f := a.store.Figures(); f.Inside+f.Waiting > 0 {
		t.Error("somebody has something under way")
	}
	return took
}

func TestACrowdOfWritesDelaysAnotherCallerByItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := delayOfAnother(t, func(a *App, token int64, fn func(Tx) error) error {
			return a.Update(t.Context(), &Caller{TokenID: token, CompanyID: 1}, Anyone, fn)
		})
		if took > time.Duration(storeLimits.Least+2)*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
	t.Run("the control: without shares it waits for all", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			took := delayOfAnother(t, func(a *App, _ int64, fn func(Tx) error) error { return a.UpdateCompany(t.Context(), 1, fn) })
			if took < 700*time.Millisecond {
				t.Errorf("took %v", took)
			}
		})
	})
}

// TestTransactionsLoseNobody: whatever comes, gives up or panics, no caller has more than its
// share, everybody who stays has a turn, and nothing is left at the end.
func TestTransactionsLoseNobody(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		synctest.Test(t, func(t *testing.T) {
			a := New(mem.New(mem.Options{}), nil, Options{})
			var all sync.WaitGroup
			ran := 0
			var mu sync.Mutex
			n := rapid.IntRange(1, 200).Draw(rt, "transactions")
			stayed := 0
			for range n {
				key := admission.Key{Company: 1, Token: rapid.Int64Range(1, 3).Draw(rt, "token")}
				took := time.Duration(rapid.IntRange(0, 5000).Draw(rt, "µs")) * time.Microsecond
				fails := rapid.IntRange(0, 3).Draw(rt, "ends")
				ctx, cancel := context.WithCancel(t.Context())
				if fails == 1 {
					ctx, cancel = context.WithTimeout(t.Context(), time.Millisecond)
				} else {
					stayed++
				}
				all.Go(func() {
					defer cancel()
					defer func() { _ = recover() }()
					_ = inTurn(ctx, a, &Caller{CompanyID: key.Company, TokenID: key.Token}, func() (time.Duration, error) {
						if has := a.store.Of(key); has > storeLimits.Each {
							rt.Errorf("transactions of %v", time.Duration(has))
						}
						time.Sleep(took)
						mu.Lock()
						if fails != 1 {
							ran++
						}
						mu.Unlock()
						switch fails {
						case 2:
							panic("a closure")
						case 3:
							return took, errors.New("refused")
						}
						return took, nil
					})
				})
				if rapid.Bool().Draw(rt, "later") {
					time.Sleep(time.Millisecond)
				}
			}
			all.Wait()
			if f := a.store.Figures(); ran != stayed || f.Inside+f.Waiting > 0 {
				rt.Fatalf("%d of %d ran, %+v are left", ran, stayed, f)
			}
		})
	})
}
