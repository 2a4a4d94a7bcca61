package rest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
)

func tokenKey(id int64) callerKey { return callerKey{token: id} }

// empty tells whether nothing of anybody is left.
func (l *lane) empty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.running == 0 && l.waiting == 0 && len(l.flows) == 0 && l.served == 0
}

// asks sends requests of a caller one behind the other in time; each takes so long, and
// notes whose it was when it began.
func asks(l *lane, key callerKey, requests int, work time.Duration, began chan<- int64) {
	for range requests {
		go func() {
			leave, err := l.enter(context.Background(), key, work)
			if err != nil {
				began <- -1
				return
			}
			began <- key.token
			time.Sleep(work)
			leave(work)
		}()
		synctest.Wait()
	}
}

func order(began <-chan int64, n int) (all []int64) {
	for range n {
		all = append(all, <-began)
	}
	return all
}

// TestWhoHasUsedLeastGoesFirst: a caller with many requests delays another one by no
// more than what runs.
func TestWhoHasUsedLeastGoesFirst(t *testing.T) {
	const unit = turnTimeout / 50 // nobody gives up
	synctest.Test(t, func(t *testing.T) {
		is, l, began := is.New(t), newLane(1, 1), make(chan int64, 100)
		asks(l, tokenKey(1), 6, unit, began)
		asks(l, tokenKey(2), 3, unit, began)
		asks(l, tokenKey(3), 1, unit, began)
		is.Equal(order(began, 10), []int64{1, 2, 3, 1, 2, 1, 2, 1, 1, 1})
		time.Sleep(unit)
		synctest.Wait()
		is.True(l.empty())
	})
	t.Run("work counts, and not requests", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			is, l, began := is.New(t), newLane(1, 1), make(chan int64, 100)
			asks(l, tokenKey(1), 3, 4*unit, began)
			asks(l, tokenKey(2), 8, unit, began)
			is.Equal(order(began, 11), []int64{1, 2, 2, 2, 2, 1, 2, 2, 2, 2, 1})
			time.Sleep(10 * unit) // the last ones end
		})
	})
	t.Run("what was more than expected is charged", func(t *testing.T) {
		is, l := is.New(t), newLane(2, 2)
		leave, err := l.enter(t.Context(), tokenKey(1), time.Millisecond)
		is.NoErr(err)
		other, err := l.enter(t.Context(), tokenKey(2), time.Millisecond)
		is.NoErr(err)
		leave(time.Second)
		is.Equal(l.flows[tokenKey(1)].used, time.Second)
		other(0)
		is.True(l.empty())
	})
	t.Run("having been away earns nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			is, l, began := is.New(t), newLane(1, 1), make(chan int64, 100)
			asks(l, tokenKey(1), 20, unit, began)
			time.Sleep(10 * unit)
			synctest.Wait()
			is.Equal(len(order(began, len(began))), 11)
			asks(l, tokenKey(2), 9, unit, began)
			is.Equal(order(began, 6), []int64{2, 1, 2, 1, 2, 1})
			time.Sleep(30 * unit) // the last ones end
		})
	})
	t.Run("the control: in the order of arrival the last one waits for all", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			is, slots, last := is.New(t), make(chan struct{}, 1), make(chan time.Duration)
			start := time.Now()
			for i := range 10 {
				go func() {
					slots <- struct{}{}
					time.Sleep(time.Second)
					<-slots
					if i == 9 {
						last <- time.Since(start)
					}
				}()
				synctest.Wait()
			}
			is.Equal(<-last, 10*time.Second)
		})
	})
}

// TestNobodyStarves lets callers ask for random work: while two have requests waiting,
// neither gets more than the other but for one request each.
func TestNobodyStarves(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l, now := newLane(rapid.IntRange(1, 3).Draw(rt, "slots"), 3), time.Duration(0)
		callers := rapid.IntRange(2, 5).Draw(rt, "callers")
		type request struct {
			f    *flow
			work time.Duration
		}
		var inside []request
		waiting, got, largest := map[*waiter]request{}, map[int64]time.Duration{}, time.Duration(0)
		for c := range int64(callers) {
			for range 60 {
				work := time.Duration(rapid.IntRange(1, 50).Draw(rt, "ms")) * time.Millisecond
				largest = max(largest, work)
				f, w, err := l.arrive(tokenKey(c), work, false)
				if err != nil {
					rt.Fatal(err)
				}
				if w == nil {
					inside = append(inside, request{f, work})
					continue
				}
				waiting[w] = request{f, work}
			}
		}
		for range 30 { // nobody's queue is empty until then
			i := rapid.IntRange(0, len(inside)-1).Draw(rt, "who ends")
			r := inside[i]
			inside = slices.Delete(inside, i, i+1)
			now += r.work
			got[r.f.key.token] += r.work
			l.leave(r.f, 0)
			for w, r := range waiting {
				select {
				case <-w.admitted:
					delete(waiting, w)
					inside = append(inside, r)
				default:
				}
			}
		}
		for _, r := range inside {
			got[r.f.key.token] += r.work
		}
		least, most := got[0], got[0]
		for c := range int64(callers) {
			least, most = min(least, got[c]), max(most, got[c])
		}
		if most-least > 4*largest { // three run at once, and one is chosen too early
			rt.Fatalf("one caller got %v and another %v, the largest request is %v", most, least, largest)
		}
	})
}

