package sales

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// SetDetails keeps what a buyer typed about themselves, complete or not, so that nothing
// of it is lost. The time of the basket runs on.
func SetDetails(ctx context.Context, a *app.App, c *app.Caller, k order.Key, in order.Details) (order.Basket, error) {
	if err := rules.CheckDetails(&in); err != nil {
		return order.Basket{}, err
	}
	return change(ctx, a, c, k, catalog.NoChannel, func(d *draft) error {
		d.keepsTime = true
		d.unchanged = d.Order.Details != nil && *d.Order.Details == in
		d.Order.Details = &in
		return nil
	})
}
