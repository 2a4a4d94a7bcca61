package transfer

import (
	"context"

	"marquee/app"
	"marquee/app/order"
)

// What buyers do is asked for with the secret in the address of their order's page: whoever
// has it is the buyer.

// StartAsBuyer gives something of the order to somebody else. Buyers ask for no instant
// transfers and lift no rules.
func StartAsBuyer(ctx context.Context, a *app.App, page string, in Ask) (made Made, err error) {
	in.Instant, in.KeepBarcodes, in.Override = false, false, false
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, c *app.Caller, o *order.Order) error {
		if err := notTooMany(tx, o.ID, maxRecent); err != nil {
			return err
		}
		made, err = in.start(tx, c, o.ID, false, order.Barcodes{})
		return err
	})
	return made, err
}

// CancelAsBuyer ends a transfer of the order that nobody has claimed.
func CancelAsBuyer(ctx context.Context, a *app.App, page string, id int64) (v View, err error) {
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error {
		t, err := find(tx, id)
		if err == nil && t.OrderID != o.ID {
			err = app.Missing("transfer")
		}
		if err == nil {
			v, err = t.takeBack(tx)
		}
		return err
	})
	return v, err
}
