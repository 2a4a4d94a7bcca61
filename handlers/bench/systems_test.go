package bench

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/ticketcode"
	"marquee/app/webhook"
	"marquee/handlers"
	"marquee/indexes"
)

// The goals of the systems around: receivers outside, signed codes, devices.
const (
	// toldScans is how much of the rate of scans is left where each is told to a receiver, in the
	// median of so many turns.
	toldScans = 0.9
	toldTurns = 7
	// openGoal is how long the check of a signed code may take.
	openGoal = 100 // µs
	// callsGoal is how many calls a second a receiver gets, one by one or listedCalls in a
	// post, and callsBeside the 99th percentile of a scan meanwhile beside one alone: so many
	// scans alone, and as long as the calls take, in many short turns, as a disk is not as fast in
	// one second as in the next. The first scans of each turn do not count: jobs begin then.
	callsGoal    = 2_000
	listedCalls  = 50
	callsBeside  = 1.2
	firstScans   = 50
	aloneScans   = 400
	calledRounds = 64
	senderRounds = 24
	// calmHeap is held and never touched, as the program does, so that the collector does not
	// run all the time while the heap is small.
	calmHeap = 24 << 20
	// syncedTickets are what a new device loads, within syncGoal seconds and syncBytes MB.
	syncedTickets = 100_000
	syncGoal      = 5
	syncBytes     = 12
	// toldRounds are enough to make calls of all scans that were measured, of a thousand each.
	toldRounds = 500
)

// outboundCalls is how many calls the receiver gets beside scans.
var outboundCalls = flag.Int("hot.calls", 100_000, "outbound calls that are sent beside scans")

// systems measures all of them. It needs a server that may call this machine.
func (c *comparison) systems() {
	calm := make([]byte, calmHeap)
	defer runtime.KeepAlive(calm)
	c.s.handler = handlers.New(c.s.app, handlers.Options{Log: slog.New(slog.DiscardHandler), Webhooks: webhook.Policy{Inside: true}})
	product := httptest.NewServer(c.s.handler)
	defer product.Close()
	c.product = product.URL
	c.signed()
	c.synced()
	stop := c.jobs()
	c.told()
	stop()
	for range toldRounds { // what is left of it would come before what is measured next
		must(c.t, c.s.app.RunJob(c.t.Context(), webhook.SendJob))
		must(c.t, c.s.app.RunJob(c.t.Context(), queue.SendJob))
	}
	c.called(1)
	c.called(listedCalls)
	c.besideSender()
	c.besideSilent()
}

// jobs runs what is done in the background, until stop is called.
func (c *comparison) jobs() (stop func()) {
	ctx, cancel := context.WithCancel(c.t.Context())
	var jobs sync.WaitGroup
	jobs.Go(func() { c.s.app.RunJobs(ctx) })
	return func() { cancel(); jobs.Wait() }
}

// receiver counts what it is told, in posts of so many calls.
func (c *comparison) receiver(batch int64, kinds ...webhook.Kind) (got *atomic.Int64, enable func(bool)) {
	address, got := startReceiver(c.t)
	v, _, err := webhook.Create(c.t.Context(), c.s.app, c.s.owner, webhook.Fields{URL: &address, Kinds: &kinds, Batch: &batch})
	must(c.t, err)
	return got, func(on bool) {
		_, err := webhook.Update(c.t.Context(), c.s.app, c.s.owner, v.ID, webhook.Fields{Enabled: &on})
		must(c.t, err)
	}
}

// told measures scans of 64 connections, each told to a receiver, beside those that nobody
// hears of. The audit cannot be switched off, and is in both.
func (c *comparison) told() {
	got, enable := c.receiver(1, webhook.CheckIn, webhook.CheckOut, webhook.ScanRecorded)
	scans := func() *load { return &load{url: c.product, token: c.s.token, ask: c.scan} }
	with, without := scans(), scans()
	for i := range toldTurns + 1 {
		enable(false)
		without.timed(c.t, 64, c.n)
		enable(true)
		with.timed(c.t, 64, c.n)
		if i == 0 {
			*with, *without = load{url: c.product, token: c.s.token, ask: c.scan}, load{url: c.product, token: c.s.token, ask: c.scan}
		}
	}
	enable(false)
	c.atLeast("scans of 64 callers that are told to a receiver ÷ those that are not", with.perSecond()/without.perSecond(), toldScans, 0,
		"%.0f/s, %.0f/s; %d calls arrived", with.perSecond(), without.perSecond(), got.Load())
}

