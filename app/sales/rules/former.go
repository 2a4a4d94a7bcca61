package rules

import (
	"marquee/app"
	"marquee/app/order"
)

// Former is an order that another one is to take the place of, with what the rules about that
// rest on.
type Former struct {
	Order order.Order
	Items []order.Item
	// Returning: a gateway is still asked about a refund of it.
	Returning bool
	// Hidden are items at events that the caller does not see. With Scanned ones somebody was
	// let in, and Paired ones somebody wears.
	Hidden, Scanned, Paired map[int64]bool
}

// MayGiveWay refuses to change an order, for one reason of perhaps several. late says whether it
// is too late for an item at an event.
func (f *Former) MayGiveWay(b *Basket, late TooLate) error {
	if why := f.stays(b, late); why != "" {
		return app.Field("orderId", why)
	}
	return nil
}

// stays says why an order cannot be changed; "" where it can.
func (f *Former) stays(b *Basket, late TooLate) string {
	o := &f.Order
	switch {
	case o.DeletedAt != nil || o.Status != order.Complete:
		return "is not complete"
	case o.DiscountID != 0:
		return "has a discount"
	case o.AccessID != 0:
		return "was bought with an access code"
	case o.Deposit > 0:
		return "was held by a deposit"
	case o.Totals.Paid != o.Totals.Total:
		return "was not paid for"
	case o.Demo != b.Company.Demo && o.Totals.Paid > 0:
		return order.WhyApart(o.Demo, b.Company.Demo)
	case f.Returning:
		return "is being refunded"
	}
	for i := range f.Items {
		if it := &f.Items[i]; it.DeletedAt == nil {
			if why := f.itemStays(b, it, late); why != "" {
				return why
			}
		}
	}
	return ""
}

// itemStays says why an item cannot be changed, "" where it can: somebody was let in with it or
// wears it, it is over, or it is none of those that can.
func (f *Former) itemStays(b *Basket, it *order.Item, late TooLate) string {
	if f.Hidden[it.ID] {
		return "has items of events that you do not see"
	}
	if why := it.Unmodifiable(&f.Order); why != "" {
		return why
	}
	switch {
	case f.Scanned[it.ID]:
		return "was scanned"
	case f.Paired[it.ID]:
		return "is paired with a tag"
	}
	g := b.Goods[it.SaleItemID]
	if row, ok := g.PriceFor(f.Order.CurrencyID, it.PricedFor(&f.Order)); it.AmountNamed || ok && row.Variable {
		return "has a price that the buyer named"
	}
	if g.Event != nil {
		return late(it, g.Event)
	}
	return ""
}

// Change is how an order begins to be changed: what the basket holds that is to take its place,
// and what is locked until that is bought, or ends.
type Change struct {
	// Units cost what was paid, and have the stock and the seats of what they take the place
	// of. Fees are charged anew.
	Units Units
	// Carried is what of the money pays for the basket, and Forfeits what stays with the order.
	Carried, Forfeits int64
	// Locks are the items with which nobody is let in meanwhile.
	Locks []int64
}

// PlanChange decides how an order begins to be changed.
func PlanChange(b *Basket, f *Former) (Change, error) {
	if err := f.MayGiveWay(b, b.ChangesTooLate); err != nil {
		return Change{}, err
	}
	var next Basket
	next.CopyUnits(f.Items)
	c := Change{Units: next.Units, Forfeits: Forfeited(f.Items, b.Company.Changes.ForfeitFees), Locks: order.Standing(f.Items)}
	c.Carried = f.Order.Totals.Paid - c.Forfeits
	return c, nil
}
