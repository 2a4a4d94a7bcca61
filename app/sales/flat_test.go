package sales_test

import (
	"fmt"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/imported"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// meteredHall is a hall whose store counts.
func meteredHall(t *testing.T) (*hall, *kvtest.Metered) {
	t.Helper()
	clock := apptest.NewClock()
	m := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
	t.Cleanup(func() { _ = m.Close() })
	return newHall(t, apptest.On(m), apptest.Calm(), apptest.WithClock(clock)), m
}

// imported writes past orders of one unit, a hundred a commit.
func (h *hall) imported(n int, s catalog.SaleItem, status order.Status, change func(*imported.PastOrder)) {
	h.t.Helper()
	for n > 0 {
		orders := make([]imported.PastOrder, min(n, 100))
		for i := range orders {
			orders[i] = h.past(s, 1, status)
			change(&orders[i])
		}
		n -= len(orders)
		h.update(func(tx app.Tx) error { _, err := imported.Import(tx, orders); return err })
	}
}

func (h *hall) customer(email string) (c customer.Customer) {
	h.t.Helper()
	h.update(func(tx app.Tx) (err error) {
		c, err = customer.FindOrCreate(tx, customer.Buyer{Name: "Ada", Email: email})
		return err
	})
	return c
}

// TestALimitIsLookedUp holds that a limit per customer, and a prerequisite, cost the
// same whoever buys.
func TestALimitIsLookedUp(t *testing.T) {
	kvtest.SingleGoroutine(t)
	cost := func(status order.Status, held int) (kvtest.Counts, error) {
		h, m := meteredHall(t)
		s := h.addItem(-1, plain)
		extra := h.addItem(-1, func(x *catalog.SaleItem, _ *catalog.InventoryItem) { x.Prerequisites = []int64{s.ID} })
		h.limitTickets(30)
		if status == order.Complete {
			h.limitTickets(1_000_000)
		}
		ada := h.customer("ada@example.com")
		h.imported(held, s, status, func(p *imported.PastOrder) { p.CustomerID = ada.ID })
		m.Reset()
		_, err := h.add(buying("ada@example.com", false, one(s, 1), one(extra, 1)))
		return m.Reset(), err
	}
	t.Run("held tickets", func(t *testing.T) {
		is := is.New(t)
		few, err := cost(order.Complete, 10)
		is.NoErr(err)
		many, err := cost(order.Complete, 2_000)
		is.NoErr(err)
		is.True(many.Gets <= few.Gets && many.Pairs <= few.Pairs && many.BytesRead < few.BytesRead+100)
	})
	t.Run("tickets that wait for an approval", func(t *testing.T) {
		is := is.New(t)
		few, err := cost(order.AwaitingApproval, 40)
		is.Equal(types(err)[0], "purchase_limit")
		many, err := cost(order.AwaitingApproval, 2_000)
		is.Equal(types(err)[0], "purchase_limit")
		is.True(many.Gets <= few.Gets && many.Pairs <= few.Pairs)
	})
}

// TestWhatWaitsCountsHoweverOldItIs holds a product against its limit where the customer has
// ordered much since.
func TestWhatWaitsCountsHoweverOldItIs(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	h, _ := meteredHall(t)
	product := func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.MaxPerCustomer, i.Type = 1, catalog.Product }
	other := h.addItem(-1, plain)
	for _, at := range []int64{h.event.ID, 0} {
		s := h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { product(s, i); s.EventID = at })
		who := fmt.Sprint("ada", at)
		_, err := sales.PayLater(t.Context(), h.App, h.A.Owner, sales.Later{Basket: key(h.mustAdd(h.buying(who, one(s, 1), one(other, 1)))), Channel: catalog.APIChannel, Way: sales.OnSite})
		is.NoErr(err)
		ada := h.customer(who + "@example.com")
		h.imported(310, other, order.Complete, func(p *imported.PastOrder) { p.CustomerID = ada.ID })
		_, err = h.add(h.buying(who, one(s, 1)))
		is.Equal(types(err), []string{"purchase_limit"})
	}
}

// TestOverdueBasketsAreLookedAtInBounds holds that one buyer looks at no more overdue
// baskets than the limit says, and ends no more than are needed.
func TestOverdueBasketsAreLookedAtInBounds(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	h, m := meteredHall(t)
	late := func(p *imported.PastOrder) { p.ExpiresAt = h.Clock.Now().Add(-time.Minute) }
	elsewhere := h.addEvent(func(*catalog.Event) {})
	other := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID = elsewhere.ID })
	s := h.addItem(3, plain)
	h.imported(3, s, order.Active, late)
	h.imported(1_500, other, order.Active, late)

	m.Reset()
	h.mustAdd(adding(one(s, 1)))
	c := m.Reset()
	is.Equal(h.stock(s).Reserved, int64(3)) // one was ended, two are left to the sweeper
	is.Equal(h.stock(other).Reserved, int64(1_500))
	is.True(c.Gets < 400)

	h.mustAdd(adding(one(s, 2)))
	m.Reset()
	_, err := h.add(adding(one(s, 1)))
	is.Equal(types(err), []string{"not_enough_stock"})
	is.True(m.Reset().Gets < 400)
	is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
	is.Equal(h.stock(other).Reserved, int64(0))
}

// TestABasketEndsAfterManyChanges: what was taken out stays with a basket, so that it
// cannot be changed for ever.
func TestABasketEndsAfterManyChanges(t *testing.T) {
	kvtest.SingleGoroutine(t)
	is := is.New(t)
	h := newHall(t, apptest.Calm())
	s := h.addItem(-1, plain)
	b := h.mustAdd(adding(one(s, 1)))
	change := func(n int64) (err error) {
		_, err = sales.SetQuantity(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: s.ID, Quantity: n, Channel: catalog.APIChannel})
		return err
	}
	var err error
	changes := 0
	for ; err == nil && changes < 100; changes++ {
		if err = change(300); err == nil {
			err = change(1)
		}
	}
	is.Equal(types(err), []string{"basket_size_limit_exceeded"})
	is.True(changes < 12)
	_, err = h.complete(b, cash) // what is in it can be bought
	is.NoErr(err)
}
