package admission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// What the classes of these tests let wait, and for how long.
const (
	line, lineEach = 1_000, 200
	patience       = 10 * time.Second
)

func classOf(places, each int64) *Class {
	return New("test", Limits{Places: places, Each: each, Line: line, LineEach: lineEach, Patience: patience})
}

func tokenKey(id int64) Key { return Key{Token: id} }

func (c *Class) enter(ctx context.Context, key Key, work time.Duration) (leave func(work time.Duration), err error) {
	p, err := c.Enter(ctx, Ask{Key: key, Work: work})
	if err != nil {
		return nil, err
	}
	return p.Done, nil
}

// arrives is a request that may have to wait; w tells that it has to.
func (c *Class) arrives(key Key, work time.Duration) (p *Place, w bool, err error) {
	p, err = c.arrive(Ask{Key: key, Work: work})
	return p, err == nil && !p.isIn(), err
}

// empty tells whether nothing of anybody is left.
func (c *Class) empty() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.figures.Inside == 0 && c.figures.Waiting == 0 && c.inside == 0 && len(c.flows) == 0 && c.served == 0
}

// asks sends requests of a caller one behind the other in time; each takes so long, and
// notes whose it was when it began.
func asks(l *Class, key Key, requests int, work time.Duration, began chan<- int64) {
	for range requests {
		go func() {
			leave, err := l.enter(context.Background(), key, work)
			if err != nil {
				began <- -1
				return
			}
			began <- key.Token
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
	const unit = patience / 50 // nobody gives up
	synctest.Test(t, func(t *testing.T) {
		is, l, began := is.New(t), classOf(1, 1), make(chan int64, 100)
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
			is, l, began := is.New(t), classOf(1, 1), make(chan int64, 100)
			asks(l, tokenKey(1), 3, 4*unit, began)
			asks(l, tokenKey(2), 8, unit, began)
			is.Equal(order(began, 11), []int64{1, 2, 2, 2, 2, 1, 2, 2, 2, 2, 1})
			time.Sleep(10 * unit) // the last ones end
		})
	})
	t.Run("what was more than expected is charged", func(t *testing.T) {
		is, l := is.New(t), classOf(2, 2)
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
			is, l, began := is.New(t), classOf(1, 1), make(chan int64, 100)
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
		l, now := classOf(rapid.Int64Range(1, 3).Draw(rt, "places"), 3), time.Duration(0)
		callers := rapid.IntRange(2, 5).Draw(rt, "callers")
		type request struct {
			p    *Place
			work time.Duration
		}
		var inside []request
		waiting, got, largest := map[*Place]request{}, map[int64]time.Duration{}, time.Duration(0)
		for c := range int64(callers) {
			for range 60 {
				work := time.Duration(rapid.IntRange(1, 50).Draw(rt, "ms")) * time.Millisecond
				largest = max(largest, work)
				p, waits, err := l.arrives(tokenKey(c), work)
				if err != nil {
					rt.Fatal(err)
				}
				if !waits {
					inside = append(inside, request{p, work})
					continue
				}
				waiting[p] = request{p, work}
			}
		}
		for range 30 { // nobody's queue is empty until then
			i := rapid.IntRange(0, len(inside)-1).Draw(rt, "who ends")
			r := inside[i]
			inside = slices.Delete(inside, i, i+1)
			now += r.work
			got[r.p.flow.key.Token] += r.work
			r.p.Done(r.work)
			for p, r := range waiting {
				if p.isIn() {
					delete(waiting, p)
					inside = append(inside, r)
				}
			}
		}
		for _, r := range inside {
			got[r.p.flow.key.Token] += r.work
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

// TestWhoGivesUpLeavesNothing: cancelled and timed out waiters are gone from the class,
// and those behind them go ahead.
func TestWhoGivesUpLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, l := is.New(t), classOf(1, 1)
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
		is.Equal(l.figures.Waiting, 10)
		cancel()
		for range 10 {
			is.True(errors.Is(<-errs, context.Canceled))
		}
		is.Equal(l.figures.Waiting, 0)
		is.Equal(len(l.flows), 1) // the one that runs
		_, err = l.enter(t.Context(), tokenKey(2), time.Second)
		is.Equal(err, ErrFull) // after all its patience
		leave(time.Second)
		is.True(l.empty())
	})
	t.Run("a turn that comes at the moment of giving up is passed on", func(t *testing.T) {
		is, l := is.New(t), classOf(1, 1)
		leave, err := l.enter(t.Context(), tokenKey(1), time.Second)
		is.NoErr(err)
		p, _, err := l.arrives(tokenKey(2), time.Second)
		is.NoErr(err)
		leave(time.Second)
		is.Equal(l.figures.Inside, 1) // the waiter's turn has come
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for range 100 { // until select takes the other way
			if err := l.await(ctx, p, false); err != nil {
				is.True(l.empty())
				return
			}
		}
		t.Fatal("the turn was taken each time")
	})
}

// TestAFullClassRefuses: a caller with too many requests hears that they are its own, everybody
// else that the others' are.
func TestAFullClassRefuses(t *testing.T) {
	is, l := is.New(t), classOf(1, 1)
	refused := func(key Key) error {
		_, _, err := l.arrives(key, time.Second)
		return err
	}
	for range lineEach + 1 {
		is.NoErr(refused(tokenKey(0)))
	}
	is.Equal(refused(tokenKey(0)), ErrOwn)
	for i := range line - lineEach {
		is.NoErr(refused(Key{Name: fmt.Sprint(i)}))
	}
	is.Equal(refused(tokenKey(1)), ErrFull)
	is.Equal(refused(tokenKey(0)), ErrOwn) // its own fault
	is.Equal(l.Figures(), Figures{Inside: 1, Waiting: line, Admitted: 1, Refused: 3})
}

// TestWithoutALineNobodyWaits: who finds no place is refused at once, and others are not.
func TestWithoutALineNobodyWaits(t *testing.T) {
	is, l := is.New(t), New("test", Limits{Places: 3, Each: 2})
	first, err := l.Enter(t.Context(), Ask{Key: tokenKey(1)})
	is.NoErr(err)
	_, err = l.Enter(t.Context(), Ask{Key: tokenKey(1)})
	is.NoErr(err)
	_, err = l.Enter(t.Context(), Ask{Key: tokenKey(1)})
	is.Equal(err, ErrOwn)
	_, err = l.Enter(t.Context(), Ask{Key: tokenKey(2)})
	is.NoErr(err)
	_, err = l.Enter(t.Context(), Ask{Key: tokenKey(3)})
	is.True(err != nil)
	first.Leave()
	first.Leave() // gives one place back
	_, err = l.Enter(t.Context(), Ask{Key: tokenKey(3)})
	is.NoErr(err)
	is.Equal([]int64{l.Of(tokenKey(1)), l.Of(tokenKey(2)), l.Of(tokenKey(3)), l.All()}, []int64{1, 1, 1, 3})
	var nobody *Place
	nobody.Leave()
}

// TestWhoNeedNotWaitIsLetIntoAFullClass: some callers who wait for places of their own, as many
// as may, refuse nobody who finds one.
func TestWhoNeedNotWaitIsLetIntoAFullClass(t *testing.T) {
	is, l := is.New(t), classOf(0, 2)
	for i := range int64(line / lineEach) {
		for range 2 + lineEach {
			_, _, err := l.arrives(tokenKey(i), time.Second)
			is.NoErr(err)
		}
	}
	for range 2 {
		_, w, err := l.arrives(tokenKey(-1), time.Second)
		is.NoErr(err)
		is.True(!w)
	}
	_, _, err := l.arrives(tokenKey(-1), time.Second)
	is.Equal(err, ErrFull)
	is.Equal(l.figures.Waiting, line)
	is.Equal(len(l.flows[tokenKey(-1)].queue), 0)
}

// TestTheMemoryOfAClassIsBounded: callers who come once, take more than they said and
// never come back are forgotten.
func TestTheMemoryOfAClassIsBounded(t *testing.T) {
	is, l := is.New(t), classOf(2, 1)
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

// TestWhoIsPatientIsNeverRefused: requests whose answers are kept wait in a full class too, and
// for longer than anybody who waits for the answer.
func TestWhoIsPatientIsNeverRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, l := is.New(t), classOf(1, 1)
		leave, err := l.enter(t.Context(), tokenKey(1), time.Second)
		is.NoErr(err)
		var all []*Place
		for i := range line {
			p, _, err := l.arrives(tokenKey(int64(i%(line/lineEach))), time.Second)
			is.NoErr(err)
			all = append(all, p)
		}
		admitted := make(chan *Place, 2)
		for _, key := range []Key{tokenKey(0), tokenKey(-1)} {
			go func() {
				p, err := l.Enter(t.Context(), Ask{Key: key, Patient: true})
				is.NoErr(err)
				admitted <- p
			}()
		}
		time.Sleep(10 * patience)
		synctest.Wait()
		is.Equal(l.figures.Waiting, line+2)
		leave(time.Second)
		for range line + 2 {
			synctest.Wait()
			if len(admitted) > 0 {
				all = append(all, <-admitted)
			}
			i := slices.IndexFunc(all, func(p *Place) bool { return p.isIn() && !p.left })
			all[i].Leave()
		}
		is.True(l.empty())
	})
}

