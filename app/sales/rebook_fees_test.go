package sales_test

import (
	"slices"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales/modification"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

// standing are the items of an order that hold, with the fees.
func (h *teller) standing(b order.Basket) []order.Item {
	return slices.DeleteFunc(h.items(b), func(it order.Item) bool { return !it.Holds() })
}

// taxedTogether puts sale items under one tax of 20 %.
func (h *hall) taxedTogether(saleItems ...int64) {
	h.t.Helper()
	band := h.taxed(catalog.SaleItem{ID: saleItems[0]}).TaxBandID
	h.update(func(tx app.Tx) error {
		for _, id := range saleItems {
			if _, err := indexes.Forge(catalog.SaleItems).Update(tx, id, func(s *catalog.SaleItem) error { s.TaxBandID = band; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestFeesMoveWithWhatTheyAreFor: what was paid is paid again for the order that takes the
// place, fee for fee and cent for cent.
func TestFeesMoveWithWhatTheyAreFor(t *testing.T) {
	is := is.New(t)
	d := newDates(t)
	whole := d.fee("Order", fee.Fixed, fee.PerOrder, 150)
	each := d.fee("Each", fee.Percent, fee.PerItem, 333)
	here := d.fee("Evening", fee.Fixed, fee.PerEvent, 99, func(f *fee.Fields) { f.EventID = app.Is(d.events[0]) })
	there := d.fee("Dear evening", fee.Fixed, fee.PerEvent, 700, func(f *fee.Fields) { f.EventID = app.Is(d.events[2]) })
	d.taxedTogether(whole.SaleItemID, each.SaleItemID, here.SaleItemID, there.SaleItemID)
	b := d.bought(one(d.plain[0], 2))
	paid := d.order(b).Totals
	eventsOf := func(f fee.View, b order.Basket) (events []int64) {
		for _, it := range d.standing(b) {
			if it.SaleItemID == f.SaleItemID {
				events = append(events, it.EventID)
			}
		}
		return events
	}
	is.Equal(eventsOf(each, b), []int64{d.events[0], d.events[0]})

	b, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[2].ID})
	is.NoErr(err)
	is.Equal(eventsOf(whole, b), []int64{0})
	is.Equal(eventsOf(each, b), []int64{d.events[2], d.events[0]})
	is.Equal(eventsOf(here, b), []int64{d.events[0]}) // one ticket stays there
	is.Equal(len(eventsOf(there, b)), 0)              // nothing is charged that was not
	for _, it := range d.standing(b) {
		producer := slices.IndexFunc(d.standing(b), func(p order.Item) bool { return p.ID == it.ProducingItemID })
		if it.SaleItemID == each.SaleItemID {
			is.Equal(d.standing(b)[producer].EventID, it.EventID)
		} else {
			is.Equal(producer, -1)
		}
	}
	now := d.order(b).Totals
	is.Equal(now.Total, paid.Total)
	is.Equal(now.Tax, paid.Tax)
	is.Equal(now.Fees, paid.Fees)

	left := slices.IndexFunc(b.Items, func(it order.Item) bool { return it.SaleItemID == d.plain[0].ID })
	b, err = d.rebook(b, modification.RebookedItem{ItemID: b.Items[left].ID, SaleItemID: d.plain[1].ID})
	is.NoErr(err)
	is.Equal(eventsOf(here, b), []int64{d.events[1]}) // nothing stays
	is.Equal(eventsOf(each, b), []int64{d.events[2], d.events[1]})

	back, err := d.refundOf(b, func(r *rules.Refund) { r.ItemIDs = []int64{b.Items[left].ID} })
	is.NoErr(err)
	gone := slices.DeleteFunc(d.items(b), func(it order.Item) bool { return it.Holds() })
	is.Equal(len(gone), 2) // a ticket, and the fee that hangs on it
	is.Equal(back, gone[0].Price+gone[1].Price)
}

// TestRebookingInTheLedger: each rate of tax has on the order that takes the place what it had
// on the former one, and nothing is left on that.
func TestRebookingInTheLedger(t *testing.T) {
	is := is.New(t)
	d := newDates(t)
	f := d.fee("Each", fee.Fixed, fee.PerItem, 101)
	d.fee("Untaxed", fee.Fixed, fee.PerOrder, 50)
	d.taxedTogether(d.plain[0].ID, d.plain[1].ID, f.SaleItemID)
	was := d.bought(one(d.plain[0], 1))
	is.Equal(d.booked(was), "sold: sales:20% +1667 fees +50 fees:20% +292 tax:20% +392 cash -2401")
	b, err := d.rebook(was, modification.RebookedItem{ItemID: was.Items[0].ID, SaleItemID: d.plain[1].ID})
	is.NoErr(err)
	is.Equal(d.booked(was), "sold: sales:20% +1667 fees +50 fees:20% +292 tax:20% +392 cash -2401; refunded: sales:20% -1667 fees -50 fees:20% -292 tax:20% -392 clearing +2401")
	is.Equal(d.booked(b), "sold: sales:20% +1667 fees +50 fees:20% +292 tax:20% +392 clearing -2401")
}

// TestWhatDoesNotHinderMoving: rules about baskets are not those about moving what was bought.
func TestWhatDoesNotHinderMoving(t *testing.T) {
	t.Run("another open basket", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		b := d.bought(one(d.plain[0], 1))
		in := adding(one(d.plain[2], 1))
		in.Buyer.ID = d.order(b).CustomerID
		d.mustAdd(in)
		_, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[1].ID})
		is.NoErr(err)
	})
	t.Run("baskets of one event, and of a size", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		b := d.bought(one(d.plain[0], 2))
		_, err := company.ChangeSettings(t.Context(), d.App, d.A.Owner, company.SettingsChange{SingleEventBaskets: new(true)})
		is.NoErr(err)
		_, err = d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[1].ID})
		is.NoErr(err)
	})
	t.Run("a stay at an event that was cancelled", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		b := d.bought(one(d.plain[0], 1), one(d.plain[1], 1))
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, d.events[0], func(e *catalog.Event) error { now := tx.Now(); e.CancelledAt, e.OffSale = &now, true; return nil })
			return err
		})
		_, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[1].ID, SaleItemID: d.plain[2].ID})
		is.NoErr(err)
	})
}

