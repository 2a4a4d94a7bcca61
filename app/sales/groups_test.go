package sales_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

// addGroup makes a group with a pool at the hall's event.
func (h *hall) addGroup(pool int64) catalog.GroupView {
	h.t.Helper()
	name := "Standing"
	g, err := catalog.CreateGroup(h.t.Context(), h.App, h.A.Owner, h.event.ID, catalog.GroupChange{Name: &name, TotalStock: app.Is(pool)})
	if err != nil {
		h.t.Fatal(err)
	}
	return g
}

func grouped(g catalog.GroupView) func(*catalog.SaleItem, *catalog.InventoryItem) {
	return func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.GroupID = g.ID }
}

func (h *hall) poolOf(g catalog.GroupView) (c catalog.Stock) {
	h.t.Helper()
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		c, err = catalog.StockOf(r, catalog.LayerGroup, g.ID)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// Two kinds of tickets share a pool while one is short and the event is nearly full: the
// smallest of all decides, and no unit too many is taken from any.
func TestTicketsOfAGroupShareItsPool(t *testing.T) {
	const buyers, pool, short = 80, 20, 5
	setup := func(t *testing.T) (*hall, catalog.GroupView, [2]catalog.SaleItem) {
		h := rush(t)
		g := h.addGroup(pool)
		items := [2]catalog.SaleItem{h.addItem(-1, grouped(g)), h.addItem(short, grouped(g))}
		h.update(func(tx app.Tx) error {
			total := int64(pool + 1)
			_, err := catalog.SetTotal(tx, catalog.LayerEvent, h.event.ID, &total)
			return err
		})
		return h, g, items
	}
	t.Run("the smallest layer decides", func(t *testing.T) {
		is := is.New(t)
		h, g, items := setup(t)
		var sold [2]atomic.Int64
		together(buyers, func(i int) {
			if _, err := patient(func() (order.Basket, error) { return h.add(adding(one(items[i%2], 1))) }); err == nil {
				sold[i%2].Add(1)
			}
		})
		is.Equal(sold[0].Load()+sold[1].Load(), int64(pool))
		is.True(sold[1].Load() <= short)
		is.Equal(h.poolOf(g).Reserved, int64(pool))
		_, err := h.add(adding(one(items[0], 1)))
		is.True(err != nil)
	})
	t.Run("control: sellers that look first take more", func(t *testing.T) {
		h, g, items := setup(t)
		var looked sync.WaitGroup
		looked.Add(buyers)
		together(buyers, func(i int) {
			c := h.poolOf(g)
			looked.Done()
			looked.Wait()
			if *c.Current() > 0 {
				_, _ = patient(func() (int, error) {
					return 0, h.App.Update(t.Context(), h.A.Owner, app.Authenticated, func(tx app.Tx) error { return catalog.Reserve(tx, &items[0], 1, true) })
				})
			}
		})
		if h.poolOf(g).Reserved <= pool {
			t.Fatal("the race does not show: the test above proves nothing")
		}
		h.update(func(tx app.Tx) error { return catalog.Release(tx, &items[0], h.poolOf(g).Reserved) })
	})
}

// A ticket takes what is sold of it along when it moves from group to group.
func TestATicketChangesItsGroup(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	small, large := h.addGroup(2), h.addGroup(10)
	s := h.addItem(-1, plain)
	_, err := h.complete(h.mustAdd(adding(one(s, 2))), cash)
	is.NoErr(err)
	h.mustAdd(adding(one(s, 1)))
	to := func(id int64) error {
		_, err := catalog.UpdateSaleItem(t.Context(), h.App, h.A.Owner, catalog.Ticket, s.ID, catalog.SaleItemChange{GroupID: app.Is(id)}, catalog.ItemChange{})
		return err
	}
	is.True(to(small.ID) != nil) // three do not fit
	is.NoErr(to(large.ID))
	is.Equal(*h.poolOf(large).Current(), int64(7))
	is.True(catalog.DeleteGroup(t.Context(), h.App, h.A.Owner, large.ID) != nil)
	is.NoErr(to(0))
	is.Equal(*h.poolOf(large).Current(), int64(10))
	is.NoErr(catalog.DeleteGroup(t.Context(), h.App, h.A.Owner, large.ID))
}