// TestWhoGivesUpLeavesNothing: cancelled and timed out waiters are gone from the lane,
// and those behind them go ahead.
func TestWhoGivesUpLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, l := is.New(t), newLane(1, 1)
		leave, err := l.enter(t.Context(), tokenKey(1), time.Second)
		is.NoErr(err)
		ctx, cancel := context.WithCancel(t.Context())
		errs := make(chan error, 20)
		for i := range 10 {
			go func() {
				_, err := l.enter(ctx, tokenKey(int64(i%3)), time.Second)
				errs <- err
			}()
		}
		synctest.Wait()
		is.Equal(l.waiting, 10)
		cancel()
		for range 10 {
			is.True(errors.Is(<-errs, context.Canceled))
		}
		is.Equal(l.waiting, 0)
		is.Equal(len(l.flows), 1) // the one that runs
		_, err = l.enter(t.Context(), tokenKey(2), time.Second)
		is.Equal(app.KindOf(err), app.Unavailable) // after turnTimeout
		leave(time.Second)
		is.True(l.empty())
	})
	t.Run("a turn that comes at the moment of giving up is passed on", func(t *testing.T) {
		is, l := is.New(t), newLane(1, 1)
		leave, err := l.enter(t.Context(), tokenKey(1), time.Second)
		is.NoErr(err)
		f, w, err := l.arrive(tokenKey(2), time.Second, false)
		is.NoErr(err)
		leave(time.Second)
		is.Equal(l.running, 1) // the waiter's turn has come
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for range 100 { // until select takes the other way
			if err := l.await(ctx, f, w, false); err != nil {
				is.True(l.empty())
				return
			}
		}
		t.Fatal("the turn was taken each time")
	})
}

// TestAFullLaneRefuses: a caller with too many requests hears 429, everybody else 503.
func TestAFullLaneRefuses(t *testing.T) {
	is, l := is.New(t), newLane(1, 1)
	refused := func(key callerKey) app.Kind {
		_, _, err := l.arrive(key, time.Second, false)
		var e *app.Error
		if errors.As(err, &e) && e.RetryAfter < 1 {
			t.Error("no time to try again is told")
		}
		return app.KindOf(err)
	}
	for range maxWaitingEach + 1 {
		is.Equal(refused(tokenKey(0)), app.Kind(0))
	}
	is.Equal(refused(tokenKey(0)), app.TooMany)
	for i := range maxWaiting - maxWaitingEach {
		is.Equal(refused(callerKey{address: fmt.Sprint(i)}), app.Kind(0))
	}
	is.Equal(refused(tokenKey(1)), app.Unavailable)
	is.Equal(refused(tokenKey(0)), app.TooMany) // its own fault
}

// TestWhoNeedNotWaitIsLetIntoAFullLane: some callers who wait for places of their own, as many
// as may, refuse nobody who finds one.
func TestWhoNeedNotWaitIsLetIntoAFullLane(t *testing.T) {
	is, l := is.New(t), newLane(math.MaxInt, 2)
	for i := range int64(maxWaiting / maxWaitingEach) {
		for range 2 + maxWaitingEach {
			_, _, err := l.arrive(tokenKey(i), time.Second, false)
			is.NoErr(err)
		}
	}
	for range 2 {
		_, w, err := l.arrive(tokenKey(-1), time.Second, false)
		is.NoErr(err)
		is.True(w == nil)
	}
	_, _, err := l.arrive(tokenKey(-1), time.Second, false)
	is.Equal(app.KindOf(err), app.Unavailable)
	is.Equal(l.waiting, maxWaiting)
	is.Equal(len(l.flows[tokenKey(-1)].queue), 0)
}

// TestTheMemoryOfALaneIsBounded: callers who come once, take more than they said and
// never come back are forgotten.
func TestTheMemoryOfALaneIsBounded(t *testing.T) {
	is, l := is.New(t), newLane(2, 1)
	stay, err := l.enter(t.Context(), tokenKey(-1), 0)
	is.NoErr(err)
	for i := range int64(3 * maxFlows) {
		leave, err := l.enter(t.Context(), tokenKey(i), 0)
		is.NoErr(err)
		leave(time.Hour)
	}
	is.True(len(l.flows) <= maxFlows+2)
	stay(0)
	is.True(l.empty())
}

// TestWhoIsPatientIsNeverRefused: requests whose answers are kept wait in a full lane too, and
// for longer than anybody who waits for the answer.
func TestWhoIsPatientIsNeverRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, l := is.New(t), newLane(1, 1)
		leave, err := l.enter(t.Context(), tokenKey(1), time.Second)
		is.NoErr(err)
		for i := range maxWaiting {
			_, _, err := l.arrive(tokenKey(int64(i%(maxWaiting/maxWaitingEach))), time.Second, false)
			is.NoErr(err)
		}
		admitted := make(chan error)
		for _, key := range []callerKey{tokenKey(0), tokenKey(-1)} {
			go func() {
				_, err := l.admit(t.Context(), key, 0, true)
				admitted <- err
			}()
		}
		time.Sleep(10 * turnTimeout)
		synctest.Wait()
		is.Equal(l.waiting, maxWaiting+2)
		leave(time.Second)
		for range maxWaiting + 2 {
			select {
			case err := <-admitted:
				is.NoErr(err)
			default:
			}
			l.leave(l.flows[running(l)], 0)
			synctest.Wait()
		}
		is.True(l.empty())
	})
}

// running is the caller that has a slot.
func running(l *lane) (key callerKey) {
	for k, f := range l.flows {
		if f.running > 0 {
			key = k
		}
	}
	return key
}
