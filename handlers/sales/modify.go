package sales

import (
	"context"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
)

func modify(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/modify", Summary: "Make a basket that changes an order", Tag: "Orders", Allow: app.EditOrders, Weight: app.Medium, Status: 201,
			Doc: "With what the order holds, at the prices that were paid; it is changed and completed like any other, and then takes the place of the order. " +
				"Until then, or until the basket expires, the order is locked. What stays keeps its stock and seat. What was paid is carried over, so that no more " +
				"than the difference is due. What is worth less than was paid can be completed where orderChanges of the settings of the company allows it. All barcodes are new.",
		}, func(ctx context.Context, c *app.Caller, in orderKeyIn) (basketJSON, error) {
			b, err := sales.Modify(ctx, a, c, order.ParseKey(string(in.OrderID)), apiChannel)
			return basketForm(b), err
		}),
	}
}
