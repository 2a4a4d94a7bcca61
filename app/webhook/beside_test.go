package webhook_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/webhook"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

const silentURL = "https://silent.example.com/"

// stuck is a carrier of which calls to one receiver end when the test says so.
type stuck struct {
	release        chan struct{}
	held, answered atomic.Int64
}

func (*stuck) Render(context.Context, webhook.Delivery) ([]byte, webhook.Result) {
	return nil, webhook.Result{}
}

func (s *stuck) Post(_ context.Context, to webhook.Receiver, _ []webhook.Message) webhook.Result {
	if to.URL == silentURL {
		s.held.Add(1)
		<-s.release
		return webhook.Result{Problem: "the receiver did not answer in time"}
	}
	s.answered.Add(1)
	return webhook.Result{Status: 200}
}

// TestAReceiverThatNeverAnswersHoldsUpNoOther: one receiver has all its calls before a
// single call to another, of the same company, has ended.
func TestAReceiverThatNeverAnswersHoldsUpNoOther(t *testing.T) {
	const calls = 1500 // more than a pump sends until it makes way for others
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		o := newOffice(t, apptest.Calm())
		c := &stuck{release: make(chan struct{})}
		webhook.Use(o.App, c, webhook.Policy{})
		good, silent, kinds := url, silentURL, []webhook.Kind{webhook.CustomerChanged}
		for _, at := range []*string{&silent, &good} {
			_, _, err := webhook.Create(t.Context(), o.App, o.A.Owner, webhook.Fields{URL: at, Kinds: &kinds})
			is.NoErr(err)
		}
		is.NoErr(o.App.UpdateCompany(t.Context(), o.A.Company.ID, func(tx app.Tx) error {
			for i := range calls {
				if err := indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: "Guest", Email: fmt.Sprintf("%d@example.com", i)}); err != nil {
					return err
				}
			}
			return nil
		}))
		ctx, stop := context.WithCancel(t.Context())
		var jobs sync.WaitGroup
		jobs.Go(func() { o.App.RunJobs(ctx) })
		time.Sleep(10 * time.Minute)
		is.Equal(c.answered.Load(), int64(calls))
		is.True(c.held.Load() > 0)
		close(c.release)
		stop()
		jobs.Wait()
	})
}

// TestACallThatHangsDoesNotKeepTheServerFromStopping: what it had under way is sent again.
func TestACallThatHangsDoesNotKeepTheServerFromStopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		o := newOffice(t, apptest.Calm())
		c := &stuck{release: make(chan struct{})}
		webhook.Use(o.App, c, webhook.Policy{})
		silent, kinds := silentURL, []webhook.Kind{webhook.CustomerChanged}
		_, _, err := webhook.Create(t.Context(), o.App, o.A.Owner, webhook.Fields{URL: &silent, Kinds: &kinds})
		is.NoErr(err)
		o.customer(o.A.Owner, "Ada")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			o.App.RunJobs(ctx)
			close(ended)
		}()
		time.Sleep(time.Minute)
		is.True(c.held.Load() > 0)
		began := time.Now()
		stop()
		<-ended
		is.True(time.Since(began) < time.Minute)
		is.Equal(len(o.calls(o.A.Owner)), 0)
		is.Equal(o.notices(), 1) // it is sent again
		close(c.release)
		synctest.Wait()
	})
}

// slow is a carrier whose posts take a while, or end with their context.
type slow struct {
	takes time.Duration
	ended atomic.Int64
}

func (*slow) Render(context.Context, webhook.Delivery) ([]byte, webhook.Result) {
	return nil, webhook.Result{}
}

func (s *slow) Post(ctx context.Context, _ webhook.Receiver, _ []webhook.Message) webhook.Result {
	select {
	case <-time.After(s.takes):
		s.ended.Add(1)
		return webhook.Result{Status: 200}
	case <-ctx.Done():
		return webhook.Result{Problem: "the receiver did not answer in time"}
	}
}

// TestAPostThatIsUnderWayEndsBeforeTheServer: within a moment after the server is to stop, and
// what came of it is stored; one that takes longer is broken off, and counts as no attempt.
func TestAPostThatIsUnderWayEndsBeforeTheServer(t *testing.T) {
	for name, c := range map[string]struct {
		takes  time.Duration
		states []string
		noted  int
	}{
		"what ends soon is sent":          {takes: 2 * time.Second, states: []string{"sent"}},
		"control: what does not is noted": {takes: time.Minute, noted: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				o := newOffice(t, apptest.Calm())
				slow := &slow{takes: c.takes}
				webhook.Use(o.App, slow, webhook.Policy{})
				o.endpoint(o.A.Owner, webhook.CustomerChanged)
				o.customer(o.A.Owner, "Ada")
				ctx, stop := context.WithCancel(t.Context())
				var jobs sync.WaitGroup
				jobs.Go(func() { o.App.RunJobs(ctx) })
				time.Sleep(time.Second)
				stop()
				began := time.Now()
				jobs.Wait()
				is.True(time.Since(began) <= 4*time.Second)
				is.Equal(o.states(o.A.Owner), c.states)
				is.Equal(o.notices(), c.noted)
				is.Equal(slow.ended.Load(), int64(len(c.states)))
			})
		})
	}
}

// hearing is an engine that notes which transactions share the commits of others, and when
// each began.
type hearing struct {
	kv.Engine
	mu     sync.Mutex
	shared []bool
	at     []time.Time
	lulls  int
}

func (h *hearing) AwaitIdle(context.Context) {
	h.mu.Lock()
	h.lulls++
	h.mu.Unlock()
}

func (h *hearing) Update(ctx context.Context, fn func(kv.Tx) error) error {
	h.mu.Lock()
	h.shared, h.at = append(h.shared, kv.IsPatient(ctx)), append(h.at, time.Now())
	h.mu.Unlock()
	return h.Engine.Update(ctx, fn)
}

// TestCallsShareTheCommitsOfOthers: while somebody is served, what came of calls is stored in
// transactions that wait for the commits of others, and that come one after the other: a commit
// with all of them takes longer.
func TestCallsShareTheCommitsOfOthers(t *testing.T) {
	const calls = 100
	for name, served := range map[string]bool{"nobody is served": false, "somebody is served": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				engine := &hearing{Engine: mem.New(mem.Options{})}
				o := newOffice(t, apptest.On(engine))
				o.endpoint(o.A.Owner, webhook.CustomerChanged)
				for i := range calls {
					o.customer(o.A.Owner, fmt.Sprint("Guest ", i))
				}
				time.Sleep(time.Minute)
				engine.shared, engine.at, engine.lulls = nil, nil, 0
				if served {
					defer o.reading()()
				}
				o.send()
				is.Equal(len(o.carrier.told()), calls)
				is.True(len(engine.shared) > 0)
				is.Equal(slices.Contains(engine.shared, !served), false)
				is.Equal(engine.lulls == calls, served) // each is begun while others wait for the disk
				if served {
					moments := slices.Compact(slices.SortedFunc(slices.Values(engine.at), time.Time.Compare))
					is.True(len(moments) >= calls/webhook.SettleBatch)
				}
			})
		})
	}
}

// reading has somebody read until end is called.
func (o *office) reading() (end func()) {
	inside, done := make(chan struct{}), make(chan struct{})
	var reader sync.WaitGroup
	reader.Go(func() {
		o.must(o.App.View(o.t.Context(), o.A.Owner, app.Authenticated, func(app.Reader) error {
			close(inside)
			<-done
			return nil
		}))
	})
	<-inside
	return func() { close(done); reader.Wait() }
}
