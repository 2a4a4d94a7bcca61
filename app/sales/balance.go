package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
)

// PayBalance pays what a deposit left to be paid of an order, which is complete then. It
// takes no other order: nobody pays a basket for it by mistake.
func PayBalance(ctx context.Context, a *app.App, c *app.Caller, in Completion) (order.Receipt, error) {
	in.balance = true
	return CompleteOrder(ctx, a, c, in)
}

// wantBalance wants an order to have a balance, or to have had one that is paid by the
// same payment by card.
func (in *Completion) wantBalance(tx app.Tx, c *app.Caller) error {
	if !in.balance {
		return nil
	}
	o, err := order.FindPayable(tx, c, in.Basket)
	switch {
	case err != nil:
		return err
	case o.Status == order.Expired || o.Overdue(tx.Wall()):
		return app.Field("orderId", "has expired")
	case o.Deposit == 0:
		return app.Field("orderId", "has no balance: no deposit was paid")
	case o.Status == order.Complete && in.TransactionID == 0:
		return app.Field("orderId", "is paid already")
	}
	return nil
}
