package areas

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
)

// What is done to many orders.

// paidByTransfer completes an order whose money came.
func paidByTransfer(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	_, err := sales.CompleteOrder(ctx, a, c, sales.Completion{Basket: k, Payment: rules.Payment{Method: order.Bank}, Channel: catalog.APIChannel})
	return err
}

func decide(ctx context.Context, a *app.App, c *app.Caller, items []int64, approve bool) error {
	all := make([]approval.Decision, len(items))
	for i, id := range items {
		all[i] = approval.Decision{OrderItemID: id, Approve: approve, Notify: true}
	}
	_, err := approval.Decide(ctx, a, c, all)
	return err
}

// void cancels an order, and gives no money back.
func void(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	_, err := refund.Orders(ctx, a, c, rules.Refund{Order: k, Kind: rules.Void})
	return err
}
