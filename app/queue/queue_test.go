package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

type letter struct {
	Text string `msgpack:"t"`
	To   string `msgpack:"o"`
}

// office is an app with nothing but a queue, in fake time.
type office struct {
	*app.App
	t      *testing.T
	log    bytes.Buffer
	engine *frail
	// ahead is added to what the wall clock shows.
	ahead atomic.Int64
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// frail is a store that refuses to write when it is told to.
type frail struct {
	kv.Engine
	broken atomic.Bool
}

func (f *frail) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if f.broken.Load() {
		return kv.ErrBusy
	}
	return f.Engine.Update(ctx, fn)
}

func newOffice(t *testing.T, effects ...app.Effect) *office {
	t.Helper()
	o := &office{t: t}
	clock := func() time.Time { return time.Now().Add(time.Duration(o.ahead.Load())) }
	o.engine = &frail{Engine: kvtest.Chaos(mem.New(mem.Options{Clock: clock}))}
	o.App = o.process(effects...)
	if err := o.Schema().Ready(t.Context(), o.engine); err != nil {
		t.Fatal(err)
	}
	return o
}

// process is another process on the same store.
func (o *office) process(effects ...app.Effect) *app.App {
	d := app.Compose(nil, Area(), app.Area{Effects: effects})
	clock := func() time.Time { return time.Now().Add(time.Duration(o.ahead.Load())) }
	return app.New(o.engine, d, app.Options{Clock: clock, Log: slog.New(slog.NewTextHandler(&o.log, nil))})
}

// serve runs the jobs until the test ends, or close is called.
func (o *office) serve() {
	ctx, stop := context.WithCancel(o.t.Context())
	o.stop = stop
	o.ended.Go(func() { o.RunJobs(ctx) })
	synctest.Wait()
}

func (o *office) close() {
	o.stop()
	o.ended.Wait()
	o.verify()
}

// verify checks every index and the invariants of the companies.
func (o *office) verify() {
	o.t.Helper()
	err := o.engine.View(o.t.Context(), func(r kv.Reader) error {
		return o.Schema().Verify(o.t.Context(), r, func(f indexes.Finding) { o.t.Errorf("store: %s", f) })
	})
	for company := range int64(4) {
		err = errors.Join(err, o.ViewCompany(o.t.Context(), company, func(r app.Reader) error {
			return checkQueue(r, func(b app.Breach) { o.t.Errorf("invariant: %s", b) })
		}))
	}
	if err != nil {
		o.t.Error(err)
	}
}

func (o *office) put(company int64, k *Kind[letter], key string, l letter) (id int64) {
	o.t.Helper()
	err := o.UpdateCompany(o.t.Context(), company, func(tx app.Tx) (err error) {
		id, err = k.Put(tx, key, l)
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
	if o.stop != nil {
		synctest.Wait() // until it was sent, if it was
	}
	return id
}

func (o *office) entry(id int64) Entry {
	o.t.Helper()
	e, err := ByID(o.t.Context(), o.App, id)
	if err != nil {
		o.t.Fatal(err)
	}
	return e
}

// post is what arrived outside.
type post struct {
	mu      sync.Mutex
	got     []string
	ids     map[string]bool
	times   []float64
	start   time.Time
	respond func(m Message[letter]) error
}

func newPost(respond func(m Message[letter]) error) *post {
	return &post{ids: map[string]bool{}, start: time.Now(), respond: respond}
}

func (p *post) send(_ context.Context, _ *app.App, m Message[letter]) error {
	p.mu.Lock()
	p.got, p.ids[m.ID], p.times = append(p.got, m.Payload.Text), true, append(p.times, time.Since(p.start).Seconds())
	p.mu.Unlock()
	if p.respond == nil {
		return nil
	}
	return p.respond(m)
}

func (p *post) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.got, " ")
}

// plain is a kind that is tried three times, after 10 and 60 seconds.
func plain() *Kind[letter] {
	return NewKind(Spec[letter]{
		Name: "test.letter", To: func(l *letter) string { return l.To }, Attempts: 3,
		Pauses: []time.Duration{10 * time.Second, time.Minute},
	})
}

func TestWhatIsPutIsSentAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k, p := plain(), newPost(nil)
		o := newOffice(t, k.SentBy(p.send))
		o.serve()
		id := o.put(1, k, "order/1", letter{Text: "one"})
		is.Equal(o.put(1, k, "order/1", letter{Text: "again"}), id) // the key is taken
		is.True(o.put(2, k, "order/1", letter{Text: "two"}) != id)  // not in another company
		refused := errors.New("refused")
		err := o.UpdateCompany(t.Context(), 1, func(tx app.Tx) error {
			_, err := k.Put(tx, "", letter{Text: "never"})
			return errors.Join(err, refused)
		})
		is.True(errors.Is(err, refused))
		synctest.Wait()
		is.Equal(p.text(), "one two")
		is.Equal(p.times, []float64{0, 0}) // no polling
		e := o.entry(id)
		is.Equal(e.State, Done)
		is.Equal(len(e.Payload), 0)
		s, err := StatusOf(t.Context(), o.App, "test.letter")
		is.NoErr(err)
		is.Equal([]int64{s.Waiting, s.Leased, s.Dead, s.Done, s.Sent, s.Failed}, []int64{0, 0, 0, 2, 2, 0})

		time.Sleep(keepDone + clearEvery) // fake
		synctest.Wait()
		_, err = ByID(t.Context(), o.App, id)
		is.Equal(app.KindOf(err), app.NotFound) // forgotten
		o.close()
	})
}

func TestWhatFailsIsTriedAgainAndThenDead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		broken := true
		k, p := plain(), newPost(func(Message[letter]) error {
			if broken {
				return errors.New("550 somebody@example.com is away")
			}
			return nil
		})
		o := newOffice(t, k.SentBy(p.send))
		o.serve()
		id := o.put(1, k, "", letter{Text: "secret"})
		time.Sleep(time.Hour)
		is.Equal(p.text(), "secret secret secret")
		is.Equal(len(p.ids), 1) // the same id each time
		first, second := p.times[1]-p.times[0], p.times[2]-p.times[1]
		is.True(first >= 10 && first <= 12.5)
		is.True(second >= 60 && second <= 75)
		e := o.entry(id)
		is.Equal(e.State, Dead)
		is.Equal(e.Problem, "550 somebody@example.com is away")
		is.True(!strings.Contains(o.log.String(), "secret") && !strings.Contains(o.log.String(), "somebody"))
		is.Equal(strings.Count(o.log.String(), "is a dead letter"), 1)

		broken = false
		_, err := Retry(t.Context(), o.App, id)
		is.NoErr(err)
		synctest.Wait()
		is.Equal(o.entry(id).State, Done)
		is.Equal(len(p.ids), 1)
		_, err = Retry(t.Context(), o.App, id)
		is.Equal(app.KindOf(err), app.Invalid) // done is done
		o.close()
	})
}

func TestSendersSayHowToGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k, p := plain(), newPost(func(m Message[letter]) error {
			switch m.Payload.Text {
			case "never":
				return fmt.Errorf("wrapped: %w", Permanent(errors.New("no such address")))
			case "panic":
				if m.Attempt == 1 {
					panic("broken")
				}
			}
			return nil
		})
		o := newOffice(t, k.SentBy(p.send))
		o.serve()
		never, panics := o.put(1, k, "", letter{Text: "never"}), o.put(1, k, "", letter{Text: "panic"})
		time.Sleep(time.Minute)
		is.Equal(o.entry(never).State, Dead)
		is.Equal(o.entry(never).Attempts, int64(1))
		is.Equal(o.entry(panics).State, Done) // the second time
		is.True(strings.Contains(o.log.String(), "queue_test.go"))
		o.close()
	})
}

