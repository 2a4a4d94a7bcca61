package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
)

// Rebooking moves items of an order to other dates.
type Rebooking struct {
	Order       order.Key
	Moves       []RebookedItem
	InhibitMail bool
	// self: the buyer moves them.
	self bool
}

// RebookedItem is an item, and the sale item of the date that it is moved to, in a space
// where that has some.
type RebookedItem struct {
	ItemID, SaleItemID, SpaceID int64
}

// Rebook moves items of an order to other dates of their schedule, or to other slots of
// their event, where they cost the same. Another order takes the place of the order at once,
// as one does that was changed: with its money, its fees, its answers, and new barcodes.
func Rebook(ctx context.Context, a *app.App, c *app.Caller, in Rebooking) (done order.Receipt, err error) {
	if n := len(in.Moves); n == 0 || n > MaxRebookedItems {
		return done, app.Field("items", "must have between %d and %d entries", 1, MaxRebookedItems)
	}
	if err := c.Need(app.Sell); err != nil { // another ticket is sold for the money of the former
		return done, err
	}
	drawn := codes{reference: order.NewReference(a), barcodes: order.DrawBarcodes(a)}
	warmSeats(ctx, a, c, in.adds(nil))
	err = drawn.retry(a, func(drawn codes) error {
		return a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
			o, err := order.Find(tx, in.Order)
			if err != nil {
				return err
			}
			done, err = in.run(tx, c, &o, drawn)
			return err
		})
	})
	return done, err
}

// RebookAsBuyer is Rebook for whoever has the link to the page of an order, who is its buyer,
// where the company lets buyers move their dates. It gives the secret of the page of the order
// that took the place of it.
func RebookAsBuyer(ctx context.Context, a *app.App, page string, moves []RebookedItem) (next string, err error) {
	if n := len(moves); n == 0 || n > MaxRebookedItems {
		return "", app.Field("items", "must have between %d and %d entries", 1, MaxRebookedItems)
	}
	in := Rebooking{Moves: moves, self: true}
	drawn := codes{reference: order.NewReference(a), barcodes: order.DrawBarcodes(a)}
	err = drawn.retry(a, func(drawn codes) error {
		return order.AsBuyer(ctx, a, page, func(tx app.Tx, c *app.Caller, o *order.Order) error {
			done, err := in.run(tx, c, o, drawn)
			if err != nil {
				return err
			}
			own, err := company.SettingsOf(tx)
			if err == nil {
				next = order.NewLinks(own.ID, own.LinkKey).Page(&done.Basket.Order)
			}
			return err
		})
	})
	return next, err
}

// run moves items of an order.
func (in *Rebooking) run(tx app.Tx, c *app.Caller, o *order.Order, drawn codes) (done order.Receipt, err error) {
	d, err := newDraft(tx, c)
	if err == nil {
		err = d.rebook(o, in, drawn)
	}
	if err != nil {
		return done, err
	}
	return d.receipt()
}

func (d *draft) rebook(o *order.Order, in *Rebooking, drawn codes) error {
	if allowed, _ := d.company.Changes.MovesDates(in.self); !allowed {
		return app.Field("orderId", "cannot be moved to other dates: the company does not allow it")
	}
	items, err := order.ItemsOf(d.tx, o)
	if err != nil {
		return err
	}
	moves, err := d.chosenMoves(items, in)
	if err != nil {
		return err
	}
	if err := d.mayRebook(o, items, moves, in.self); err != nil {
		return err
	}
	if err := d.startChanged(o, o.Channel, drawn); err != nil {
		return err
	}
	d.order.Carried, d.order.Rebooks, d.order.InhibitMail, d.order.UserID = o.Totals.Paid, true, in.InhibitMail, d.caller.UserID
	d.order.Details = o.Details
	moved, err := d.moveUnits(items, moves, in)
	if err != nil {
		return err
	}
	if d.totals().Total != d.order.Carried {
		return app.Field("items", "would not cost what was paid")
	}
	if err := d.paid(d.rest(), drawn.barcodes); err != nil {
		return err
	}
	for id, u := range moved { // with stock and a seat of its own, as it never had those of the former
		u.Replaced, u.Reissued = &order.Replaced{Type: order.ByModification, ItemID: id, OrderID: o.ID}, u.Barcode != ""
	}
	if err := d.store(); err != nil {
		return err
	}
	return d.copyAnswers(o)
}

