package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// TestEachOverrideLiftsOneRule breaks every rule that can be lifted, alone: all other
// overrides together do not help, the one does, and the order says so.
func TestEachOverrideLiftsOneRule(t *testing.T) {
	kvtest.SingleGoroutine(t)
	type broken func(h *hall) sales.AddToBasket
	ticket := func(change func(*catalog.SaleItem)) broken {
		return func(h *hall) sales.AddToBasket {
			return adding(one(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { change(s) }), 3))
		}
	}
	for rule, breaks := range map[rules.Override]broken{
		rules.Oversell: func(h *hall) sales.AddToBasket { return adding(one(h.addItem(2, plain), 3)) },
		rules.OnSaleDates: func(h *hall) sales.AddToBasket {
			later := h.Clock.Now().Add(time.Hour)
			return ticket(func(s *catalog.SaleItem) { s.OnSaleFrom = &later })(h)
		},
		rules.Minimum:   ticket(func(s *catalog.SaleItem) { s.MinOrder = 4 }),
		rules.Maximum:   ticket(func(s *catalog.SaleItem) { s.MaxOrder = 2 }),
		rules.Multiples: ticket(func(s *catalog.SaleItem) { s.MultiplesOf = 2 }),
		rules.PurchaseLimit: func(h *hall) sales.AddToBasket {
			h.limitTickets(2)
			return ticket(func(*catalog.SaleItem) {})(h)
		},
		rules.Companions: func(h *hall) sales.AddToBasket {
			parent := h.addItem(-1, plain)
			return ticket(func(s *catalog.SaleItem) { s.ParentID = parent.ID })(h)
		},
	} {
		t.Run(string(rule), func(t *testing.T) {
			is := is.New(t)
			h := newHall(t)
			in := breaks(h)
			_, err := h.add(in)
			is.Equal(len(types(err)), 1)
			for _, o := range rules.Overrides {
				if o != rule {
					in.Overrides = append(in.Overrides, o)
				}
			}
			_, err = h.add(in)
			is.Equal(len(types(err)), 1)
			in.Overrides = []rules.Override{rule}
			b := h.mustAdd(in)
			is.Equal(b.Order.Lifted, []string{string(rule)})
			is.Equal(b.Order.Override, h.A.Owner.UserID)
			done, err := h.complete(b, cash) // stays lifted
			is.NoErr(err)
			is.Equal(done.Order.Lifted, []string{string(rule)})
		})
	}
	t.Run("what was not needed is not noted", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		in := adding(one(h.addItem(5, plain), 1))
		in.Overrides = rules.Overrides
		b := h.mustAdd(in)
		is.Equal(len(b.Order.Lifted), 0)
		is.Equal(b.Order.Override, int64(0))
	})
	t.Run("nothing else is lifted", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		for _, spoil := range []func(*catalog.Event){
			func(e *catalog.Event) { e.Published = false },
			func(e *catalog.Event) { e.OffSale = true },
			func(e *catalog.Event) { e.CancelledAt, e.OffSale = &e.Start, true },
			func(e *catalog.Event) {
				e.Start, e.End = h.Clock.Now().Add(-2*time.Hour), h.Clock.Now().Add(-time.Hour)
			},
		} {
			e := h.addEvent(spoil)
			in := adding(one(h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID = e.ID }), 1))
			in.Overrides = rules.Overrides
			_, err := h.add(in)
			is.Equal(types(err), []string{"not_on_sale"})
		}
	})
}

// TestWhatIsOversoldComesBack: stock below zero is nobody's until as much is free again.
func TestWhatIsOversoldComesBack(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(2, plain)
	in := adding(one(s, 5))
	in.Overrides = []rules.Override{rules.Oversell}
	b := h.mustAdd(in)
	is.Equal(*h.stock(s).Current(), int64(-3))
	_, err := h.add(adding(one(s, 1)))
	is.Equal(types(err), []string{"not_enough_stock"})
	h.update(func(tx app.Tx) error {
		n := int64(4)
		c, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.ID, &n)
		is.Equal(*c.Total, int64(5)) // never below what is reserved
		return err
	})
	is.NoErr(sales.ExpireBasket(t.Context(), h.App, h.A.Owner, order.Key{ID: b.Order.ID}))
	is.Equal(*h.stock(s).Current(), int64(5))
	h.mustAdd(adding(one(s, 5)))
}

func TestARuleIsLiftedByThoseWhoMay(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(1, plain)
	in := adding(one(s, 2))
	in.Overrides = []rules.Override{rules.Oversell}
	_, err := sales.Add(t.Context(), h.App, h.A.With(app.Sell), in)
	is.Equal(app.KindOf(err), app.Forbidden)
	b, err := sales.Add(t.Context(), h.App, h.A.With(app.Sell, app.Override), in)
	is.NoErr(err)
	change := sales.ChangeItem{Basket: key(b), SaleItemID: s.ID, Quantity: 3, Channel: catalog.APIChannel, Overrides: in.Overrides}
	_, err = sales.SetQuantity(t.Context(), h.App, h.A.With(app.Sell), change)
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = sales.SetQuantity(t.Context(), h.App, h.A.With(app.Sell, app.Override), change)
	is.NoErr(err)
	change.Overrides = nil
	change.Quantity = 4
	_, err = sales.SetQuantity(t.Context(), h.App, h.A.Owner, change)
	is.Equal(types(err), []string{"not_enough_stock"})
	change.Quantity = 2 // what stays needs nothing lifted anew
	_, err = sales.SetQuantity(t.Context(), h.App, h.A.Owner, change)
	is.NoErr(err)
}
