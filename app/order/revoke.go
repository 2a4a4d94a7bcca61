package order

import (
	"context"

	"marquee/app"
)

// RevokeLinks makes all download links of an order worthless that were given out so
// far. Those read afterwards are new.
func RevokeLinks(ctx context.Context, a *app.App, c *app.Caller, k Key) (Order, error) {
	var o Order
	err := a.Update(ctx, c, app.EditOrders, func(tx app.Tx) (err error) {
		if o, err = Find(tx, k); err != nil {
			return err
		}
		if o.DeletedAt != nil {
			return app.Missing("order")
		}
		o, err = Orders.Update(tx, o.ID, func(o *Order) error { o.LinksRevoked++; return nil })
		return err
	})
	return o, err
}
