package modification

import (
	"context"

	"marquee/app"
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

// RebookedItem is an item that is moved, and to what.
type RebookedItem = rules.Move

// Rebooked is the order that took the place of another, and what became of that.
type Rebooked struct {
	order.Receipt
	Former rules.Leaving
}

// Rebook moves items of an order to other dates of their schedule, or to other slots of
// their event, where they cost the same. Another order takes the place of the order at once,
// as one does that was changed: with its money, its fees, its answers, and new barcodes.
func Rebook(ctx context.Context, a *app.App, c *app.Caller, in Rebooking) (done Rebooked, err error) {
	if n := len(in.Moves); n == 0 || n > sales.MaxRebookedItems {
		return done, app.Field("items", "must have between %d and %d entries", 1, sales.MaxRebookedItems)
	}
	if err := c.Need(app.Sell); err != nil { // another ticket is sold for the money of the former
		return done, err
	}
	drawn := sales.Codes{Reference: order.NewReference(a), Barcodes: order.DrawBarcodes(a)}
	sales.WarmSeats(ctx, a, c, rules.AddsOf(in.Moves))
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
func (in *Rebooking) run(tx app.Tx, c *app.Caller, o *order.Order, drawn sales.Codes) (done Rebooked, err error) {
	d, err := sales.NewDraft(tx, c)
	if err == nil {
		err = rebookOrder(d, o, in, drawn)
	}
	if err != nil {
		return done, err
	}
	done.Former = *d.Former
	done.Receipt, err = d.Receipt()
	return done, err
}

// rebookOrder lets the order that was decided on take the place of another at once.
func rebookOrder(d *sales.Draft, o *order.Order, in *Rebooking, drawn sales.Codes) error {
	f, err := formerOf(d, o)
	if err != nil {
		return err
	}
	if err := knowDates(d, in.Moves); err != nil {
		return err
	}
	plan, err := rules.PlanRebook(&d.Basket, &f, in.Moves, in.self)
	if err != nil {
		return err
	}
	if err := startChanged(d, o, o.Channel, drawn); err != nil {
		return err
	}
	d.Order.Carried, d.Order.Rebooks, d.Order.InhibitMail, d.Order.UserID = plan.Carried, true, in.InhibitMail, d.Caller.UserID
	d.Order.Details, d.Units = o.Details, plan.Units
	first := len(d.Units)
	if err := sales.Fill(d, plan.Adds, d.Order.PriceChannel); err != nil {
		return err
	}
	if err := plan.Settle(&d.Basket, first); err != nil {
		return err
	}
	if err := sales.AfterPaid(d, d.Rest(), drawn.Barcodes); err != nil {
		return err
	}
	plan.Name(o.ID)
	if err := d.Store(); err != nil {
		return err
	}
	return copyAnswers(d, o)
}
