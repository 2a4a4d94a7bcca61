package webhook

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/kv/mem"
)

// TestPaceSpreadsWork: pieces begin one after the other, as many as were taken count, and
// what was not used is not saved up.
func TestPaceSpreadsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pace{each: 10 * time.Millisecond}
		rested := func(n int) time.Duration {
			began := time.Now()
			p.wait(t.Context(), n)
			return time.Since(began)
		}
		is.Equal(rested(1), time.Duration(0)) // the first, from what is made up for
		is.Equal(rested(1), 10*time.Millisecond-paceSlack)
		is.Equal(rested(8), 10*time.Millisecond)
		is.Equal(rested(1), 80*time.Millisecond) // beside eight times as many it is eight times as slow
		time.Sleep(time.Hour)
		is.Equal(rested(1), time.Duration(0))
		is.Equal(rested(1), 10*time.Millisecond-paceSlack)
	})
}

// TestPaceTakesSteps: what would begin within a step begins at its start, and no more of it comes
// in the long run.
func TestPaceTakesSteps(t *testing.T) {
	is := is.New(t)
	now := time.Unix(1_000_000, 0)
	p := pace{each: 3 * time.Millisecond, step: 10 * time.Millisecond, next: now}
	var begins []time.Duration
	for range 8 {
		begins = append(begins, p.take(1, now).Sub(now)/time.Millisecond)
	}
	is.Equal(begins, []time.Duration{0, 0, 0, 0, 10, 10, 10, 20})
}

// TestPaceRestsWhenItIsLate: who is woken late finds all processors busy.
func TestPaceRestsWhenItIsLate(t *testing.T) {
	is := is.New(t)
	now := time.Unix(1_000_000, 0)
	p := pace{each: time.Millisecond, next: now}
	p.late(now, paceLate)
	is.Equal(p.next, now) // as timers are
	p.late(now, paceLate+5*time.Millisecond)
	is.Equal(p.next, now.Add(lateRests*5*time.Millisecond))
	p.late(now, paceLate+time.Millisecond)
	is.Equal(p.next, now.Add(lateRests*5*time.Millisecond)) // a rest is not cut short
}

// TestPaceEndsWithItsContext: a server that stops waits for no rest.
func TestPaceEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		p := pace{each: time.Hour}
		p.wait(t.Context(), 1)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		p.wait(ctx, 1)
		is.Equal(time.Since(began), time.Second)
	})
}

// TestPaceWaitsForOthers alone, and the longer the more of them there are, up to a bound.
func TestPaceWaitsForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		a := app.New(mem.New(mem.Options{}), nil, app.Options{})
		ctx, others := a.Unhurried(t.Context())
		waited := func(served int) time.Duration {
			done := make(chan struct{})
			var all sync.WaitGroup
			for range served * runtime.GOMAXPROCS(0) {
				all.Go(func() {
					is.NoErr(a.View(t.Context(), &app.Caller{CompanyID: 1, Super: true}, app.Authenticated, func(app.Reader) error { <-done; return nil }))
				})
			}
			synctest.Wait()
			p := pace{each: 10 * time.Millisecond}
			p.waitBeside(ctx, others, 1)
			began := time.Now()
			p.waitBeside(ctx, others, 1)
			took := time.Since(began)
			close(done)
			all.Wait()
			time.Sleep(time.Minute)
			return took
		}
		is.Equal(waited(0), time.Duration(0))
		is.Equal(waited(1), 10*time.Millisecond-paceSlack)
		is.Equal(waited(3), 30*time.Millisecond-paceSlack)
		is.Equal(waited(2*maxCrowd), maxCrowd*10*time.Millisecond-paceSlack)
	})
}
