package sales_test

import (
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// buying is adding for a customer, paid at once when pay is set.
func buying(email string, pay bool, items ...rules.AddItem) sales.AddToBasket {
	in := adding(items...)
	in.Buyer = customer.Buyer{Name: "Somebody", Email: email}
	if pay {
		in.Payment = &cash
	}
	return in
}

func (h *hall) limitTickets(n int64) {
	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, h.event.ID, func(e *catalog.Event) error { e.MaxTicketsPerCustomer = &n; return nil })
		return err
	})
}

func TestPurchaseLimit(t *testing.T) {
	t.Run("counts over all orders of a customer, whatever the case of the address", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		h.limitTickets(4)
		s := h.addItem(-1, plain)
		h.mustAdd(buying("ada@example.com", true, one(s, 3)))
		_, err := h.add(buying("ADA@Example.com", true, one(s, 2)))
		is.Equal(types(err), []string{"purchase_limit"})
		h.mustAdd(buying("ada@example.com", false, one(s, 1)))
		h.mustAdd(buying("grace@example.com", false, one(s, 4)))
	})
	t.Run("what lies in a basket uses nothing up, and is held to it when it is bought", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		h.limitTickets(2)
		s := h.addItem(-1, plain)
		b := h.mustAdd(buying("ada@example.com", false, one(s, 2)))
		h.mustAdd(buying("ada@example.com", true, one(s, 1)))
		_, err := h.complete(b, cash)
		is.Equal(types(err), []string{"purchase_limit"})
	})
	t.Run("an anonymous basket is held to it when it gets its buyer", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		h.limitTickets(2)
		s := h.addItem(-1, plain)
		h.mustAdd(buying("ada@example.com", true, one(s, 2)))
		b := h.mustAdd(adding(one(s, 1)))
		_, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{
			Basket: key(b), Payment: cash, Channel: catalog.APIChannel, Buyer: customer.Buyer{Email: "ada@example.com"},
		})
		is.Equal(types(err), []string{"purchase_limit"})
	})
	t.Run("two sales at once do not slip through", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		h.limitTickets(3)
		s := h.addItem(-1, plain)
		h.mustAdd(buying("ada@example.com", true, one(s, 1)))
		together(12, func(int) {
			_, _ = patient(func() (order.Basket, error) { return h.add(buying("ada@example.com", true, one(s, 1))) })
		})
		is.Equal(h.stock(s).Sold, int64(3))
	})
	t.Run("control: tills that count first and sell later sell too many", func(t *testing.T) {
		const tills, limit = 12, 3
		h := rush(t)
		s := h.addItem(-1, plain)
		var looked sync.WaitGroup
		looked.Add(tills)
		together(tills, func(int) {
			owned := h.stock(s).Sold // nobody else buys
			looked.Done()
			looked.Wait()
			if owned < limit {
				_, _ = patient(func() (order.Basket, error) { return h.add(buying("ada@example.com", true, one(s, 1))) })
			}
		})
		if h.stock(s).Sold <= limit {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

func TestPrerequisites(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket := h.addItem(-1, plain)
	extra := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prerequisites = []int64{ticket.ID} })
	_, err := h.add(adding(one(extra, 1)))
	is.Equal(types(err), []string{"order_item_invalid"}) // not alone
	b := h.mustAdd(adding(one(extra, 1), one(ticket, 1)))
	_, err = sales.RemoveItem(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: ticket.ID, Channel: catalog.APIChannel})
	is.Equal(types(err), []string{"order_item_invalid"}) // and not alone again
	h.mustAdd(buying("ada@example.com", true, one(ticket, 1)))
	h.mustAdd(buying("ada@example.com", false, one(extra, 1))) // owned already
}

func TestCapacity(t *testing.T) {
	limit := func(h *hall, l catalog.Layer, n int64) {
		h.update(func(tx app.Tx) error { _, err := catalog.SetTotal(tx, l, h.event.ID, &n); return err })
	}
	t.Run("a full event has a type of its own, and so has a full kind", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		ticket := h.addItem(-1, plain)
		mug := h.addItem(-1, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type = catalog.Product })
		limit(h, catalog.LayerTickets, 2)
		limit(h, catalog.LayerEvent, 4)
		h.mustAdd(adding(one(ticket, 2)))
		_, err := h.add(adding(one(ticket, 1)))
		is.Equal(types(err), []string{"no_available_event_item_capacity"})
		_, err = h.add(adding(one(mug, 3)))
		is.Equal(types(err), []string{"no_available_event_capacity"})
		h.mustAdd(adding(one(mug, 2)))
	})
	t.Run("a refused line leaves every counter as it was", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		a, b := h.addItem(-1, plain), h.addItem(1, plain)
		_, err := h.add(adding(one(a, 2), one(b, 2)))
		is.Equal(types(err), []string{"not_enough_stock"})
		is.Equal(h.stock(a).Reserved, int64(0))
		is.Equal(h.stock(b).Reserved, int64(0))
	})
	t.Run("what overdue baskets hold reads as free", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(5, plain)
		h.mustAdd(adding(one(s, 3)))
		h.Clock.Jump(11 * time.Minute)
		var held map[catalog.StockKey]int64
		err := h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
			held, err = catalog.PortsOf(r).Overdue(r, h.App.Now())
			return err
		})
		is.NoErr(err)
		is.Equal(held[catalog.StockKey{A: int64(catalog.LayerSaleItem), B: s.ID}], int64(3))
	})
}

