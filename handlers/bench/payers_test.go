package bench

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/company"
	"marquee/app/payment"
	"marquee/handlers"
)

const (
	// payersGoal is how much of the orders that 64 callers complete with cash is completed
	// while as many others wait for their gateway.
	payersGoal = 0.8
	payers     = 64
	// thinkTime is how long the gateway takes for each call.
	thinkTime = 50 * time.Millisecond
	payTime   = 3 * time.Second
)

// slowGateway takes any card, after a while.
type slowGateway struct{}

func (slowGateway) Public() payment.Public { return payment.Public{} }
func (slowGateway) Open(context.Context, payment.Intent) (payment.Opened, error) {
	time.Sleep(thinkTime)
	return payment.Opened{Ref: rand.Text(), ClientSecret: rand.Text()}, nil
}
func (slowGateway) Look(context.Context, string) (payment.Standing, error) {
	return payment.Standing{Stage: payment.Taken}, nil
}
func (slowGateway) Capture(context.Context, string, string, int64, company.Currency) (payment.Standing, error) {
	time.Sleep(thinkTime)
	return payment.Standing{Stage: payment.Taken}, nil
}
func (slowGateway) Cancel(context.Context, string) (payment.Standing, error) {
	return payment.Standing{Stage: payment.Void}, nil
}
func (slowGateway) Refund(context.Context, string, string, int64, company.Currency) error {
	return nil
}
func (slowGateway) ConnectionToken(context.Context) (string, error)       { return "", nil }
func slowMaker(context.Context, *app.App, int64) (payment.Gateway, error) { return slowGateway{}, nil }
func alwaysReady(app.Reader) (bool, error)                                { return true, nil }

// openPayers is the festival with the slow gateway.
func openPayers(t *testing.T) *hotStore {
	t.Helper()
	path := filepath.Join(t.TempDir(), "payers.db")
	must(t, copyFile(path, festivalFile(t, *hotOrders)))
	e := openBolt(t, path)
	t.Cleanup(func() { must(t, e.Close()) })
	slow := payment.Served("slow", alwaysReady, nil, slowMaker)
	def := areas.Definition()
	def.Effects = append(slices.DeleteFunc(def.Effects, func(e app.Effect) bool { return e.EffectName() == slow.EffectName() }), slow)
	s := &hotStore{app: app.New(e, def, app.Options{})}
	s.handler = handlers.New(s.app, handlers.Options{Log: slog.New(slog.DiscardHandler)})
	s.prepare(t)
	return s
}

// begin begins a basket of two tickets, and tells what to call it.
func (s *hotStore) begin(item int64) json.Number {
	var b struct{ ID json.Number }
	if err := json.Unmarshal(s.post("/v1/basket-items", http.StatusCreated, `{"items":[{"id":%d,"quantity":2}]}`, item), &b); err != nil {
		panic(err)
	}
	return b.ID
}

func (s *hotStore) payCash(item int64) {
	s.post("/v1/orders/complete", http.StatusOK, `{"basketId":%s,"paymentMethod":"cash"}`, s.begin(item))
}

func (s *hotStore) payCard(item int64) {
	basket := s.begin(item)
	var i struct{ TransactionID string }
	if err := json.Unmarshal(s.post("/v1/checkout/create-payment-intent", http.StatusOK, `{"basketId":%s}`, basket), &i); err != nil {
		panic(err)
	}
	s.post("/v1/orders/complete", http.StatusOK, `{"basketId":%s,"transactionId":%q,"capture":true}`, basket, i.TransactionID)
}

// ordersPerSecond lets 64 callers each buy in every way that is named, all at once, and
// tells how many orders a second each way completed.
func ordersPerSecond(ways ...func()) []float64 {
	counts, rates := make([]atomic.Int64, len(ways)), make([]float64, len(ways))
	end := time.Now().Add(payTime)
	var all sync.WaitGroup
	for i, buy := range ways {
		for range payers {
			all.Go(func() {
				for time.Now().Before(end) {
					buy()
					counts[i].Add(1)
				}
			})
		}
	}
	all.Wait()
	for i := range ways {
		rates[i] = float64(counts[i].Load()) / payTime.Seconds()
	}
	return rates
}

// payers measures that nobody waits for somebody else's gateway.
func (c *comparison) payers() {
	s := openPayers(c.t)
	item := s.hotSale(c.t)
	cash, card := func() { s.payCash(item) }, func() { s.payCard(item) }
	ordersPerSecond(cash, card) // warms up
	var alone, together, cards []float64
	for range rounds {
		alone = append(alone, ordersPerSecond(cash)[0])
		cards = append(cards, ordersPerSecond(card)[0])
		both := ordersPerSecond(cash, card)
		together = append(together, both[0]+both[1])
	}
	c.atLeast("orders/s of 64 callers with cash and 64 through a gateway of 50 ms ÷ of the 64 with cash alone",
		median(together)/median(alone), payersGoal, 0, "%.0f, %.0f", median(together), median(alone))
	c.note("orders/s of 64 callers through a gateway of 50 ms alone", median(cards),
		"with cash %.0f; two calls of 50 ms let 64 callers have %.0f", median(alone), payers/(2*thinkTime.Seconds()))
}

// TestPayers measures that alone.
func TestPayers(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench-payers asks for it")
	}
	c := &comparison{t: t}
	c.payers()
	c.sheet().show(t, "payers")
}
