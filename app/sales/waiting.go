package sales

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// Extend sets until when an order waits for its approval or payment; nil is for ever,
// which no payment link is good for. A basket is extended by ExtendBasket.
func Extend(ctx context.Context, a *app.App, c *app.Caller, k order.Key, until *time.Time) (order.Order, error) {
	var o order.Order
	err := a.Update(ctx, c, app.EditOrders, func(tx app.Tx) (err error) {
		if o, err = order.Find(tx, k); err != nil {
			return err
		}
		if err := rules.MayExtend(&o, until, tx.Wall()); err != nil {
			return err
		}
		o, err = order.SetExpiry(tx, o.ID, until)
		return err
	})
	return o, err
}

// Reactivate makes a basket of an expired order again, with all that it held: all of
// its stock must still be there. It keeps its prices and decisions, and has the time of
// a new basket. One whose deposit was kept waits for its balance again, as long as a
// payment link would.
func Reactivate(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (order.Basket, error) {
	var b order.Basket
	err := a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		d, err := NewDraft(tx, c)
		if err != nil {
			return err
		}
		if err := reactivate(d, k); err != nil {
			return err
		}
		b, err = d.Shown()
		return err
	})
	return b, err
}

func reactivate(d *Draft, k order.Key) error {
	o, err := order.Find(d.Tx, k)
	if err == nil && o.Overdue(d.Wall) {
		err = Expire(d.Tx, d.Cache, &o)
	}
	switch {
	case err != nil:
		return err
	case o.Status != order.Expired:
		return app.Field("orderId", "has not expired")
	}
	if err := d.Load(o); err != nil {
		return err
	}
	if d.Revived() == order.Active {
		d.Order.EndPages()
		if err := NoOtherBasket(d, o.CustomerID, o.UserID, "orderId"); err != nil {
			return err
		}
	}
	if len(d.Units) == 0 {
		return app.Field("orderId", "is empty")
	}
	if err := reserveAgain(d); err != nil {
		return err
	}
	if d.Revived() != order.Active { // it is no basket, and counts for its codes at once
		if err := checkCode(d); err != nil {
			return err
		}
		if err := checkAccess(d); err != nil {
			return err
		}
	}
	if err := d.Become(d.Revived()); err != nil {
		return err
	}
	d.Order.BegunAt = nil // its stock was free meanwhile
	d.Restart()
	if d.Order.Status == order.PartiallyPaid {
		t, err := terms.Of(d.Tx)
		if err != nil {
			return err
		}
		d.Order.ExpiresAt = new(d.Wall.Add(t.LinkLife()))
	}
	return d.Store()
}

// NoOtherBasket refuses to give a customer a second live basket of one user.
func NoOtherBasket(d *Draft, customerID, userID int64, field string) error {
	if customerID == 0 {
		return nil
	}
	_, found, err := liveBasketOf(d, customerID, userID)
	if err == nil && found {
		err = app.Field(field, "has an open basket")
	}
	return err
}

// reserveAgain takes the stock of all units anew, as that of an order that held nothing
// any more.
func reserveAgain(d *Draft) error {
	var r rules.Refusals
	err := d.EachKind(rules.OfStock(d.Units), func(g *catalog.Goods, n int64) error {
		return reserve(d, &r, []*catalog.Goods{g}, map[int64]int64{g.ID: n})
	})
	if err == nil {
		err = r.Err()
	}
	if err != nil {
		return err
	}
	free, err := reseat(d)
	if err == nil && !free {
		r.Add(rules.TypeStock, 0, app.Msg("A seat is not free any more."))
		err = r.Err()
	}
	if err != nil {
		return err
	}
	offered, err := reserveOffers(d)
	if err == nil && !offered {
		r.Add(rules.TypeStock, 0, app.Msg("What somebody sold on is not offered any more."))
		err = r.Err()
	}
	return err
}

// owed takes what a payment is for: a basket, or an order that waits for its payment. One that
// awaits approval is approved by Decide alone, whoever pays. One that was rejected is sold all
// the same by whoever may decide.
func owed(d *Draft, c *app.Caller, k order.Key, ch catalog.Channel) error {
	o, err := order.FindPayable(d.Tx, c, k)
	switch {
	case err != nil:
		return err
	case o.Status == order.AwaitingApproval && !o.Overdue(d.Wall):
		return app.Field("basketId", "is not approved yet: that is done with %s", "POST /order-item/approve")
	case o.Status == order.Rejected:
		return sellRejected(d, c, o)
	case o.Status.AwaitsPayment() && !o.Overdue(d.Wall):
		return d.Load(o)
	case o.Channel != ch:
		return app.Missing("basket")
	}
	if err := rules.StillOpen(&o, d.Wall); err != nil {
		return err
	}
	return d.Load(o)
}

// sellRejected takes an order that was rejected with everything on it approved. Its stock must
// still be there.
func sellRejected(d *Draft, c *app.Caller, o order.Order) error {
	if !c.Can(app.EditOrders) {
		return app.Field("basketId", "was rejected already")
	}
	if err := loadRejected(d, o); err != nil {
		return err
	}
	now := d.Now
	for _, u := range d.Units {
		if u.RequiresApproval && u.ApprovedAt == nil {
			u.ApprovedAt, u.RejectedAt, u.Changed = &now, nil, true
		}
	}
	if err := reserveAgain(d); err != nil {
		return err
	}
	return SettlePrices(d) // what is left of it changed with each rejection
}

// loadRejected is load with the units that were rejected.
func loadRejected(d *Draft, o order.Order) error {
	d.Order, d.Was = o, &o
	items, err := order.ItemsOf(d.Tx, &o)
	for i := range items {
		if it := &items[i]; it.DeletedAt == nil && it.CancelledAt == nil {
			d.Units = append(d.Units, &rules.Unit{Item: *it, Was: it})
		}
	}
	return err
}
