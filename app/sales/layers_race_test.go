package sales_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/indexes"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// layered is an event of which every layer has a limit: two tickets in a timeslot, two in
// a group, each with stock of its own.
type layered struct {
	*hall
	items  []catalog.SaleItem
	limits map[catalog.StockKey]int64
}

func newLayered(t *testing.T, opts ...apptest.Option) *layered {
	t.Helper()
	h := &layered{hall: rush(t, opts...), limits: map[catalog.StockKey]int64{}}
	var slot catalog.Timeslot
	var group catalog.Group
	h.update(func(tx app.Tx) error {
		slot = catalog.Timeslot{EventID: h.event.ID, Start: h.event.Start, End: h.event.Start.Add(time.Hour)}
		if err := indexes.Forge(catalog.Timeslots).Insert(tx, &slot); err != nil {
			return err
		}
		group = catalog.Group{EventID: h.event.ID, Name: "Standing"}
		return indexes.Forge(catalog.ItemGroups).Insert(tx, &group)
	})
	for i := range 4 {
		h.items = append(h.items, h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
			if i < 2 {
				s.TimeslotID = slot.ID
			} else {
				s.GroupID = group.ID
			}
		}))
		h.limit(catalog.LayerSaleItem, h.items[i].ID, 14)
	}
	h.limit(catalog.LayerTimeslot, slot.ID, 20)
	h.limit(catalog.LayerGroup, group.ID, 20)
	h.limit(catalog.LayerTickets, h.event.ID, 37)
	h.limit(catalog.LayerEvent, h.event.ID, 35)
	return h
}

func (h *layered) limit(layer catalog.Layer, id, n int64) {
	h.t.Helper()
	h.limits[catalog.StockKey{A: int64(layer), B: id}] = n
	h.update(func(tx app.Tx) error { _, err := catalog.SetTotal(tx, layer, id, &n); return err })
}

// taken is how many units are gone of a layer.
func (h *layered) taken(k catalog.StockKey) (n int64) {
	h.t.Helper()
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
		c, err := catalog.StockOf(r, catalog.Layer(k.A), k.B)
		n = c.Sold + c.Reserved
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// over are the layers of which more is gone than there is.
func (h *layered) over() (n int) {
	for k, limit := range h.limits {
		if h.taken(k) > limit {
			n++
		}
	}
	return n
}

func TestEveryLayerHoldsAtOnce(t *testing.T) {
	const buyers = 200
	t.Run("200 buyers fill the event, and no layer is oversold", func(t *testing.T) {
		is := is.New(t)
		h := newLayered(t)
		var sold atomic.Int64
		together(buyers, func(i int) {
			_, err := patient(func() (order.Basket, error) {
				in := adding(one(h.items[i%4], 1))
				in.Payment = &cash
				return h.add(in)
			})
			if err == nil {
				sold.Add(1)
			}
		})
		is.Equal(h.over(), 0)
		is.Equal(sold.Load(), int64(35)) // the event is the tightest of the layers, and full
		is.Equal(h.taken(catalog.StockKey{A: int64(catalog.LayerEvent), B: h.event.ID}), int64(35))
	})
	t.Run("control: sellers who look at every layer first oversell", func(t *testing.T) {
		h := newLayered(t, apptest.Unchecked())
		var looked sync.WaitGroup
		looked.Add(buyers)
		together(buyers, func(i int) {
			s := h.items[i%4]
			free := true
			for _, k := range catalog.LayersOf(&s) {
				limit, limited := h.limits[k]
				free = free && (!limited || h.taken(k) < limit)
			}
			looked.Done()
			looked.Wait()
			if !free {
				return
			}
			_, err := patient(func() (int, error) {
				return 0, h.App.Update(t.Context(), h.A.Owner, app.Authenticated, func(tx app.Tx) error { return catalog.Reserve(tx, &s, 1, true) })
			})
			if err != nil {
				t.Error(err)
			}
		})
		if h.over() == 0 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

// A basket of 300 lines, the most there is, is priced, reduced, changed and completed, and
// its lines add up; so is one of which everything is given back. Nothing that becomes of it
// writes more than its lines and their stock, once each, so that nobody waits for the writer.
func TestThreeHundredLines(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	clock := apptest.NewClock()
	meter := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = meter.Close() })
	h := rush(t, apptest.On(meter), apptest.WithClock(clock))
	bounded := func(what string) {
		t.Helper()
		c := meter.Reset()
		t.Logf("%s: %+v", what, c)
		if n := c.Puts + c.Deletes; n > 25*300 || c.BytesWritten > 2<<20 {
			t.Errorf("%s writes %d pairs and %d bytes", what, n, c.BytesWritten)
		}
	}
	in := adding()
	for i := range 300 {
		in.Items = append(in.Items, one(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prices[0].Base = int64(100 + i) }), 1))
	}
	meter.Reset()
	b := h.mustAdd(in)
	bounded("filling it")
	is.Equal(len(b.Lines), 300)
	h.code("percentage", "TENTH", 1000)
	meter.Reset()
	b = h.mustEnter(b, "TENTH")
	bounded("a code")
	total, off := int64(0), int64(0)
	for _, l := range b.Lines {
		total, off = total+l.Total, off+l.Discount
		is.True(l.Total >= 0)
	}
	is.Equal(total, b.Order.Totals.Total)
	is.Equal(off, b.Order.Totals.Discount)
	more := adding(in.Items[0])
	more.Basket = key(b)
	_, err := h.add(more)
	is.True(err != nil) // the 301st
	meter.Reset()
	_, err = h.complete(b, cash)
	bounded("completing it")
	is.NoErr(err)
	left := h.mustAdd(in)
	meter.Reset()
	is.NoErr(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, key(left)))
	bounded("ending it")
	is.Equal(h.statusOf(left), order.Expired)
}
