package order

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// recount is the stock as the order items tell it. It grows with the catalogue,
// not with the orders.
type recount struct {
	cache  *catalog.Cache
	order  Order // of the item before: items of an order lie together
	counts map[catalog.StockKey]*catalog.Stock
}

// checkStock walks every order item and compares the sums with the counters.
func checkStock(r app.Reader, report func(app.Breach)) error {
	c := recount{cache: catalog.NewCache(r), counts: map[catalog.StockKey]*catalog.Stock{}}
	for hit, err := range Items.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if err := c.item(r, &hit.Rec, report); err != nil {
			return err
		}
	}
	for hit, err := range catalog.Stocks.Scan(r, indexes.All[catalog.StockKey]()) {
		if err != nil {
			return err
		}
		c.compare(hit.Rec, report)
		delete(c.counts, hit.Key)
	}
	for k, left := range c.counts {
		if left.Sold != 0 || left.Reserved != 0 {
			report(app.Breach{Key: stockName(k), Expected: countsOf(*left), Found: "no counter"})
		}
	}
	return nil
}

func (c *recount) item(r app.Reader, it *Item, report func(app.Breach)) error {
	if c.order.ID != it.OrderID {
		o, err := Orders.Get(r, it.OrderID)
		if errors.Is(err, indexes.ErrNotFound) {
			report(app.Breach{ID: it.ID, Key: "order item", Expected: fmt.Sprintf("order %d", it.OrderID), Found: "nothing"})
			return nil
		}
		if err != nil {
			return err
		}
		c.order = o
	}
	if !slices.Contains(c.order.ItemIDs, it.ID) {
		report(app.Breach{ID: it.ID, Key: "order item", Expected: fmt.Sprintf("listed by order %d", it.OrderID), Found: "not listed"})
	}
	if !it.Occupies() || !it.Sold && !c.order.Status.Holds() {
		return nil
	}
	g, err := c.cache.Get(it.SaleItemID)
	if err != nil {
		return err
	}
	for _, k := range catalog.LayersOf(g.SaleItem) {
		n, ok := c.counts[k]
		if !ok {
			n = &catalog.Stock{Layer: catalog.Layer(k.A), ID: k.B}
			c.counts[k] = n
		}
		if it.Sold {
			n.Sold++
		} else {
			n.Reserved++
		}
	}
	return nil
}

func (c *recount) compare(stored catalog.Stock, report func(app.Breach)) {
	k := catalog.StockKey{A: int64(stored.Layer), B: stored.ID}
	var want catalog.Stock
	if n, ok := c.counts[k]; ok {
		want = *n
	}
	if stored.Sold != want.Sold || stored.Reserved != want.Reserved {
		report(app.Breach{Key: stockName(k), Expected: countsOf(want), Found: countsOf(stored)})
	}
	if stored.Total != nil && !stored.Oversold && stored.Sold+stored.Reserved > *stored.Total {
		report(app.Breach{Key: stockName(k), Expected: fmt.Sprintf("at most %d", *stored.Total), Found: countsOf(stored)})
	}
}

func stockName(k catalog.StockKey) string { return fmt.Sprintf("stock %d/%d", k.A, k.B) }

func countsOf(s catalog.Stock) string { return fmt.Sprintf("%d sold, %d reserved", s.Sold, s.Reserved) }

// checkExpiryQueue looks from the queue at the orders; that every order that can
// expire is queued is for the check of the indexes.
func checkExpiryQueue(r app.Reader, report func(app.Breach)) error {
	for e, err := range orderByExpiry.Keys(r, indexes.All[time.Time]()) {
		if err != nil {
			return err
		}
		o, err := Orders.Get(r, e.ID)
		if err != nil {
			return err
		}
		if !o.Status.MayBecome(Expired) || o.ExpiresAt == nil || !o.ExpiresAt.Equal(e.Key) {
			report(app.Breach{ID: o.ID, Key: "expiry", Expected: e.Key.String(), Found: o.Status.Slug()})
		}
	}
	return nil
}

// checkOldBarcodes holds that a barcode that was replaced is never current again.
func checkOldBarcodes(r app.Reader, report func(app.Breach)) error {
	for hit, err := range OldBarcodes.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		it, found, err := itemAt(r, hit.Rec.Old, hit.Rec.EventID)
		if err != nil {
			return err
		}
		if found && (hit.Rec.EventID == 0 || it.At(hit.Rec.EventID)) {
			report(app.Breach{ID: it.ID, Key: "barcode", Expected: "never used again", Found: "in use"})
		}
	}
	return nil
}
