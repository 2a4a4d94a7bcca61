package bench

import (
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"marquee/app/catalog"
	"marquee/app/queue"
)

const (
	// bulkOrders is how many orders of an event are refunded, unless the store is smaller, and
	// bulkGoal how many seconds 20,000 of them may take. Scans at another event meanwhile keep
	// scansBeside of their rate.
	bulkOrders  = 20_000
	bulkGoal    = 60.0
	scansBeside = 0.5
)

// bulkRefund measures the refund of all orders of a cancelled event, that were paid in cash,
// and scans beside it.
func (c *comparison) bulkRefund(s *hotStore) {
	orders := min(bulkOrders, *hotOrders)
	event := s.soldOut(c, orders)
	_, _, err := catalog.UpdateEvent(c.t.Context(), s.app, s.owner, event, catalog.EventChange{Cancelled: new(true)}, nil)
	must(c.t, err)

	var n atomic.Int64
	scan := func() { s.post("/v1/zones/scan", http.StatusOK, "%s", s.scanBody(n.Add(1))) }
	alone := ordersPerSecond(scan)[0]
	var run struct {
		ID    json.Number
		State string
	}
	must(c.t, json.Unmarshal(s.post("/v1/event-refunds", http.StatusCreated, `{"eventId":%d}`, event), &run))
	var done atomic.Bool
	before := n.Load()
	var all sync.WaitGroup
	for range payers {
		all.Go(func() {
			for !done.Load() {
				scan()
			}
		})
	}
	begun := time.Now()
	for run.State != "done" {
		must(c.t, s.app.RunJob(c.t.Context(), queue.SendJob))
		must(c.t, json.Unmarshal(s.answer(http.MethodGet, "/v1/event-refund?id="+run.ID.String(), http.StatusOK, ""), &run))
	}
	took := time.Since(begun)
	done.Store(true)
	all.Wait()
	beside := float64(n.Load()-before) / took.Seconds()
	c.atMost("time to refund 20,000 orders of an event, beside 64 who scan", took.Seconds()/float64(orders)*bulkOrders, bulkGoal, 0, "%d orders, %v", orders, took)
	c.in("s")
	c.atLeast("scans/s beside that refund ÷ alone", beside/alone, scansBeside, 0, "%.0f, %.0f", beside, alone)
}

// soldOut is an event of which so many orders were sold for cash.
func (s *hotStore) soldOut(c *comparison, orders int) (event int64) {
	var made struct{ Data struct{ ID int64 } }
	start := time.Now().AddDate(0, 1, 0).UTC()
	must(c.t, json.Unmarshal(s.post("/v1/events", http.StatusCreated,
		`{"name":"Called off","startDate":%q,"endDate":%q,"isPublished":true,"onSale":true,"settings":{"isOnlineOnly":true}}`,
		start.Format(time.DateTime), start.Add(time.Hour).Format(time.DateTime)), &made))
	item := s.saleAt(c.t, made.Data.ID)
	var n atomic.Int64
	var all sync.WaitGroup
	for range payers {
		all.Go(func() {
			for n.Add(1) <= int64(orders) {
				s.sell(item, purse{}, 1, "cash")
			}
		})
	}
	all.Wait()
	return made.Data.ID
}
