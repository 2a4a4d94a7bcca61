package shop_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/handlers"
	"marquee/indexes"
)

var (
	rushBrowsers = flag.Int("rush", 0, "so many browsers wait in line, and scans are measured beside them; 0: none do")
	rushTime     = flag.Duration("rush.time", 4*time.Second, "how long one measurement takes")
)

// The goals of a rush: what a poll costs, and how much longer the slowest scans take.
const (
	mostPoll  = 100 * time.Microsecond
	mostRatio = 2.0

	rushAdmitted = 200
	rushScanners = 8
	rushRounds   = 5
	// Those at the end of a long line ask every pollEvery, those inside look at a page
	// every pageEvery.
	pollEvery, pageEvery = 20 * time.Second, 5 * time.Second
)

// rush is a crowd before the festival, and scanners at its gates.
type rush struct {
	*town
	t               *testing.T
	h               http.Handler
	path            string
	waiting, inside [][]*http.Cookie
	barcodes        []string
	client          *http.Client
	rounds          int // of scans
}

// besides are abilities that tell tokens apart: one token may store so much an hour, and each
// round of scans has its own.
var besides = []app.Ability{
	app.ViewEvents, app.ViewOrders, app.ListOrders, app.Sell, app.EditOrders, app.EditEvents, app.ViewCustomers, app.EditCustomers, app.Publish, app.EditCompany,
}

// TestRush measures scans beside a crowd that waits in line; make rush runs it.
func TestRush(t *testing.T) {
	if *rushBrowsers == 0 {
		t.Skip("make rush")
	}
	r := newRush(t)
	poll := r.pollCost()
	t.Logf("a poll costs %v", poll)
	if poll > mostPoll {
		t.Errorf("a poll costs %v, more than %v", poll, mostPoll)
	}
	var alone, beside []time.Duration
	for range rushRounds {
		alone = append(alone, r.scans()...)
		stop := r.crowd()
		beside = append(beside, r.scans()...)
		stop()
	}
	ratio := float64(p99(beside)) / float64(p99(alone))
	t.Logf("%d browsers: scan p99 %v beside them, %v alone: %.2f times as long; %d and %d scans", *rushBrowsers, p99(beside), p99(alone), ratio, len(beside), len(alone))
	if ratio > mostRatio {
		t.Errorf("scans take %.2f times as long, more than %.1f", ratio, mostRatio)
	}
}

func newRush(t *testing.T) *rush {
	w := newTown(t)
	w.withLine(t, rushAdmitted)
	r := &rush{town: w, t: t, h: handlers.New(w.App, handlers.Options{}), path: w.path(fmt.Sprintf("/events/%d", w.Event.ID)), client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: rushScanners}}}
	for range rushAdmitted {
		r.inside = append(r.inside, r.get(r.path, nil).Result().Cookies())
	}
	for range *rushBrowsers {
		r.waiting = append(r.waiting, r.get(r.path, nil).Result().Cookies())
	}
	if page := r.get(r.path, r.waiting[0]).Body.String(); !strings.Contains(page, "You are in line") {
		t.Fatal("nobody waits")
	}
	err := w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Reader) error {
		for hit, err := range order.Items.Scan(tx, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if hit.Rec.Barcode != "" {
				r.barcodes = append(r.barcodes, hit.Rec.Barcode)
			}
		}
		return nil
	})
	if err != nil || len(r.barcodes) == 0 {
		t.Fatal("nothing to scan", err)
	}
	return r
}

func (r *rush) get(path string, cookies []*http.Cookie) *httptest.ResponseRecorder {
	req := httptest.NewRequest("GET", path, nil)
	req.RemoteAddr = "127.0.0.1:1" // of one network elsewhere only so many join within a minute
	for _, c := range cookies {
		req.AddCookie(c)
	}
	out := httptest.NewRecorder()
	r.h.ServeHTTP(out, req)
	if out.Code != http.StatusOK {
		r.t.Fatal(out.Code, out.Body)
	}
	return out
}

// pollCost is what a poll takes on average, one after the other: its server time alone.
func (r *rush) pollCost() time.Duration {
	n := min(len(r.waiting), 5000)
	began := time.Now()
	for _, cookies := range r.waiting[:n] {
		r.get(r.path+"/queue", cookies)
	}
	return time.Since(began) / time.Duration(n)
}

// crowd lets everybody do what browsers do, each in its time, until it is stopped.
func (r *rush) crowd() (stop func()) {
	done := make(chan struct{})
	var all sync.WaitGroup
	every := func(pause time.Duration, who [][]*http.Cookie, path string) {
		all.Go(func() {
			tick := time.NewTicker(pause / time.Duration(len(who)))
			defer tick.Stop()
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				case <-tick.C:
					cookies := who[n%len(who)]
					all.Go(func() { r.ask("GET", path, cookies, "", "") })
				}
			}
		})
	}
	every(pollEvery, r.waiting, r.path+"/queue")
	every(pageEvery, r.inside, r.path)
	return func() { close(done); all.Wait() }
}

// ask asks over the network, as a browser or a scanner.
func (r *rush) ask(method, path string, cookies []*http.Cookie, token, body string) {
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.server.URL+path, strings.NewReader(body))
	if err != nil {
		r.t.Error(err)
		return
	}
	for _, c := range cookies {
		req.AddCookie(c)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Error(err)
		return
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		r.t.Error(method, path, res.Status)
	}
}

// scans lets scanners scan for a while, and gives what each scan took.
func (r *rush) scans() (took []time.Duration) {
	var mu sync.Mutex
	var all sync.WaitGroup
	token := r.A.TokenWith(app.ScanZones, besides[r.rounds%len(besides)])
	r.rounds++
	until := time.Now().Add(*rushTime)
	for gate := range rushScanners {
		all.Go(func() {
			var own []time.Duration
			for n := gate; time.Now().Before(until); n++ {
				body := fmt.Sprintf(`{"uuid":"%d-%d","zoneId":"1","scan":"auto","barcodes":[%q]}`, time.Now().UnixNano(), gate, r.barcodes[n%len(r.barcodes)])
				from := time.Now()
				r.ask("POST", "/v1/zones/scan", nil, token, body)
				own = append(own, time.Since(from))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, own...)
		})
	}
	all.Wait()
	return took
}

func p99(took []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[len(sorted)*99/100]
}
