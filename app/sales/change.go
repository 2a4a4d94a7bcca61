package sales

import (
	"context"
	"slices"
	"time"

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
	return change(ctx, a, c, in.Basket, in.Channel, func(d *Draft) error {
		d.Lifting = rules.Lifting{UserID: c.UserID, May: in.Overrides}
		g, err := d.Cache.Get(in.SaleItemID)
		if err != nil {
			return err
		}
		have := d.Units.Count(g.ID)
		if gone := d.Units.OffersOf(g.ID); in.Quantity == 0 && len(gone) > 0 {
			if err := returnOffers(d, gone); err != nil || have == 0 {
				return err
			}
		}
		switch {
		case have == 0 || g.Type == catalog.Fee:
			return app.Field("itemId", "is not in the basket")
		case in.Quantity != 0 && in.Quantity != have && d.Units.Seated(g.ID):
			return app.Field("quantity", "cannot change: seats are added and removed one by one")
		case in.Quantity == have:
			d.effect = nothing
			return nil
		case in.Quantity > have:
			return grow(d, g, in.Quantity-have, in.SecureDisabled)
		case in.Quantity < rules.LeastQuantity(g.SaleItem) && !d.MayHoldFew(g, in.Quantity):
			return shrink(d, g, have)
		}
		return shrink(d, g, have-in.Quantity)
	})
}

// RemoveItem takes every unit of a sale item out of a basket, or those in one space.
func RemoveItem(ctx context.Context, a *app.App, c *app.Caller, in ChangeItem) (order.Basket, error) {
	in.Quantity = 0
	if in.SpaceID == 0 {
		return SetQuantity(ctx, a, c, in)
	}
	return change(ctx, a, c, in.Basket, in.Channel, func(d *Draft) error {
		g, err := d.Cache.Get(in.SaleItemID)
		if err != nil {
			return err
		}
		return leave(d, g, in.SpaceID)
	})
}

// RemoveOffers takes units out of a basket that others sell on, by the ids of the units.
func RemoveOffers(ctx context.Context, a *app.App, c *app.Caller, k order.Key, unitIDs []int64) (order.Basket, error) {
	return change(ctx, a, c, k, catalog.NoChannel, func(d *Draft) error {
		gone := slices.DeleteFunc(d.Units.FromSellers(), func(u *rules.Unit) bool { return !slices.Contains(unitIDs, u.ID) })
		if len(gone) == 0 {
			return app.Field("itemId", "is not in the basket")
		}
		return returnOffers(d, gone)
	})
}

// effect is what a change does to a basket.
type effect uint8

// The effects.
const (
	renews    effect = iota // its content is another, and it has its full time again
	keepsTime               // something beside its content is, and its time runs on
	nothing                 // all was as it was to be: nothing is written
)

// beside is the effect of what is no content.
func beside(changed bool) effect {
	if changed {
		return keepsTime
	}
	return nothing
}

// change runs one change of a basket's content: load, change, store.
func change(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel, do func(*Draft) error) (order.Basket, error) {
	var b order.Basket
	err := a.Update(ctx, c, order.Sellers, func(tx app.Tx) error {
		d, err := NewDraft(tx, c)
		if err != nil {
			return err
		}
		if err := resolveID(d, Target{basket: k, Channel: ch}); err != nil {
			return err
		}
		if err := do(d); err != nil {
			return err
		}
		if d.effect != nothing {
			err = finish(d)
		}
		if err == nil {
			b, err = d.Shown()
		}
		return err
	})
	return b, err
}

// finish charges the fees of what the basket holds now, takes the discount off, gives it
// its full time again and stores it.
func finish(d *Draft) error {
	if err := SettlePrices(d); err != nil {
		return err
	}
	if d.effect == renews {
		d.Restart()
	}
	return d.Store()
}