// A sender that never returns holds up nobody but its destination, and that for a
// while; its result, when it comes at last, changes nothing.
func TestASenderThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := NewKind(Spec[letter]{Name: "test.letter", To: func(l *letter) string { return l.To }, Parallel: 1})
		release := make(chan struct{})
		p := newPost(func(m Message[letter]) error {
			if m.Payload.To == "hangs" && m.Attempt == 1 {
				<-release
				return errors.New("too late to matter")
			}
			return nil
		})
		o := newOffice(t, k.SentBy(p.send))
		o.serve()
		stuck := o.put(1, k, "", letter{Text: "stuck", To: "hangs"})
		o.put(1, k, "", letter{Text: "other", To: "fine"})
		synctest.Wait()
		is.Equal(p.text(), "stuck other")
		time.Sleep(time.Minute)
		is.Equal(p.text(), "stuck other stuck")
		is.Equal(o.entry(stuck).State, Done)
		s, _ := StatusOf(t.Context(), o.App, "test.letter")
		is.Equal(s.Hung, int64(1))
		close(release)
		synctest.Wait()
		is.Equal(o.entry(stuck).State, Done)
		s, _ = StatusOf(t.Context(), o.App, "test.letter")
		is.Equal(s.Hung, int64(0))
		o.close()
	})
}

// A process that dies between sending and storing the result leaves a lease behind:
// the next one sends again when it ends, with the same id.
func TestKilledBetweenSendingAndStoring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var o *office
		k := plain()
		p := newPost(func(m Message[letter]) error {
			o.engine.broken.Store(m.Attempt == 1) // from now on the first process writes nothing
			return nil
		})
		o = newOffice(t, k.SentBy(p.send))
		o.serve()
		id := o.put(1, k, "", letter{Text: "one"})
		synctest.Wait()
		o.stop()
		o.ended.Wait()
		is.Equal(o.entry(id).State, Leased)

		o.engine.broken.Store(false)
		o.App = o.process(k.SentBy(p.send))
		o.serve()
		is.Equal(p.text(), "one") // the lease of the dead process still runs
		time.Sleep(2 * time.Minute)
		is.Equal(p.text(), "one one")
		is.Equal(len(p.ids), 1)
		is.Equal(o.entry(id).State, Done)
		o.close()
	})
}

// Two workers on one store take each entry once between them.
func TestTwoWorkersShareTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := plain()
		slow := func(Message[letter]) error { time.Sleep(time.Second); return nil }
		first, second := newPost(slow), newPost(slow)
		o := newOffice(t, k.SentBy(first.send))
		other := o.process(k.SentBy(second.send))
		for i := range 40 {
			o.put(int64(1+i%3), k, "", letter{Text: fmt.Sprint(i), To: fmt.Sprint(i % 5)})
		}
		ctx, stop := context.WithCancel(t.Context())
		var ended sync.WaitGroup
		ended.Go(func() { other.RunJobs(ctx) })
		o.serve()
		time.Sleep(time.Minute)
		stop()
		ended.Wait()
		is.Equal(len(first.got)+len(second.got), 40)
		is.Equal(len(first.ids)+len(second.ids), 40)
		s, err := StatusOf(t.Context(), o.App, "test.letter")
		is.NoErr(err)
		is.Equal([]int64{s.Waiting, s.Leased, s.Dead, s.Done}, []int64{0, 0, 0, 40})
		o.close()
	})
}

// A lease that runs out while its worker still works: the entry goes to another one, and what
// the first says afterwards changes nothing.
func TestALeaseThatRunsOutWhileItsWorkerWorks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var o *office
		k := plain()
		frozen := newPost(func(Message[letter]) error {
			o.ahead.Store(int64(time.Hour)) // the machine slept, and the lease is over
			time.Sleep(20 * time.Second)
			return Permanent(errors.New("too late"))
		})
		o = newOffice(t, k.SentBy(frozen.send))
		o.serve()
		id := o.put(1, k, "", letter{Text: "one"})
		quick := newPost(nil)
		other := o.process(k.SentBy(quick.send))
		is.NoErr(other.RunJob(t.Context(), SendJob))
		is.Equal(quick.text(), "one")
		time.Sleep(time.Minute)
		is.Equal(o.entry(id).State, Done)
		is.True(strings.Contains(o.log.String(), "came too late"))
		o.close()
	})
}

func TestAStoreThatRefusesForAWhileTakesTheResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		var o *office
		k := plain()
		p := newPost(func(Message[letter]) error {
			o.engine.broken.Store(true)
			time.AfterFunc(time.Second, func() { o.engine.broken.Store(false) })
			return nil
		})
		o = newOffice(t, k.SentBy(p.send))
		o.serve()
		id := o.put(1, k, "", letter{Text: "one"})
		time.Sleep(time.Hour)
		is.Equal(p.text(), "one")
		is.Equal(o.entry(id).State, Done)
		o.close()
	})
}