// TestWhatIsSoldInManyIsMovedInMany: neither what moves nor what stays is fewer than can be
// bought.
func TestWhatIsSoldInManyIsMovedInMany(t *testing.T) {
	is := is.New(t)
	d := newDates(t)
	for _, s := range d.plain[:2] {
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.SaleItems).Update(tx, s.ID, func(s *catalog.SaleItem) error { s.MinOrder = 2; return nil })
			return err
		})
	}
	b := d.bought(one(d.plain[0], 3))
	to := func(item, evening int) modification.RebookedItem {
		return modification.RebookedItem{ItemID: b.Items[item].ID, SaleItemID: d.plain[evening].ID}
	}
	_, err := d.rebook(b, to(0, 1))
	refusedWith(t, err, "At least 2 of Standing must be bought.")
	_, err = d.rebook(b, to(0, 2), to(1, 2))
	refusedWith(t, err, "At least 2 of Standing must be bought.")
	b, err = d.rebook(b, to(0, 2))
	is.NoErr(err)
	is.Equal(d.stock(d.plain[0]).Sold, int64(2))
}

func TestOtherDatesThatAreNoPurchase(t *testing.T) {
	for must, c := range map[string]struct {
		change func(*catalog.SaleItem, *catalog.InventoryItem)
		want   string
	}{
		"what somebody approves":    {func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true }, "items.0.itemId: is something that somebody has to approve"},
		"what is for somebody else": {func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Sharing = catalog.SharedCompulsory }, "items.0.itemId: is something that has to be given to somebody first"},
		"what costs the same in all, and less in fees": {func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
			s.Prices[0].Base, s.Prices[0].ProcessingFee = 2250, 0
		}, "items.0.itemId: does not cost the same"},
	} {
		t.Run(must, func(t *testing.T) {
			d := newDates(t)
			to := d.addItem(4, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.EventID = d.events[1]; c.change(s, i) })
			b := d.bought(one(d.plain[0], 1))
			_, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: to.ID})
			refusedWith(t, err, c.want)
		})
	}
}