// chosenMoves finds the items that are to be moved, by id, each with its place in the
// request.
func (d *draft) chosenMoves(items []order.Item, in *Rebooking) (map[int64]int, error) {
	known := map[int64]*order.Item{}
	for i := range items {
		known[items[i].ID] = &items[i]
	}
	moves, contents := map[int64]int{}, map[int64]bool{}
	for i := range items {
		contents[items[i].ParentItemID] = contents[items[i].ParentItemID] || items[i].Holds()
	}
	var p app.Problems
	for i, m := range in.Moves {
		at := field("items", i, "orderItemId")
		it := known[m.ItemID]
		_, twice := moves[m.ItemID]
		switch {
		case it == nil || it.DeletedAt != nil || it.IsFee():
			p.Add(at, "does not exist")
		case twice:
			p.Add(at, "is there twice")
		case it.Type == catalog.Bundle || it.LeadItemID != 0 || it.ParentItemID != 0 || contents[it.ID] || len(it.Run) > 0:
			p.Add(at, "cannot be moved by itself")
		}
		moves[m.ItemID] = i
	}
	return moves, p.Err()
}

// mayRebook refuses orders that cannot be changed, or not in this way.
func (d *draft) mayRebook(o *order.Order, items []order.Item, moves map[int64]int, self bool) error {
	if len(o.Methods) > 1 {
		return app.Field("orderId", "was paid in several ways")
	}
	_, days := d.company.Changes.MovesDates(self)
	return d.mayChange(o, items, func(it *order.Item, e *catalog.Event) string {
		_, moves := moves[it.ID]
		switch {
		case !moves:
			return ""
		case self && e.CancelledAt != nil:
			return "is for an event that has begun or was cancelled"
		case days > 0 && !d.tx.Wall().Before(e.Start.AddDate(0, 0, -int(days))):
			return "is for an event that is too near"
		}
		return ""
	})
}

// moveUnits fills the basket with what stays, and with what takes the place of what is
// moved, and with the fees that were paid. It gives what was moved by the ids of the former.
func (d *draft) moveUnits(items []order.Item, moves map[int64]int, in *Rebooking) (map[int64]*unit, error) {
	var stay []order.Item
	from := make([]*order.Item, len(in.Moves))
	for i := range items {
		if at, moves := moves[items[i].ID]; moves {
			from[at] = &items[i]
		} else {
			stay = append(stay, items[i])
		}
	}
	for i, m := range in.Moves {
		if err := d.mayMoveTo(from[i], m.SaleItemID, i); err != nil {
			return nil, err
		}
	}
	taken := d.copyUnits(stay)
	if err := d.mayStay(from); err != nil {
		return nil, err
	}
	first := len(d.units)
	if err := d.fill(in.adds(from), d.order.PriceChannel); err != nil {
		return nil, err
	}
	moved, taxed := map[int64]*unit{}, false
	for i, u := range d.units[first:] {
		if i >= len(from) || u.SaleItemID != in.Moves[i].SaleItemID {
			return nil, app.Field("items", "cannot be moved one for one")
		}
		other, ok := u.takeOver(from[i])
		if !ok {
			return nil, app.Field(field("items", i, "itemId"), "does not cost the same")
		}
		moved[from[i].ID], taken[from[i].ID], taxed = u, u, taxed || other
	}
	d.copyFees(items, taken)
	if taxed {
		d.tax()
	}
	return moved, nil
}

// mayStay wants what of a sale item stays, where some of it is moved, to be as many as it is
// sold in.
func (d *draft) mayStay(moved []*order.Item) error {
	var r refusals
	for _, it := range moved {
		g, err := d.cache.Get(it.SaleItemID)
		if err != nil {
			return err
		}
		if n := d.count(g.ID); n > 0 && !r.has(g.ID) {
			d.checkQuantity(&r, g, n)
		}
	}
	return r.err()
}

