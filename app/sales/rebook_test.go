package sales_test

import (
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales/modification"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// dates is a hall with a run of three evenings, each with tickets of two prices.
type dates struct {
	*teller
	events      []int64
	plain, dear []catalog.SaleItem
}

func newDates(t *testing.T, opts ...apptest.Option) *dates {
	t.Helper()
	d := &dates{teller: newTeller(t, opts...)}
	_, d.events = d.run(3)
	for _, id := range d.events {
		d.plain = append(d.plain, d.addItem(4, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID = id }))
		d.dear = append(d.dear, d.addItem(4, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID, s.Prices[0].Base = id, 5000 }))
	}
	d.allow(company.OrderChangesChange{Rebooking: new(true)})
	return d
}

func (h *hall) allow(in company.OrderChangesChange) {
	h.t.Helper()
	_, err := company.ChangeSettings(h.t.Context(), h.App, h.A.Owner, company.SettingsChange{Changes: in})
	h.noErr(err)
}

// bought sells tickets to Ada.
func (d *dates) bought(items ...rules.AddItem) order.Basket {
	in := adding(items...)
	in.Buyer, in.Payment = customer.Buyer{Name: "Ada", Email: "ada@example.com"}, &cash
	return d.mustAdd(in)
}

func (h *hall) rebook(b order.Basket, moves ...modification.RebookedItem) (order.Basket, error) {
	done, err := modification.Rebook(h.t.Context(), h.App, h.A.Owner, modification.Rebooking{Order: key(b), Moves: moves})
	return done.Basket, err
}

// former are the barcodes that an item had before.
func (h *teller) former(id int64) (all []order.OldBarcode) {
	h.t.Helper()
	h.view(func(r app.Reader) (err error) { all, err = order.OldBarcodesOf(r, id); return err })
	return all
}

func TestMovingToAnotherDate(t *testing.T) {
	t.Run("moves the stock, the money and the answers", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		name := d.asks(capture.Text, "", false, capture.OfUnit, d.plain[0].ID)
		b := d.bought(one(d.plain[0], 3))
		d.answers(b, name, b.Items[0].ID, "Moved")
		d.answers(b, name, b.Items[1].ID, "Stays")
		before := d.items(b)
		done, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[2].ID})
		is.NoErr(err)
		is.Equal(d.stock(d.plain[0]).Sold, int64(2))
		is.Equal(d.stock(d.plain[2]).Sold, int64(1))
		is.Equal(d.order(b).Status, order.Refunded)
		is.Equal(done.Order.Totals.Paid, int64(3*2250))
		is.Equal(done.Order.Methods, []string{order.Rebooked})
		for _, p := range append(d.payments(b)[1:], d.payments(done)...) {
			is.Equal(p.Type, order.Rebooked)
		}
		for i, it := range before {
			is.Equal(d.scan(it.Barcode), entry.Denied)
			d.Clock.Jump(time.Second)
			is.True(d.items(done)[i].Barcode != "")
		}
		for i, it := range d.items(b) { // what was given up names what took its place, and the other way round
			is.Equal(it.SuccessorID != 0, true)
			next := d.items(done)[slices.IndexFunc(d.items(done), func(n order.Item) bool { return n.ID == it.SuccessorID })]
			is.Equal(next.Replaced.ItemID, it.ID)
			is.Equal(it.Barcode, "")
			former := d.former(next.ID)
			is.Equal(len(former), 1)
			is.Equal(former[0].Old, before[i].Barcode)
			is.Equal(former[0].New, next.Barcode)
			is.Equal(former[0].Cause, order.Changed)
		}
		told, err := capture.OfOrders(t.Context(), d.App, d.A.Owner, map[int64]*order.Order{done.Order.ID: new(d.order(done))})
		is.NoErr(err)
		said := map[string]int64{}
		for _, k := range told[done.Order.ID] {
			for _, it := range d.items(done) {
				if it.ID == k.ItemID {
					said[k.Text] = it.EventID
				}
			}
		}
		is.Equal(said, map[string]int64{"Moved": d.events[2], "Stays": d.events[0]})
		back, err := d.refundOf(done, asIs)
		is.NoErr(err)
		is.Equal(back, int64(3*2250))
	})
	t.Run("moves all of an order, and again", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		b := d.bought(one(d.plain[0], 2))
		for _, to := range []int{1, 2, 0} {
			var err error
			b, err = d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[to].ID}, modification.RebookedItem{ItemID: b.Items[1].ID, SaleItemID: d.plain[to].ID})
			is.NoErr(err)
			is.Equal(d.stock(d.plain[to]).Sold, int64(2))
			is.Equal(d.items(b)[0].EventID, d.events[to])
		}
	})
	t.Run("moves for the channel of the purchase, and charges no fee that there was not", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		b := d.bought(one(d.plain[0], 2))
		d.fee("Booking", fee.Fixed, fee.PerOrder, 150)
		b, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[1].ID})
		is.NoErr(err)
		is.Equal(b.Order.Totals.Total, int64(2*2250))
		is.Equal(b.Order.Channel, catalog.APIChannel)
	})
	t.Run("is for buyers where the company lets them, as long before as it says", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		b := d.bought(one(d.plain[0], 2))
		page := d.page(b)
		move := func() (string, error) {
			return modification.RebookAsBuyer(t.Context(), d.App, page, []modification.RebookedItem{{ItemID: b.Items[0].ID, SaleItemID: d.plain[1].ID}})
		}
		_, err := move()
		refusedWith(t, err, "cannot be moved to other dates")
		d.allow(company.OrderChangesChange{Rebooking: new(false), SelfRebooking: new(true), SelfRebookingDays: new(int64(3000))})
		_, err = move()
		refusedWith(t, err, "is for an event that is too near")
		d.allow(company.OrderChangesChange{SelfRebookingDays: new(int64(2))})
		_, err = modification.RebookAsBuyer(t.Context(), d.App, page+"x", nil)
		refusedWith(t, err, "items: must have between")
		_, err = modification.RebookAsBuyer(t.Context(), d.App, page+"x", []modification.RebookedItem{{ItemID: 1, SaleItemID: 1}})
		is.Equal(app.KindOf(err), app.NotFound)
		next, err := move()
		is.NoErr(err)
		is.True(next != "" && next != page)
		is.Equal(d.stock(d.plain[1]).Sold, int64(1))
		_, err = move()
		refusedWith(t, err, "orderId: is not complete")
	})
	t.Run("moves to another slot of the event", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t)
		early, late := d.addSlot(0, 4), d.addSlot(time.Hour, 1)
		in := func(slot catalog.Timeslot) catalog.SaleItem {
			return d.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.TimeslotID = slot.ID })
		}
		morning, noon := in(early), in(late)
		b := d.bought(one(morning, 2))
		b, err := d.rebook(b, modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: noon.ID})
		is.NoErr(err)
		var stays int64
		for _, it := range b.Items {
			if it.SaleItemID == morning.ID {
				stays = it.ID
			}
		}
		_, err = d.rebook(b, modification.RebookedItem{ItemID: stays, SaleItemID: noon.ID}) // one place, which is taken
		is.True(err != nil)
		is.Equal(d.order(b).Status, order.Complete)
	})
}

