package bench

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"marquee/app"
	"marquee/app/demo"
	"marquee/app/order"
	"marquee/handlers"
)

// A file grows by 16 MB at a time: so many items are sold that this is little.
const (
	soldOrders = 60_000
	perOrder   = 4
)

// size sells through the API into a store that is nearly empty, and weighs the
// file: growth that comes one order at a time leaves other pages than an import.
func (c *comparison) size() {
	path := filepath.Join(c.t.TempDir(), "sold.db")
	items := c.sell(path)
	file, err := os.Stat(path)
	must(c.t, err)
	c.atMost("file per order item, sold through the API", float64(file.Size())/float64(items), 900, 700,
		"%d MB, %d items; %.0f bytes in the festival", file.Size()/1e6, items, c.festivalBytes())
	c.in("bytes")
}

// festivalBytes is the size of the festival's file by order item.
func (c *comparison) festivalBytes() float64 {
	file, err := os.Stat(festivalFile(c.t, *hotOrders))
	must(c.t, err)
	return float64(file.Size()) / float64(c.s.items)
}

// sell opens a new store, lets 64 callers sell, and closes it.
func (c *comparison) sell(path string) (items int64) {
	t := c.t
	e := openBolt(t, path)
	s := &hotStore{}
	s.found(t, e, demo.Options{Orders: 100, Seed: 1})
	s.handler = handlers.New(s.app, handlers.Options{Log: slog.New(slog.DiscardHandler)})
	s.prepare(t)
	sale := s.hotSale(t)
	var left atomic.Int64
	left.Store(soldOrders)
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				s.post("/v1/basket-items", http.StatusCreated,
					`{"items":[{"id":%d,"quantity":%d}],"autocomplete":true,"paymentMethod":"cash","customerName":"Ada Lovelace","customerEmail":"ada%d@example.com"}`,
					sale, perOrder, left.Load()%(soldOrders/3))
			}
		})
	}
	wg.Wait()
	items = countItems(t, s.app, s.owner)
	must(t, e.Close())
	return items
}

func countItems(t testing.TB, a *app.App, caller *app.Caller) (n int64) {
	t.Helper()
	must(t, a.View(t.Context(), caller, app.Authenticated, func(r app.Reader) (err error) {
		n, err = order.Items.Count(r)
		return err
	}))
	return n
}
