package sales

import (
	"marquee/app"
	"marquee/app/order"
)

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
