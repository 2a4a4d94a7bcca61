package bench

import (
	"crypto/rand"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"marquee/app/catalog"
	"marquee/app/company"
)

var speedJSON = flag.Bool("hot.json", false, "print the goals as JSON too")

// comparison sets the product beside its rivals over HTTP, by turns in one run, and
// says which goals were met.
type comparison struct {
	t        *testing.T
	s        *hotStore
	w        *baseline
	recorder *recorder
	n        *atomic.Int64
	board
	product, reference string
	hot                int64 // the sale item of the hot sale
	dear               []string
}

// open starts both servers; the result closes them.
func (c *comparison) open() (closeBoth func()) {
	ref := &refServer{baseline: c.w}
	c.prepare(ref)
	product, reference := httptest.NewServer(c.s.handler), httptest.NewServer(ref.handler(c.t))
	c.product, c.reference = product.URL, reference.URL
	return func() { product.Close(); reference.Close() }
}

func (c *comparison) run() {
	defer c.open()()
	c.fold()
	c.scans()
	c.lists()
	c.listPages() // before the newest orders are those of the next, which have 300 lines each
	c.codes()
	c.seats()
	c.writer()
	c.payers()
	c.afterSale()
	c.dearestReads()
	c.reports()
	c.paper()
	c.crowd()
	c.postgres()
	c.size()
	c.binary()
	c.sheet().show(c.t, "speed goals")
	if *speedJSON {
		must(c.t, c.json(os.Stdout))
	}
}

// prepare makes the hot sale, and shows the reference what pages are made of and
// what the product answers.
func (c *comparison) prepare(ref *refServer) {
	ref.scanned = c.s.post("/v1/zones/scan", http.StatusOK, "%s", c.s.scanBody(c.n.Add(1)))
	c.hot = c.s.hotSale(c.t)
	ref.reserved = c.s.post("/v1/basket-items", http.StatusCreated, "%s", reserveBody(c.hot))
	for i := range int64(20) { // one for each offset
		ref.orders = append(ref.orders, c.recorder.record(func() { c.see(c.list(i)) }))
		ref.changes = append(ref.changes, c.recorder.record(func() { c.see(c.changed(c.n.Add(1))) }))
	}
	ref.own(c.t, slices.Concat(ref.orders, ref.changes))
}

// see makes a request without the network.
func (c *comparison) see(method, path, body string) { c.s.answer(method, path, http.StatusOK, body) }

// hotSale puts something on sale of which there is much, but not without end.
func (s *hotStore) hotSale(t testing.TB) int64 {
	t.Helper()
	return s.saleAt(t, s.event)
}

// saleAt is hotSale at an event.
func (s *hotStore) saleAt(t testing.TB, event int64) int64 {
	t.Helper()
	settings, err := company.Settings(t.Context(), s.app, s.owner)
	must(t, err)
	name, stock := "Hot sale", catalog.Is(int64(100_000_000))
	view, err := catalog.CreateSaleItem(t.Context(), s.app, s.owner, catalog.NewSaleItem{
		Type: catalog.Product, EventID: event,
		Item: catalog.ItemChange{Name: &name, TotalStock: stock},
		Sale: catalog.SaleItemChange{
			Prices: &[]catalog.Price{{CurrencyID: settings.CurrencyID, Base: 1000}}, TotalStock: stock,
			Channels: &[]string{catalog.ChannelOnline, catalog.ChannelBoxOffice},
		},
	})
	must(t, err)
	return view.SaleItem.ID
}

func reserveBody(item int64) string {
	return fmt.Sprintf(`{"items":[{"id":%d,"quantity":1}]}`, item)
}

// The requests that both sides get.

func (c *comparison) scan(n int64) (method, path, body string) {
	return http.MethodPost, "/v1/zones/scan", c.s.scanBody(n)
}

func (c *comparison) reserve(int64) (method, path, body string) {
	return http.MethodPost, "/v1/basket-items", reserveBody(c.hot)
}

func (c *comparison) list(n int64) (method, path, body string) {
	q := url.Values{"limit": {"100"}, "include": {"orderItems"}, "offset": {fmt.Sprint(n % 20 * 100)}}
	return http.MethodGet, "/v1/orders?" + q.Encode(), ""
}

func (c *comparison) changed(n int64) (method, path, body string) {
	q := url.Values{"limit": {"100"}, "lastUpdated": {c.s.moment(n)}}
	return http.MethodGet, "/v1/orders?" + q.Encode(), ""
}

// pair is the product and the reference asked for the same.
func (c *comparison) pair(ask func(int64) (method, path, body string), connections int) (ours, theirs *load) {
	ours = &load{url: c.product, token: c.s.token, ask: ask}
	theirs = &load{url: c.reference, token: c.s.token, ask: ask}
	byTurns(c.t, connections, c.n, theirs, ours)
	return ours, theirs
}

// scanBody is a scan of the n-th ticket, named as a scanner names it.
func (s *hotStore) scanBody(n int64) string {
	return fmt.Sprintf(`{"uuid":%q,"zoneId":"%d","scan":"auto","barcodes":["%s"]}`,
		rand.Text(), s.zone, s.barcodes[n%int64(len(s.barcodes))])
}

func (c *comparison) scans() {
	alone, byHand := c.pair(c.scan, 1)
	ours, theirs := c.pair(c.scan, 64)
	many, _ := c.pair(c.scan, 256)
	c.atLeast("durable zone scans/s ÷ reference, 64 connections", ours.perSecond()/theirs.perSecond(), 0.75, 0.9,
		"%.0f/s, %.0f/s", ours.perSecond(), theirs.perSecond())
	c.atMost("scan p99 ÷ reference, 64 connections", ours.quantile(.99)/theirs.quantile(.99), 1.5, 1.2,
		"%.1f ms, %.1f ms", 1e3*ours.quantile(.99), 1e3*theirs.quantile(.99))
	c.atMost("one scanner alone, p50 ÷ reference", alone.quantile(.5)/byHand.quantile(.5), 1.4, 0.5,
		"%.2f ms, %.2f ms", 1e3*alone.quantile(.5), 1e3*byHand.quantile(.5))
	c.atLeast("scans/s, 256 ÷ 64 connections", many.perSecond()/ours.perSecond(), 1, 1.1,
		"%.0f/s, %.0f/s", many.perSecond(), ours.perSecond())
}

func (c *comparison) lists() {
	ours, theirs := c.pair(c.list, 1)
	c.atMost("list of 100 orders with items, p50 alone ÷ reference", ours.quantile(.5)/theirs.quantile(.5), 1.5, 0.8,
		"%.2f ms of %d kB, %.2f ms of %d kB", 1e3*ours.quantile(.5), ours.kilobytes(), 1e3*theirs.quantile(.5), theirs.kilobytes())
	ours, theirs = c.pair(c.changed, 1)
	c.atMost("changed-since page of 100, p50 alone ÷ reference", ours.quantile(.5)/theirs.quantile(.5), 1.5, 1,
		"%.2f ms of %d kB, %.2f ms of %d kB", 1e3*ours.quantile(.5), ours.kilobytes(), 1e3*theirs.quantile(.5), theirs.kilobytes())
	sale, byHand := c.pair(c.reserve, 64)
	c.note("hot sale, reservations/s on one stock ÷ reference", sale.perSecond()/byHand.perSecond(),
		"%.0f/s, %.0f/s; p99 %.1f ms", sale.perSecond(), byHand.perSecond(), 1e3*sale.quantile(.99))
}