// TestWhatIsHeavyHasItsTurn: weights share the places, whoever came first of one caller goes first
// though others would fit, and everything is given back.
func TestWhatIsHeavyHasItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, l, done := is.New(t), classOf(100, 0), make(chan int, 4)
		enter := func(weight int64) *Place {
			p, err := l.Enter(t.Context(), Ask{Weight: weight})
			is.NoErr(err)
			return p
		}
		large, small := enter(70), enter(30)
		for i, weight := range []int64{90, 20, 20, 1000} {
			go func() {
				p := enter(weight)
				done <- i
				p.Leave()
			}()
			synctest.Wait()
		}
		small.Leave()
		synctest.Wait()
		is.Equal(len(done), 0) // the first of them needs more
		large.Leave()
		is.Equal(<-done, 0)
		for range 3 { // what is heavier than all places has all of them
			<-done
		}
		synctest.Wait()
		is.True(l.empty())
	})
}

// TestWhatIsThereIsCounted: who has too much already gets no more, and others do.
func TestWhatIsThereIsCounted(t *testing.T) {
	is, l := is.New(t), classOf(100, 50)
	much := l.Force(Ask{Key: tokenKey(1), Weight: 300})
	is.Equal([]int64{l.Of(tokenKey(1)), l.Of(tokenKey(2)), l.All()}, []int64{300, 0, 300})
	much.Leave()
	is.True(l.empty())
}

