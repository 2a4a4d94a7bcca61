package bench

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/app/webhook"
	"marquee/handlers"
	"marquee/kv/bolt"
)

// A receiver keeps leastBeside of its rate beside another one that never answers.
const (
	leastBeside  = 0.8
	silentCalls  = 5_000
	silentRounds = 3
)

// silent is a receiver that takes every call and never ends an answer: of every other one
// it sends a byte now and then.
func silent(t testing.TB) *httptest.Server {
	var calls atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		_, _ = io.Copy(io.Discard, in.Body)
		drips := calls.Add(1)%2 == 0
		for tick := time.NewTicker(200 * time.Millisecond); ; {
			if drips {
				_, _ = w.Write([]byte("."))
				_ = http.NewResponseController(w).Flush()
			}
			select {
			case <-tick.C:
			case <-in.Context().Done():
				return
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// besideSilent measures a receiver alone and beside a silent one, in turns.
func (c *comparison) besideSilent() {
	var alone, beside time.Duration
	for range silentRounds {
		alone += c.delivers()
		beside += c.delivers(silent(c.t))
	}
	rate := func(took time.Duration) float64 { return silentRounds * silentCalls / took.Seconds() }
	c.atLeast("calls to a receiver beside one that never answers ÷ to it alone", alone.Seconds()/beside.Seconds(), leastBeside, 0,
		"%.0f/s, %.0f/s", rate(beside), rate(alone))
}

// delivers tells how long it takes until a receiver has its calls about customers, from a
// store of its own, beside others that are told the same.
func (c *comparison) delivers(others ...*httptest.Server) time.Duration {
	clock := apptest.NewClock()
	e, err := bolt.Open(filepath.Join(c.t.TempDir(), "marquee.db"), bolt.Options{Clock: clock.Now})
	must(c.t, err)
	defer func() { must(c.t, e.Close()) }()
	w := apptest.New(c.t, apptest.On(e), apptest.WithClock(clock), apptest.Calm(), apptest.Unchecked())
	webhook.Use(w.App, nil, webhook.Policy{Inside: true})
	var got atomic.Int64
	all := make(chan struct{})
	good := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, in *http.Request) {
		_, _ = io.Copy(io.Discard, in.Body)
		if got.Add(1) == silentCalls {
			close(all)
		}
	}))
	defer good.Close()
	kinds := []webhook.Kind{webhook.CustomerChanged}
	for _, s := range append(others, good) {
		_, _, err := webhook.Create(c.t.Context(), w.App, w.A.Owner, webhook.Fields{URL: &s.URL, Kinds: &kinds})
		must(c.t, err)
	}
	must(c.t, addGuests(c.t.Context(), w.App, w.A.Company.ID, silentCalls))
	for range silentCalls / 1_000 { // nobody sends yet: the calls wait
		must(c.t, w.App.RunJob(c.t.Context(), webhook.SendJob))
	}
	handlers.New(w.App, handlers.Options{Webhooks: webhook.Policy{Inside: true}})
	ctx, stop := context.WithCancel(c.t.Context())
	var running sync.WaitGroup
	began := time.Now()
	running.Go(func() { w.App.RunJobs(ctx) })
	running.Go(func() { followTime(ctx, clock) })
	select {
	case <-all:
	case <-time.After(time.Minute):
		c.t.Error("a receiver does not get its calls")
	}
	took := time.Since(began)
	stop()
	for _, s := range others {
		s.CloseClientConnections() // or the server would wait for its calls
	}
	running.Wait()
	return took
}

// followTime lets a clock go on as time does: what is sent again is due then.
func followTime(ctx context.Context, clock *apptest.Clock) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for at := time.Now(); ; {
		select {
		case now := <-tick.C:
			clock.Jump(now.Sub(at))
			at = now
		case <-ctx.Done():
			return
		}
	}
}