func TestAddOns(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket := h.addItem(-1, plain)
	locker := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.ParentID = ticket.ID })
	b := h.mustAdd(adding(one(locker, 3), one(ticket, 2)))
	load := map[int64]int{}
	for _, it := range b.Items {
		if it.SaleItemID == locker.ID {
			load[it.ParentItemID]++
		}
	}
	is.Equal(len(load), 2) // spread over both tickets
	is.Equal(load[0], 0)
	left, err := sales.RemoveItem(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: ticket.ID, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(len(left.Items), 0)
	is.Equal(h.stock(locker).Reserved, int64(0))
}

func TestBasketsOfOtherChannelsAreUnknown(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	b := h.mustAdd(adding(one(h.addItem(-1, plain), 1)))
	_, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: cash, Channel: catalog.Shop})
	is.Equal(app.KindOf(err), app.NotFound)
}

// TestInvariantsSee spoils a store and expects that the checks notice.
func TestInvariantsSee(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(tx app.Tx, s catalog.SaleItem, b order.Basket) error
	}{
		{"a counter that lost a unit", func(tx app.Tx, s catalog.SaleItem, _ order.Basket) error {
			return catalog.Release(tx, &s, 1)
		}},
		{"a total that is not the sum of the items", func(tx app.Tx, _ catalog.SaleItem, b order.Basket) error {
			_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error { o.Totals.Total++; return nil })
			return err
		}},
		{"an item that left its order", func(tx app.Tx, _ catalog.SaleItem, b order.Basket) error {
			_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error { o.ItemIDs = o.ItemIDs[:1]; return nil })
			return err
		}},
		{"a barcode before the sale", func(tx app.Tx, _ catalog.SaleItem, b order.Basket) error {
			_, err := indexes.Forge(order.Items).Update(tx, b.Items[0].ID, func(i *order.Item) error { i.Barcode = "X"; return nil })
			return err
		}},
		{"money that no transaction brought", func(tx app.Tx, _ catalog.SaleItem, b order.Basket) error {
			_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error { o.Totals.Paid = 1; return nil })
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHall(t, apptest.Unchecked())
			s := h.addItem(10, plain)
			b := h.mustAdd(adding(one(s, 2)))
			h.update(func(tx app.Tx) error { return tt.spoil(tx, s, b) })
			var found int
			err := h.App.View(t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) error {
				for _, inv := range h.App.Invariants() {
					if err := inv.Check(r, func(app.Breach) { found++ }); err != nil {
						return err
					}
				}
				return nil
			})
			is := is.New(t)
			is.NoErr(err)
			is.True(found > 0)
		})
	}
}

func TestPriceChannels(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		shop := s.Prices[0]
		shop.ID, shop.Channel, shop.Base = 2, catalog.Shop, 1500
		s.Prices = append(s.Prices, shop)
	})
	b := h.mustAdd(adding(one(s, 1)))
	is.Equal(b.Order.Totals.Total, int64(2250)) // the box office's, unless told
	in := adding(one(s, 1))
	in.PriceChannel = catalog.Shop
	b = h.mustAdd(in)
	is.Equal(b.Order.Totals.Total, int64(1750))
	is.Equal(b.Order.Channel, catalog.APIChannel) // recorded where it was made
	b, err := sales.SetQuantity(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: s.ID, Quantity: 2, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(b.Order.Totals.Total, int64(3500)) // and a basket stays with its prices
}

// change sets the quantity of a sale item in a basket.
func (h *hall) change(b order.Basket, s catalog.SaleItem, n int64) order.Basket {
	h.t.Helper()
	b, err := sales.SetQuantity(h.t.Context(), h.App, h.A.Owner, sales.ChangeItem{
		Basket: key(b), SaleItemID: s.ID, Quantity: n, Channel: catalog.APIChannel,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

func TestEveryChangeRestartsTheTime(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(-1, plain)
	b := h.mustAdd(adding(one(s, 3)))
	for _, n := range []int64{4, 2, 1} {
		h.Clock.Jump(6 * time.Minute)
		b = h.change(b, s, n)
		is.Equal(b.Order.ExpiresAt.Sub(h.Clock.Now()).Round(time.Second), 10*time.Minute)
	}
	h.Clock.Jump(9 * time.Minute)
	same := h.change(b, s, 1)
	is.Equal(same.Order, b.Order) // neither does a change to what it is, which writes nothing
	seen, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, key(b))
	is.NoErr(err)
	is.Equal(seen.Order, b.Order) // looking does not
}

func TestPricesFollowOnlyTheLineThatIsTouched(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	touched, other := h.addItem(-1, plain), h.addItem(-1, plain)
	b := h.mustAdd(adding(one(touched, 2), one(other, 1)))
	is.Equal(b.Order.Totals.Total, int64(3*2250))
	h.update(func(tx app.Tx) error {
		for _, s := range []catalog.SaleItem{touched, other} {
			_, err := indexes.Forge(catalog.SaleItems).Update(tx, s.ID, func(s *catalog.SaleItem) error { s.Prices[0].Base = 3000; return nil })
			if err != nil {
				return err
			}
		}
		return nil
	})
	in := adding(one(touched, 1))
	in.Basket = key(b)
	b = h.mustAdd(in)
	is.Equal(b.Order.Totals.Total, int64(3*3250+2250))
	is.Equal(len(b.Lines), 2)
	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.SaleItems).Update(tx, touched.ID, func(s *catalog.SaleItem) error { s.Prices[0].Base = 1000; return nil })
		return err
	})
	b = h.change(b, touched, 2)
	is.Equal(b.Order.Totals.Total, int64(2*1250+2250))
}