func TestWhatIsNotMoved(t *testing.T) {
	for _, c := range []struct {
		must string
		do   func(d *dates, b *order.Basket, to *modification.RebookedItem)
		want string
	}{
		{"where the company does not allow it", func(d *dates, _ *order.Basket, _ *modification.RebookedItem) {
			d.allow(company.OrderChangesChange{Rebooking: new(false)})
		}, "orderId: cannot be moved to other dates"},
		{"too near to its date", func(d *dates, _ *order.Basket, _ *modification.RebookedItem) {
			d.allow(company.OrderChangesChange{RebookingDays: new(int64(3000))})
		}, "orderId: is for an event that is too near"},
		{"to another price", func(d *dates, _ *order.Basket, to *modification.RebookedItem) { to.SaleItemID = d.dear[1].ID }, "items.0.itemId: does not cost the same"},
		{"to the same date", func(d *dates, _ *order.Basket, to *modification.RebookedItem) { to.SaleItemID = d.dear[0].ID }, "items.0.itemId: is no other date"},
		{"to what is not of the schedule", func(d *dates, _ *order.Basket, to *modification.RebookedItem) {
			other := d.addEvent(func(*catalog.Event) {})
			to.SaleItemID = d.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.EventID = other.ID }).ID
		}, "items.0.itemId: is no other date"},
		{"to what is nothing", func(_ *dates, _ *order.Basket, to *modification.RebookedItem) { to.SaleItemID = 999 }, "items.0.itemId: does not exist"},
		{"to another kind", func(d *dates, _ *order.Basket, to *modification.RebookedItem) {
			to.SaleItemID = d.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.EventID, i.Type = d.events[1], catalog.Product }).ID
		}, "items.0.itemId: is of another kind"},
		{"what is not of the order", func(d *dates, _ *order.Basket, to *modification.RebookedItem) {
			in := adding(one(d.plain[0], 1))
			in.Payment = &cash
			to.ItemID = d.mustAdd(in).Items[0].ID
		}, "items.0.orderItemId: does not exist"},
		{"what was scanned", func(d *dates, b *order.Basket, _ *modification.RebookedItem) { d.scan(d.items(*b)[1].Barcode) }, "orderId: was scanned"},
		{"what is being changed", func(d *dates, b *order.Basket, _ *modification.RebookedItem) { d.mustModify(*b) }, "orderId: is locked"},
		{"where nothing is left", func(d *dates, _ *order.Basket, to *modification.RebookedItem) { d.bought(one(d.plain[1], 4)) }, "Standing"},
		{"what was paid in several ways", func(d *dates, b *order.Basket, to *modification.RebookedItem) {
			var err error
			*b, err = d.complete(d.mustAdd(adding(one(d.plain[0], 1))), rules.Payment{Splits: []rules.Split{{Amount: 1000, Method: order.Cash}, {Amount: 1250, Method: order.Bank}}})
			d.noErr(err)
			to.ItemID = b.Items[0].ID
		}, "orderId: was paid in several ways"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			d := newDates(t)
			b := d.bought(one(d.plain[0], 2))
			to := modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[1].ID}
			c.do(d, &b, &to)
			_, err := d.rebook(b, to)
			refusedWith(t, err, c.want)
			is.Equal(d.order(b).Status, order.Complete)
		})
	}
	t.Run("twice in one call", func(t *testing.T) {
		d := newDates(t)
		b := d.bought(one(d.plain[0], 2))
		to := modification.RebookedItem{ItemID: b.Items[0].ID, SaleItemID: d.plain[1].ID}
		_, err := d.rebook(b, to, to)
		refusedWith(t, err, "items.1.orderItemId: is there twice")
		_, err = d.rebook(b)
		refusedWith(t, err, "items: must have between 1 and 50 entries")
	})
}
