package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// RefundAsLooked refunds an order as it was when it was looked at: a clerk who decides
// first and notes the money later, with nothing in between that holds the others back.
func RefundAsLooked(ctx context.Context, a *app.App, c *app.Caller, in rules.Refund, looked func()) error {
	var plan rules.RefundPlan
	err := a.View(ctx, c, app.Refund, func(r app.Reader) error {
		all, err := ordersOf(&in, r)
		if err == nil {
			plan, _, err = plannedRefund(&in, r, &all[0].order, all[0].items)
		}
		return err
	})
	looked()
	if err != nil {
		return err
	}
	return a.Update(ctx, c, app.Refund, func(tx app.Tx) error {
		o, err := order.Orders.Get(tx, plan.OrderID)
		if err != nil {
			return err
		}
		d, err := newDraft(tx, c)
		if err == nil {
			err = d.load(o)
		}
		if err == nil {
			_, err = d.refund(&plan)
		}
		return err
	})
}