// grow adds units that are like the newest of their kind.
func grow(d *Draft, g *catalog.Goods, n int64, secureDisabled bool) error {
	newest := d.Units.Newest(g.ID)
	in := rules.AddItem{SaleItemID: g.ID, Quantity: &n, CannotBeReduced: newest.CannotBeReduced, SecureDisabled: secureDisabled, PriceChannel: newest.PriceChannel}
	if err := d.Know(g.ID); err != nil {
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
	return Fill(d, []rules.AddItem{in}, newest.PricedFor(&d.Order))
}

// shrink takes the newest units of a sale item out of the basket. Units that
// were added so that they cannot be reduced are no choice: one of them among
// what has to go refuses the whole change.
func shrink(d *Draft, g *catalog.Goods, n int64) error {
	var gone []*rules.Unit
	for _, u := range slices.Backward(d.Units) {
		if int64(len(gone)) < n && u.SaleItemID == g.ID && !u.CannotBeReduced && !u.Bundled() && u.Resale == nil {
			gone = append(gone, u)
		}
	}
	if int64(len(gone)) < n {
		return app.Field("quantity", "cannot be reduced")
	}
	return reduceBy(d, g, gone)
}

// reduceBy takes units of a sale item out of the basket, with those at the same tables.
func reduceBy(d *Draft, g *catalog.Goods, gone []*rules.Unit) error {
	gone = d.Units.WithTables(gone)
	if slices.ContainsFunc(gone, func(u *rules.Unit) bool { return u.CannotBeReduced }) || d.Units.FixedAddon(gone) {
		return app.Field("quantity", "cannot be reduced")
	}
	if err := d.drop(gone); err != nil {
		return err
	}
	if err := reprice(d, g); err != nil {
		return err
	}
	return recheck(d, g)
}

// recheck holds what is left of a line, and what needs it, against the rules. What was
// lifted for the basket before stays lifted.
func recheck(d *Draft, g *catalog.Goods) error {
	d.Lifting.Granted = true
	if err := d.KnowUnits(); err != nil {
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

// SetDetails keeps what a buyer typed about themselves, complete or not, so that nothing
// of it is lost. The time of the basket runs on.
func SetDetails(ctx context.Context, a *app.App, c *app.Caller, k order.Key, in order.Details) (order.Basket, error) {
	if err := rules.CheckDetails(&in); err != nil {
		return order.Basket{}, err
	}
	return change(ctx, a, c, k, catalog.NoChannel, func(d *Draft) error {
		d.effect = beside(d.Order.Details == nil || *d.Order.Details != in)
		d.Order.Details = &in
		return nil
	})
}

// ExtendBasket gives a basket its full time again without a change, as often as the
// company allows, and tells how often that is still possible. Extensions do not hold a
// basket longer than three times its time, or as many times as it may be extended where
// that is more, since its content changed. A basket that has its full time still is left
// as it is.
func ExtendBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key, ch catalog.Channel) (b order.Basket, left int64, err error) {
	b, err = change(ctx, a, c, k, ch, func(d *Draft) error {
		err := extend(d)
		left = d.Company.BasketExtensions() - d.Order.Extensions
		return err
	})
	return b, max(left, 0), err
}

func extend(d *Draft) error {
	most, timeout := d.Company.BasketExtensions(), d.Company.BasketTimeout()
	until := d.Order.HeldUntil
	if until == nil {
		until = new(d.Order.ExpiresAt.Add(timeout * time.Duration(max(most, leastHold)-1)))
	}
	at := d.Wall.Add(timeout)
	if at.After(*until) {
		at = *until
	}
	switch {
	case d.Order.Extensions >= most, !d.Order.ExpiresAt.Before(*until):
		return app.Field("basketId", "cannot be extended any more")
	case !at.After(*d.Order.ExpiresAt):
		d.effect = nothing
		return nil
	}
	d.effect = keepsTime
	d.Order.Extensions++
	d.Order.ExpiresAt, d.Order.HeldUntil = &at, until
	return nil
}
