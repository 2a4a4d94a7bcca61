package transfer

import (
	"context"
	"crypto/rand" // a code must not be guessable
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Share asks for a distribution of tickets of an order.
type Share struct {
	OrderID, SaleItemID int64
	Total, PerPerson    int64
	Once                bool
}

// Distribute makes a code with which others take tickets of an order, for its owner.
func Distribute(ctx context.Context, a *app.App, c *app.Caller, in Share) (d Distribution, err error) {
	code := newCode()
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		o, err := order.Find(tx, order.Key{ID: in.OrderID})
		if app.KindOf(err) == app.NotFound {
			err = app.Field("orderId", "does not exist")
		}
		if err == nil {
			d, err = in.make(tx, &o, code, c.UserID)
		}
		return err
	})
	return d, err
}

// DistributeAsBuyer is Distribute for whoever has the link to the page of the order.
func DistributeAsBuyer(ctx context.Context, a *app.App, page string, in Share) (d Distribution, err error) {
	code := newCode()
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error {
		d, err = in.make(tx, o, code, 0)
		return err
	})
	return d, err
}

// newCode draws a code of 80 bits. It is not for use inside a transaction.
func newCode() string { return rand.Text()[:codeLength] }

func (in *Share) make(tx app.Tx, o *order.Order, code string, userID int64) (d Distribution, err error) {
	switch {
	case o.CustomerID == 0:
		return d, app.Field("orderId", "belongs to no customer")
	case !o.Status.Sold():
		return d, app.Field("orderId", "belongs to an order that is not complete")
	}
	n, err := distributionsOf(tx, o.ID)
	if err == nil && n >= MaxDistributions {
		err = app.Field("orderId", "must not have more than %d entries", int64(MaxDistributions))
	}
	if err != nil {
		return d, err
	}
	d = Distribution{
		OrderID: o.ID, OwnerID: o.CustomerID, SaleItemID: in.SaleItemID, Code: code, Total: in.Total, PerPerson: in.PerPerson, Once: in.Once, UserID: userID,
	}
	if err := d.fits(tx, o); err != nil {
		return d, err
	}
	return d, distributions.Insert(tx, &d)
}

// fits holds the numbers of a distribution against what its owner can give.
func (d *Distribution) fits(r app.Tx, o *order.Order) error {
	free, err := d.free(r, o, r.Wall())
	if err != nil {
		return err
	}
	var p app.Problems
	if len(free) == 0 && d.Claimed == 0 {
		p.Add("saleItemId", "is nothing of the order that can be given to others")
		return p.Err()
	}
	if most := d.Claimed + int64(len(free)); d.Total < max(1, d.Claimed) || d.Total > most {
		p.Add("total", "must be between %d and %d", max(1, d.Claimed), most)
	}
	if d.PerPerson < 1 || d.PerPerson > MaxItems {
		p.Add("perPerson", "must be between %d and %d", int64(1), int64(MaxItems))
	}
	return p.Err()
}

// free are the items that a distribution can give now.
func (d *Distribution) free(r app.Reader, o *order.Order, now time.Time) ([]order.Item, error) {
	if o.CustomerID != d.OwnerID {
		return nil, nil
	}
	all, err := Sendable(r, o, now)
	var out []order.Item
	for i := range all {
		if all[i].SaleItemID == d.SaleItemID && all[i].CustomerID == o.CustomerID {
			out = append(out, all[i])
		}
	}
	return out, err
}

// ShareChange says what of a distribution is to be different; nil stays.
type ShareChange struct {
	Total, PerPerson *int64
	Once, Open       *bool
}

// ChangeDistribution changes the limits of a distribution, or whether it is open.
func ChangeDistribution(ctx context.Context, a *app.App, c *app.Caller, id int64, in ShareChange) (d Distribution, err error) {
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		d, err = in.apply(tx, id, 0)
		return err
	})
	return d, err
}

// ChangeDistributionAsBuyer is ChangeDistribution for whoever has the link to the page of
// the order.
func ChangeDistributionAsBuyer(ctx context.Context, a *app.App, page string, id int64, in ShareChange) (d Distribution, err error) {
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error {
		d, err = in.apply(tx, id, o.ID)
		return err
	})
	return d, err
}

// apply changes a distribution of an order, of any where that is 0.
func (in *ShareChange) apply(tx app.Tx, id, orderID int64) (d Distribution, err error) {
	d, err = findDistribution(tx, id)
	if err == nil && orderID != 0 && d.OrderID != orderID {
		err = app.Missing("distribution")
	}
	if err != nil {
		return d, err
	}
	was := d
	for _, n := range []struct{ to, by *int64 }{{&d.Total, in.Total}, {&d.PerPerson, in.PerPerson}} {
		if n.by != nil {
			*n.to = *n.by
		}
	}
	if in.Once != nil {
		d.Once = *in.Once
	}
	if in.Open != nil {
		d.Closed = !*in.Open
	}
	if d.Total != was.Total || d.PerPerson != was.PerPerson {
		o, err := order.Orders.Get(tx, d.OrderID)
		if err == nil {
			err = d.fits(tx, &o)
		}
		if err != nil {
			return d, err
		}
	}
	if d.Claimed == d.Total {
		if in.Open != nil && *in.Open {
			return d, app.Field("isOpen", "is not possible once all were claimed")
		}
		d.Closed = true
	}
	return distributions.Update(tx, id, func(old *Distribution) error { *old = d; return nil })
}

// distributionsOf is how many distributions an order has.
func distributionsOf(r app.Reader, orderID int64) (n int, err error) {
	for _, err := range distributionByOrder.Keys(r, indexes.PrefixOf[time.Time](orderID).Limit(MaxDistributions)) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