// What is stored counts only under the lease that it was sent under.
func TestALostLeaseChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := plain()
		o := newOffice(t, k.SentBy(newPost(nil).send))
		id := o.put(1, k, "", letter{Text: "one"})
		lend := func() (taken []Entry) {
			is.NoErr(o.UpdateCompany(t.Context(), 0, func(tx app.Tx) (err error) {
				taken, _, err = take(tx, kindsOf(o.App), grant{1, []laneGrant{{"test.letter ", 1}}}, func(int64) bool { return false })
				return err
			}))
			return taken
		}
		first := lend()
		is.Equal(len(lend()), 0) // it is taken
		time.Sleep(MaxTimeout)
		second := lend()
		is.Equal(second[0].Lease, int64(2))
		stored, err := settle(o.App, &first[0], outcome{state: Done, pause: keepDone})
		is.NoErr(err)
		is.True(!stored)
		is.Equal(o.entry(id).State, Leased)
		stored, err = settle(o.App, &second[0], outcome{state: Dead, problem: "no"})
		is.NoErr(err)
		is.True(stored)
		stored, err = settle(o.App, &second[0], outcome{state: Done, pause: keepDone})
		is.NoErr(err)
		is.True(!stored) // and only once
		is.Equal(o.entry(id).State, Dead)
		o.verify()
	})
}

// Processes that die while sending make a dead letter in the end.
func TestWhatKillsTheProcessIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := plain()
		o := newOffice(t, k.SentBy(newPost(nil).send))
		id := o.put(1, k, "", letter{Text: "one"})
		for range 4 {
			is.NoErr(o.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
				_, _, err := take(tx, kindsOf(o.App), grant{1, []laneGrant{{"test.letter ", 1}}}, func(int64) bool { return false })
				return err
			}))
			time.Sleep(MaxTimeout)
		}
		is.Equal(o.entry(id).State, Dead)
		is.True(strings.Contains(o.entry(id).Problem, "taken 3 times"))
		o.verify()
	})
}

func TestTheClockSetBackDelaysNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k, p := plain(), newPost(func(m Message[letter]) error {
			if m.Attempt == 1 {
				return errors.New("not now")
			}
			return nil
		})
		o := newOffice(t, k.SentBy(p.send))
		o.ahead.Store(int64(24 * time.Hour)) // a day too late
		o.serve()
		o.put(1, k, "", letter{Text: "one"})
		synctest.Wait()
		o.ahead.Store(0) // set right
		time.Sleep(time.Minute)
		is.Equal(p.text(), "one one")
		o.close()
	})
}

func TestAKindThatNothingSendsWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k, gone := plain(), NewKind(Spec[letter]{Name: "test.gone"})
		o := newOffice(t, k.Unsent())
		o.serve()
		id := o.put(1, k, "", letter{Text: "one"})
		o.put(1, gone, "", letter{Text: "two"}) // not even wired
		time.Sleep(time.Hour)
		is.Equal(o.entry(id).State, Waiting)
		all, err := Statuses(t.Context(), o.App)
		is.NoErr(err)
		is.Equal(len(all), 2)
		for _, s := range all {
			is.True(s.Unsent)
			is.Equal(s.Waiting, int64(1))
			is.True(s.Oldest != nil)
		}
		_, err = Drop(t.Context(), o.App, id)
		is.NoErr(err)
		o.close()
		p := newPost(nil)
		o.App = o.process(k.SentBy(p.send), gone.SentBy(p.send)) // a release that can
		o.serve()
		is.Equal(p.text(), "two")
		o.close()
	})
}

func TestStoppingLetsSendersFinishForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k := plain()
		var o *office
		send := func(ctx context.Context, _ *app.App, m Message[letter]) error {
			if m.Payload.Text == "quick" {
				time.Sleep(stopGrace / 2)
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		}
		o = newOffice(t, k.SentBy(send))
		o.serve()
		quick, slow := o.put(1, k, "", letter{Text: "quick"}), o.put(1, k, "", letter{Text: "slow"})
		synctest.Wait()
		o.close()
		is.Equal(o.entry(quick).State, Done)
		is.Equal(o.entry(slow).State, Waiting) // due at the next start
		is.Equal(o.entry(slow).Attempts, int64(0))
		is.True(!o.entry(slow).Due.After(o.Now()))
	})
}

