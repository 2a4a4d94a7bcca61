package sales_test

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
)

// refundAsLooked refunds an order as it was when it was looked at: a clerk who decides
// first and notes the money later, with nothing in between that holds the others back.
func refundAsLooked(ctx context.Context, a *app.App, c *app.Caller, in rules.Refund, looked func()) error {
	var plan rules.RefundPlan
	err := a.View(ctx, c, app.Refund, func(r app.Reader) error {
		all, err := refund.OrdersOf(&in, r)
		if err == nil {
			plan, _, err = refund.Planned(&in, r, &all[0].Order, all[0].Items)
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
		d, err := sales.NewDraft(tx, c)
		if err == nil {
			err = d.Load(o)
		}
		if err == nil {
			_, err = refund.Do(d, &plan)
		}
		return err
	})
}
