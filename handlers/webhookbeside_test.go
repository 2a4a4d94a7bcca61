package handlers_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/webhook"
	"marquee/handlers"
	"marquee/kv/bolt"
)

var callsBeside = flag.Int("webhooks.beside", 600, "calls to a receiver beside one that never answers, in each round")

// hostile takes every connection, and never says what it thinks of the call: of every other
// one it sends a byte of the answer now and then.
func hostile(t *testing.T) *httptest.Server {
	var calls atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		_, _ = io.Copy(io.Discard, in.Body)
		drip := calls.Add(1)%2 == 0
		for in.Context().Err() == nil {
			if drip {
				_, _ = w.Write([]byte("."))
				_ = http.NewResponseController(w).Flush()
			}
			select {
			case <-time.After(200 * time.Millisecond):
			case <-in.Context().Done():
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// counting is a receiver that counts calls, and tells when it has them all.
func counting(t *testing.T, n int) (url string, all <-chan struct{}) {
	var got atomic.Int64
	done := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, in *http.Request) {
		_, _ = io.Copy(io.Discard, in.Body)
		if got.Add(1) == int64(n) {
			close(done)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, done
}

// sends tells how long it takes until one receiver has n calls about customers, from a
// store in a file, with others that were told of as much at the same time.
func sends(t *testing.T, n int, beside ...*httptest.Server) time.Duration {
	t.Helper()
	must := func(err error) {
		if t.Helper(); err != nil {
			t.Fatal(err)
		}
	}
	clock := apptest.NewClock()
	e, err := bolt.Open(filepath.Join(t.TempDir(), "marquee.db"), bolt.Options{Clock: clock.Now})
	must(err)
	defer func() { must(e.Close()) }()
	w := apptest.New(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm(), apptest.Unchecked())
	webhook.Use(w.App, nil, webhook.Policy{Inside: true})
	good, all := counting(t, n)
	kinds := []webhook.Kind{webhook.CustomerChanged}
	urls := []string{good}
	for _, s := range beside {
		urls = append(urls, s.URL)
	}
	for _, url := range urls {
		_, _, err := webhook.Create(t.Context(), w.App, w.A.Owner, webhook.Fields{URL: &url, Kinds: &kinds})
		must(err)
	}
	for from := 0; from < n; from += 500 {
		must(w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
			for i := from; i < min(from+500, n); i++ {
				if err := customer.Customers.Insert(tx, &customer.Customer{Name: fmt.Sprint("Guest ", i), Email: fmt.Sprintf("guest%d@example.com", i)}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(w.App.RunJob(t.Context(), webhook.SendJob)) // nobody sends yet: the calls wait
	handlers.New(w.App, handlers.Options{Webhooks: webhook.Policy{Inside: true}})
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	began := time.Now()
	running.Go(func() { w.App.RunJobs(ctx) })
	running.Go(func() { // what is sent again is due in time
		for at := began; ctx.Err() == nil; {
			time.Sleep(20 * time.Millisecond)
			now := time.Now()
			clock.Jump(now.Sub(at))
			at = now
		}
	})
	select {
	case <-all:
	case <-time.After(time.Minute + time.Duration(n)*5*time.Millisecond):
		t.Error("the good receiver does not get its calls")
	}
	took := time.Since(began)
	stop()
	for _, s := range beside {
		s.CloseClientConnections() // or the server would wait for its calls
	}
	running.Wait()
	return took
}

// TestAHostileReceiverSlowsNoOther has a receiver that gets its calls alone, and beside one
// of the same company that never answers: it gets them at 0.8 of the rate at least. Both are
// measured in turns, because others use this machine too, and as often as it takes to tell.
func TestAHostileReceiverSlowsNoOther(t *testing.T) {
	const least, rounds = 0.8, 8
	bad := hostile(t)
	var alone, beside time.Duration
	for range rounds {
		alone += sends(t, *callsBeside)
		beside += sends(t, *callsBeside, bad)
		if ratio := alone.Seconds() / beside.Seconds(); ratio >= least {
			t.Logf("%.2f of the rate alone (%v for %d calls, beside it %v)", ratio, alone, *callsBeside, beside)
			return
		}
	}
	t.Errorf("beside a receiver that never answers another gets %.2f of its rate alone, want %.2f", alone.Seconds()/beside.Seconds(), least)
}