func TestADamagedEntryKeepsNoOtherFromItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k, p := plain(), newPost(nil)
		o := newOffice(t, k.SentBy(p.send))
		o.put(1, k, "", letter{Text: "one"})
		o.put(1, k, "", letter{Text: "two"})
		is.NoErr(o.engine.Update(t.Context(), func(tx kv.Tx) error {
			for pair, err := range tx.Scan("outbox", kv.Range{Limit: 1}) {
				is.NoErr(err)
				value := bytes.Clone(pair.Value)
				value[len(value)-1] ^= 0xff
				is.NoErr(tx.Put("outbox", bytes.Clone(pair.Key), value))
			}
			return nil
		}))
		o.serve()
		is.Equal(p.text(), "two")
		is.True(o.JobStatus(SendJob).Skipped > 0)
		o.stop()
		o.ended.Wait()
	})
}

func TestOnlySmallPayloadsAreTaken(t *testing.T) {
	is := is.New(t)
	k := plain()
	o := newOffice(t, k.Unsent())
	err := o.UpdateCompany(t.Context(), 1, func(tx app.Tx) error {
		_, err := k.Put(tx, "", letter{Text: strings.Repeat("x", MaxPayload)})
		return err
	})
	is.True(err != nil)
	err = o.UpdateCompany(t.Context(), 1, func(tx app.Tx) error {
		_, err := k.Put(tx, strings.Repeat("k", maxName+1), letter{})
		return err
	})
	is.True(err != nil)
	all, err := List(t.Context(), o.App, Filter{})
	is.NoErr(err)
	is.Equal(len(all), 0)
}

func TestThePlanIsFair(t *testing.T) {
	is := is.New(t)
	k := plain()
	kinds := map[string]wired{"test.letter": k.SentBy(nil).(wired)}
	o := newOffice(t, k.SentBy(nil))
	now := o.Now()
	var lanes []lane
	for i := range 100 { // one company with a hundred destinations
		lanes = append(lanes, lane{laneKey{1, fmt.Sprintf("test.letter %d", i)}, now})
	}
	lanes = append(lanes, lane{laneKey{2, "test.letter a"}, now}, lane{laneKey{3, "test.letter a"}, now}, lane{laneKey{3, "test.letter b"}, now.Add(time.Second)})
	w := workers.Of(o.App)
	w.lanes[laneKey{3, "test.letter a"}] = 3 // one is left of four
	granted := func() map[int64]int {
		n := map[int64]int{}
		grants, short := w.plan(append([]lane(nil), lanes...), kinds, now)
		is.True(short)
		for _, g := range grants {
			for _, l := range g.lanes {
				n[g.company] += l.n
			}
		}
		return n
	}
	n := granted()
	is.Equal(n[1]+n[2]+n[3], maxSending)
	is.True(n[2] >= 1)
	is.Equal(n[3], 1)
	w.note("test.letter", func(f *figures) { f.hung = maxHung })
	grants, _ := w.plan(lanes, kinds, now)
	is.Equal(len(grants), 0) // of a kind that hangs, no more is sent
}

func TestDeadLettersAreRetriedTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		k, p := plain(), newPost(func(Message[letter]) error { return Permanent(errors.New("no")) })
		o := newOffice(t, k.SentBy(p.send))
		o.serve()
		for range 3 {
			o.put(1, k, "", letter{Text: "x"})
		}
		synctest.Wait()
		dead, err := List(t.Context(), o.App, Filter{State: Dead, Kind: "test.letter"})
		is.NoErr(err)
		is.Equal(len(dead), 3)
		p.respond = nil
		n, err := RetryDead(t.Context(), o.App, "test.letter")
		is.NoErr(err)
		is.Equal(n, 3)
		synctest.Wait()
		all, err := List(t.Context(), o.App, Filter{State: Done})
		is.NoErr(err)
		is.Equal(len(all), 3)
		o.close()
	})
}
