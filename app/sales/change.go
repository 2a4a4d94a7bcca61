package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// ChangeItem sets how many units of a sale item a basket holds.
type ChangeItem struct {
	Basket     order.Key
	SaleItemID int64
	// Quantity is the number afterwards; 0 removes the line.
	Quantity int64
	// SecureDisabled is for the units that come new.
	SecureDisabled bool
	Channel        catalog.Channel
	// SpaceID is the seat that RemoveItem takes out, 0: every unit of the sale item.
	SpaceID int64
	// Overrides are the rules that this call lifts, for those who may.
	Overrides []rules.Override
}

// SetQuantity changes the number of units of a sale item in a basket. Below the
// sale item's minimum the line goes as a whole.
func SetQuantity(ctx context.Context, a *app.App, c *app.Caller, in ChangeItem) (order.Basket, error) {
	if in.Quantity < 0 || in.Quantity > rules.MaxBasketSize {
		return order.Basket{}, app.Field("quantity", "must be between %d and %d", 0, rules.MaxBasketSize)
	}
	if err := rules.MayLift(c, in.Overrides); err != nil {
		return order.Basket{}, err
	}
	return change(ctx, a, c, in.Basket, in.Channel, func(d *draft) error {
		d.Lifting = rules.Lifting{UserID: c.UserID, May: in.Overrides}
		g, err := d.cache.Get(in.SaleItemID)
		if err != nil {
			return err
		}
		have := d.Units.Count(g.ID)
		if gone := d.Units.OffersOf(g.ID); in.Quantity == 0 && len(gone) > 0 {
			if err := d.returnOffers(gone); err != nil || have == 0 {
				return err
			}
		}
		switch {
		case have == 0 || g.Type == catalog.Fee:
			return app.Field("itemId", "is not in the basket")
		case in.Quantity != 0 && in.Quantity != have && d.Units.Seated(g.ID):
			return app.Field("quantity", "cannot change: seats are added and removed one by one")
		case in.Quantity == have:
			d.unchanged = true
			return nil
		case in.Quantity > have:
			return d.grow(g, in.Quantity-have, in.SecureDisabled)
		case in.Quantity < rules.LeastQuantity(g.SaleItem) && !d.MayHoldFew(g, in.Quantity):
			return d.shrink(g, have)
		}
		return d.shrink(g, have-in.Quantity)
	})
}

// RemoveItem takes every unit of a sale item out of a basket, or those in one space.
func RemoveItem(ctx context.Context, a *app.App, c *app.Caller, in ChangeItem) (order.Basket, error) {
	in.Quantity = 0
	if in.SpaceID == 0 {
		return SetQuantity(ctx, a, c, in)
	}
	return change(ctx, a, c, in.Basket, in.Channel, func(d *draft) error {
		g, err := d.cache.Get(in.SaleItemID)
		if err != nil {
			return err
		}
		return d.leave(g, in.SpaceID)
	})
}

// RemoveOffers takes units out of a basket that others sell on, by the ids of the units.
func RemoveOffers(ctx context.Context, a *app.App, c *app.Caller, k order.Key, unitIDs []int64) (order.Basket, error) {
	return change(ctx, a, c, k, catalog.NoChannel, func(d *draft) error {
		gone := slices.DeleteFunc(d.Units.FromSellers(), func(u *rules.Unit) bool { return !slices.Contains(unitIDs, u.ID) })
		if len(gone) == 0 {
			return app.Field("itemId", "is not in the basket")
		}
		return d.returnOffers(gone)
	})
}

// change runs one change of a basket's content: load, change, store.
func change(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel, do func(*draft) error) (order.Basket, error) {
	var b order.Basket
	err := a.Update(ctx, c, order.Sellers, func(tx app.Tx) error {
		d, err := newDraft(tx, c)
		if err != nil {
			return err
		}
		if err := d.resolveID(target{basket: k, channel: ch}); err != nil {
			return err
		}
		if err := do(d); err != nil {
			return err
		}
		if !d.unchanged {
			err = d.finish()
		}
		if err == nil {
			b, err = d.shown()
		}
		return err
	})
	return b, err
}

// finish charges the fees of what the basket holds now, takes the discount off, gives it
// its full time again and stores it.
func (d *draft) finish() error {
	if err := d.settlePrices(); err != nil {
		return err
	}
	if !d.keepsTime {
		d.Restart()
	}
	return d.store()
}

// grow adds units that are like the newest of their kind.
func (d *draft) grow(g *catalog.Goods, n int64, secureDisabled bool) error {
	newest := d.Units.Newest(g.ID)
	in := rules.AddItem{SaleItemID: g.ID, Quantity: &n, CannotBeReduced: newest.CannotBeReduced, SecureDisabled: secureDisabled, PriceChannel: newest.PriceChannel}
	if err := d.know(g.ID); err != nil {
		return err
	}
	in.AutoApprove = d.ApprovalNeeded(g) && !newest.RequiresApproval
	if newest.Place != nil {
		in.SpaceID = newest.Place.SpaceID // a general admission area
	}
	if newest.AmountNamed {
		amount := rules.NamedAmount(&newest.Item, g, &d.Order)
		in.Amount = &amount
	}
	return d.fill([]rules.AddItem{in}, newest.PricedFor(&d.Order))
}

// shrink takes the newest units of a sale item out of the basket. Units that
// were added so that they cannot be reduced are no choice: one of them among
// what has to go refuses the whole change.
func (d *draft) shrink(g *catalog.Goods, n int64) error {
	var gone []*rules.Unit
	for _, u := range slices.Backward(d.Units) {
		if int64(len(gone)) < n && u.SaleItemID == g.ID && !u.CannotBeReduced && !u.Bundled() && u.Resale == nil {
			gone = append(gone, u)
		}
	}
	if int64(len(gone)) < n {
		return app.Field("quantity", "cannot be reduced")
	}
	return d.reduceBy(g, gone)
}

// reduceBy takes units of a sale item out of the basket, with those at the same tables.
func (d *draft) reduceBy(g *catalog.Goods, gone []*rules.Unit) error {
	gone = d.Units.WithTables(gone)
	if slices.ContainsFunc(gone, func(u *rules.Unit) bool { return u.CannotBeReduced }) || d.Units.FixedAddon(gone) {
		return app.Field("quantity", "cannot be reduced")
	}
	if err := d.drop(gone); err != nil {
		return err
	}
	if err := d.reprice(g); err != nil {
		return err
	}
	return d.recheck(g)
}

// recheck holds what is left of a line, and what needs it, against the rules. What was
// lifted for the basket before stays lifted.
func (d *draft) recheck(g *catalog.Goods) error {
	d.Lifting.Granted = true
	if _, err := d.kinds(); err != nil {
		return err
	}
	owned, err := d.lookOwned(nil, nil)
	if err != nil {
		return err
	}
	var r rules.Refusals
	rules.CheckQuantity(&d.Basket, &r, g, d.Units.Count(g.ID))
	rules.CheckCompanions(&d.Basket, &r, nil, nil, owned)
	return r.Err()
}
