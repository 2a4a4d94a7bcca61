package modification

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
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
	if n := len(in.Moves); n == 0 || n > sales.MaxRebookedItems {
		return done, app.Field("items", "must have between %d and %d entries", 1, sales.MaxRebookedItems)
	}
	if err := c.Need(app.Sell); err != nil { // another ticket is sold for the money of the former
		return done, err
	}
	drawn := sales.Codes{Reference: order.NewReference(a), Barcodes: order.DrawBarcodes(a)}
	sales.WarmSeats(ctx, a, c, in.adds(nil))
	err = drawn.Retry(a, func(drawn sales.Codes) error {
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
	if n := len(moves); n == 0 || n > sales.MaxRebookedItems {
		return "", app.Field("items", "must have between %d and %d entries", 1, sales.MaxRebookedItems)
	}
	in := Rebooking{Moves: moves, self: true}
	drawn := sales.Codes{Reference: order.NewReference(a), Barcodes: order.DrawBarcodes(a)}
	err = drawn.Retry(a, func(drawn sales.Codes) error {
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
func (in *Rebooking) run(tx app.Tx, c *app.Caller, o *order.Order, drawn sales.Codes) (done order.Receipt, err error) {
	d, err := sales.NewDraft(tx, c)
	if err == nil {
		err = rebookOrder(d, o, in, drawn)
	}
	if err != nil {
		return done, err
	}
	return d.Receipt()
}

func rebookOrder(d *sales.Draft, o *order.Order, in *Rebooking, drawn sales.Codes) error {
	if allowed, _ := d.Company.Changes.MovesDates(in.self); !allowed {
		return app.Field("orderId", "cannot be moved to other dates: the company does not allow it")
	}
	items, err := order.ItemsOf(d.Tx, o)
	if err != nil {
		return err
	}
	moves, err := chosenMoves(d, items, in)
	if err != nil {
		return err
	}
	if err := mayRebook(d, o, items, moves, in.self); err != nil {
		return err
	}
	if err := startChanged(d, o, o.Channel, drawn); err != nil {
		return err
	}
	d.Order.Carried, d.Order.Rebooks, d.Order.InhibitMail, d.Order.UserID = o.Totals.Paid, true, in.InhibitMail, d.Caller.UserID
	d.Order.Details = o.Details
	moved, err := moveUnits(d, items, moves, in)
	if err != nil {
		return err
	}
	if d.Totals().Total != d.Order.Carried {
		return app.Field("items", "would not cost what was paid")
	}
	if err := sales.AfterPaid(d, d.Rest(), drawn.Barcodes); err != nil {
		return err
	}
	for id, u := range moved { // with stock and a seat of its own, as it never had those of the former
		u.Replaced, u.Reissued = &order.Replaced{Type: order.ByModification, ItemID: id, OrderID: o.ID}, u.Barcode != ""
	}
	if err := d.Store(); err != nil {
		return err
	}
	return copyAnswers(d, o)
}

// chosenMoves finds the items that are to be moved, by id, each with its place in the
// request.
func chosenMoves(d *sales.Draft, items []order.Item, in *Rebooking) (map[int64]int, error) {
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
		at := rules.Path("items", i, "orderItemId")
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
func mayRebook(d *sales.Draft, o *order.Order, items []order.Item, moves map[int64]int, self bool) error {
	if len(o.Methods) > 1 {
		return app.Field("orderId", "was paid in several ways")
	}
	_, days := d.Company.Changes.MovesDates(self)
	return mayChange(d, o, items, func(it *order.Item, e *catalog.Event) string {
		_, moves := moves[it.ID]
		switch {
		case !moves:
			return ""
		case self && e.CancelledAt != nil:
			return "is for an event that has begun or was cancelled"
		case days > 0 && !d.Wall.Before(e.Start.AddDate(0, 0, -int(days))):
			return "is for an event that is too near"
		}
		return ""
	})
}

// moveUnits fills the basket with what stays, and with what takes the place of what is
// moved, and with the fees that were paid. It gives what was moved by the ids of the former.
func moveUnits(d *sales.Draft, items []order.Item, moves map[int64]int, in *Rebooking) (map[int64]*rules.Unit, error) {
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
		if err := mayMoveTo(d, from[i], m.SaleItemID, i); err != nil {
			return nil, err
		}
	}
	taken := d.CopyUnits(stay)
	if err := mayStay(d, from); err != nil {
		return nil, err
	}
	first := len(d.Units)
	if err := sales.Fill(d, in.adds(from), d.Order.PriceChannel); err != nil {
		return nil, err
	}
	moved, taxed := map[int64]*rules.Unit{}, false
	for i, u := range d.Units[first:] {
		if i >= len(from) || u.SaleItemID != in.Moves[i].SaleItemID {
			return nil, app.Field("items", "cannot be moved one for one")
		}
		other, ok := u.TakeOver(from[i])
		if !ok {
			return nil, app.Field(rules.Path("items", i, "itemId"), "does not cost the same")
		}
		moved[from[i].ID], taken[from[i].ID], taxed = u, u, taxed || other
	}
	d.CopyFees(items, taken)
	if taxed {
		d.Units.Tax()
	}
	return moved, nil
}

// mayStay wants what of a sale item stays, where some of it is moved, to be as many as it is
// sold in.
func mayStay(d *sales.Draft, moved []*order.Item) error {
	var r rules.Refusals
	for _, it := range moved {
		g, err := d.Cache.Get(it.SaleItemID)
		if err != nil {
			return err
		}
		if n := d.Units.Count(g.ID); n > 0 && !r.Has(g.ID) {
			rules.CheckQuantity(&d.Basket, &r, g, n)
		}
	}
	return r.Err()
}

// adds are the moves as somebody would add what they lead to. from are the items that are
// moved, nil while they are not known.
func (in *Rebooking) adds(from []*order.Item) []rules.AddItem {
	all := make([]rules.AddItem, len(in.Moves))
	for i, m := range in.Moves {
		all[i] = rules.AddItem{SaleItemID: m.SaleItemID, Quantity: new(int64(1)), SpaceID: m.SpaceID}
		if from != nil {
			all[i].PriceChannel = from[i].PriceChannel
		}
	}
	return all
}

// mayMoveTo wants a move to lead to another date of the same schedule, or to another slot of
// the same event.
func mayMoveTo(d *sales.Draft, it *order.Item, saleItemID int64, line int) error {
	at := rules.Path("items", line, "itemId")
	to, err := d.Cache.Get(saleItemID)
	if app.KindOf(err) == app.NotFound {
		err = app.Field(at, "does not exist")
	}
	if err != nil {
		return err
	}
	from, err := d.Cache.Get(it.SaleItemID)
	if err != nil {
		return err
	}
	switch {
	case to.Type != it.Type || len(to.Run) > 0:
		return app.Field(at, "is of another kind")
	case !rules.OtherDate(from, to):
		return app.Field(at, "is no other date of the same schedule, and no other slot of the same event")
	case to.Item.NeedsApproval(d.Company):
		return app.Field(at, "is something that somebody has to approve")
	case to.Sharing == catalog.SharedCompulsory:
		return app.Field(at, "is something that has to be given to somebody first")
	}
	return nil
}