// called sends calls about customers, so many in a post, while somebody scans, and in turns
// with that lets them scan alone. The customers are made before: what a change costs is
// measured elsewhere.
func (c *comparison) called(batch int64) {
	got, enable := c.receiver(batch, webhook.CustomerChanged)
	defer enable(false)
	var alone, beside []time.Duration
	var took time.Duration
	n := *outboundCalls / calledRounds
	guests := func() { must(c.t, addGuests(c.t.Context(), c.s.app, c.s.owner.CompanyID, n)) }
	for round := range int64(calledRounds) {
		enable(false)
		guests()
		enable(true)
		stop := c.jobs()
		alone = append(alone, c.scanTimes(func() bool { return false }, firstScans+aloneScans)[firstScans:]...)
		stop()
		guests()
		stop = c.jobs()
		began := time.Now()
		all := func() bool { return got.Load() >= (round+1)*int64(n) || time.Since(began) > 10*time.Minute }
		scans := c.scanTimes(all, 10_000_000)
		beside = append(beside, scans[min(firstScans, len(scans)):]...)
		took += time.Since(began)
		stop()
	}
	posts := "one by one"
	if batch > 1 {
		posts = fmt.Sprintf("%d in a post", batch)
	}
	c.atLeast("outbound calls to a receiver on this machine, "+posts, float64(got.Load())/took.Seconds(), callsGoal, 0, "%d in %s, beside scans", got.Load(), took.Round(time.Millisecond))
	c.in("calls/s")
	c.atMost("scan p99 beside that, to one alone", float64(p99(beside))/float64(p99(alone)), callsBeside, 0, "%s beside %s, %d and %d scans", p99(beside), p99(alone), len(beside), len(alone))
}

// besideSender measures scans beside a process that posts as many calls to a receiver, and has
// nothing to do with the program: what is left of the machine then. No program that sends as
// much does better.
func (c *comparison) besideSender() {
	address, _ := startReceiver(c.t)
	var alone, beside []time.Duration
	for range senderRounds {
		alone = append(alone, c.scanTimes(func() bool { return false }, aloneScans)...)
		stop := startSender(c.t, address)
		beside = append(beside, c.scanTimes(func() bool { return false }, aloneScans)...)
		stop()
	}
	c.note("scan p99 beside a bare sender in a process of its own, to one alone", float64(p99(beside))/float64(p99(alone)), "%s beside %s", p99(beside), p99(alone))
}

// addGuests makes customers, of whom receivers are told.
func addGuests(ctx context.Context, a *app.App, company int64, n int) error {
	mark := time.Now().UnixNano()
	for from := 0; from < n; from += 100 {
		err := a.UpdateCompany(ctx, company, func(tx app.Tx) error {
			for i := from; i < min(from+100, n); i++ {
				if err := indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: fmt.Sprint("Guest ", i), Email: fmt.Sprintf("guest%d@%d.example.com", i, mark)}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// signed checks one signed code over and over.
func (c *comparison) signed() {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	public := key.Public().(ed25519.PublicKey)
	text, ok := ticketcode.Sign(key, ticketcode.Ticket{KeyID: 1, EventID: c.s.event, SaleItemID: 1, Barcode: order.NewBarcode(c.s.app)})
	if !ok {
		c.t.Fatal("the ticket cannot be signed")
	}
	r := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			if _, ok := ticketcode.Open(text, func(int64) ed25519.PublicKey { return public }); !ok {
				b.Fatal("a good code is none")
			}
		}
	})
	c.atMost("check of a signed code", float64(r.NsPerOp())/1_000, openGoal, 0, "")
	c.in("µs")
}

// synced loads the tickets of the event as a new device does, page by page over the network.
func (c *comparison) synced() {
	path := "/v1/entry/tickets?" + url.Values{"eventId": {fmt.Sprint(c.s.event)}, "limit": {"100"}, "cursor": {""}}.Encode()
	var took time.Duration
	tickets, packed, plain := 0, 0, 0
	for path != "" && tickets < syncedTickets {
		began := time.Now()
		body, err := c.s.fetch(c.product + path)
		must(c.t, err)
		took += time.Since(began)
		var page struct {
			Content    []json.RawMessage
			Pagination struct{ Next *string }
		}
		must(c.t, json.Unmarshal(body, &page))
		tickets, plain, packed = tickets+len(page.Content), plain+len(body), packed+packedSize(body)
		if path = ""; page.Pagination.Next != nil && len(page.Content) > 0 {
			path = (*page.Pagination.Next)[strings.Index(*page.Pagination.Next, "/v1/"):]
		}
	}
	if tickets < syncedTickets {
		c.without("a device loads 100,000 tickets", fmt.Sprintf("the festival has %d", tickets))
		return
	}
	c.atMost("a device loads 100,000 tickets, 100 a page", took.Seconds(), syncGoal, 0, "one connection")
	c.in("s")
	c.atMost("their size, each page compressed", float64(packed)/1e6, syncBytes, 0, "gzip, as a proxy in front does it; %.0f MB as they are", float64(plain)/1e6)
	c.in("MB")
}

func (s *hotStore) fetch(address string) ([]byte, error) {
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s %s", address, res.Status, body)
	}
	return body, err
}

func packedSize(body []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body)
	_ = w.Close()
	return b.Len()
}

// TestSystems measures that alone.
func TestSystems(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench-systems asks for it")
	}
	c := &comparison{t: t, s: openHotStore(t), n: new(atomic.Int64)}
	c.systems()
	c.sheet().show(t, "goals of the systems around")
}