// takeOver gives a unit at another date what was noted on the one that it takes the place
// of, to the cent as it was paid, where it costs the same without tax. It is taxed anew where
// the tax is another there.
func (u *unit) takeOver(was *order.Item) (taxed, ok bool) {
	now, before := u.Charges(), was.Charges()
	taxed = now.TaxRate != before.TaxRate || now.TaxMode != before.TaxMode || u.ReverseRate != was.ReverseRate
	same := now.Base == before.Base && now.ProcessingFee == before.ProcessingFee && now.ResellerFee == before.ResellerFee &&
		now.HideProcessingFee == before.HideProcessingFee && now.HideResellerFee == before.HideResellerFee
	if !same {
		return taxed, false
	}
	if !taxed {
		u.Price, u.Tax, u.BaseTax, u.FeeTax = was.Price, was.Tax, was.BaseTax, was.FeeTax
	}
	u.CustomerID, u.NamedHolder, u.Notes, u.SecureDisabled = was.CustomerID, was.NamedHolder, was.Notes, was.SecureDisabled
	return taxed, true
}

// copyFees puts the fees of the order into the basket as they were paid. One of an item hangs
// on what takes the place of that, and is for its event; one of an event of which nothing
// stays is for that of the first item which left.
func (d *draft) copyFees(items []order.Item, taken map[int64]*unit) {
	content := d.content()
	for i := range items {
		it := &items[i]
		if !it.IsFee() || !it.Holds() {
			continue
		}
		u := copyOf(it)
		u.producer = taken[it.ProducingItemID]
		switch {
		case it.EventID == 0:
		case u.producer != nil:
			u.EventID = u.producer.EventID
		case !slices.ContainsFunc(content, func(c *unit) bool { return c.EventID == it.EventID }):
			left := slices.IndexFunc(items, func(o order.Item) bool { return o.EventID == it.EventID && taken[o.ID] != nil })
			u.EventID = taken[items[left].ID].EventID
		}
		d.units = append(d.units, u)
	}
}

// adds are the moves as somebody would add what they lead to. from are the items that are
// moved, nil while they are not known.
func (in *Rebooking) adds(from []*order.Item) []AddItem {
	all := make([]AddItem, len(in.Moves))
	for i, m := range in.Moves {
		all[i] = AddItem{SaleItemID: m.SaleItemID, Quantity: new(int64(1)), SpaceID: m.SpaceID}
		if from != nil {
			all[i].PriceChannel = from[i].PriceChannel
		}
	}
	return all
}

// mayMoveTo wants a move to lead to another date of the same schedule, or to another slot of
// the same event.
func (d *draft) mayMoveTo(it *order.Item, saleItemID int64, line int) error {
	at := field("items", line, "itemId")
	to, err := d.cache.Get(saleItemID)
	if app.KindOf(err) == app.NotFound {
		err = app.Field(at, "does not exist")
	}
	if err != nil {
		return err
	}
	from, err := d.cache.Get(it.SaleItemID)
	if err != nil {
		return err
	}
	switch {
	case to.Type != it.Type || len(to.Run) > 0:
		return app.Field(at, "is of another kind")
	case !OtherDate(from, to):
		return app.Field(at, "is no other date of the same schedule, and no other slot of the same event")
	case to.Item.NeedsApproval(d.company):
		return app.Field(at, "is something that somebody has to approve")
	case to.Sharing == catalog.SharedCompulsory:
		return app.Field(at, "is something that has to be given to somebody first")
	}
	return nil
}

// OtherDate tells whether something is sold for another date of the schedule of what was
// bought, or for another slot of its event.
func OtherDate(from, to *catalog.Goods) bool {
	if to.EventID != from.EventID {
		return from.ScheduleID() != 0 && to.ScheduleID() == from.ScheduleID()
	}
	return to.TimeslotID != from.TimeslotID && to.TimeslotID != 0 && from.TimeslotID != 0
}