// TestWhatTakesLongWeighsMore: of one caller as many are in as are worth what it may have by what
// they took lately, and a few however long they take.
func TestWhatTakesLongWeighsMore(t *testing.T) {
	const each, least = 8 * time.Millisecond, 32
	for _, c := range []struct {
		took time.Duration
		want int
	}{{0, int(each)}, {50 * time.Microsecond, 159}, {time.Second, least}} {
		t.Run(c.took.String(), func(t *testing.T) {
			is := is.New(t)
			l := New("test", Limits{Each: int64(each), Line: Unbounded, LineEach: Unbounded, Expect: 500 * time.Microsecond, Least: least})
			stay, err := l.Enter(t.Context(), Ask{}) // so that it is not forgotten
			is.NoErr(err)
			is.Equal(stay.weight, int64(each/least)) // a crowd that nobody knows is small
			for range 200 {
				p, err := l.Enter(t.Context(), Ask{})
				is.NoErr(err)
				p.Done(c.took)
			}
			stay.left = true
			l.figures.Inside, l.inside, stay.flow.running, stay.flow.inside = 0, 0, 0, 0
			n := 0
			for ; n < c.want+1 && n < 1000; n++ {
				if p, err := l.arrive(Ask{}); err != nil || !p.isIn() {
					break
				}
			}
			is.Equal(n, min(c.want, 1000))
		})
	}
}
