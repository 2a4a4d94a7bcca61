package sales

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type decideIn struct {
	OrderItems []decisionIn `json:"orderItems" required:"true" maxitems:"500"`
}

type decisionIn struct {
	OrderItemID   rest.ID   `json:"orderItemId" min:"1" doc:"Or name a sale item and a customer."`
	SaleItemID    rest.ID   `json:"saleItemId" min:"1" doc:"All of it that the customer asked for and that is undecided."`
	CustomerEmail string    `json:"customerEmail" maxlen:"254"`
	Approve       rest.Flag `json:"approve" required:"true" doc:"False rejects."`
	Notify        rest.Flag `json:"notifyCustomer" doc:"The customer is mailed. That an order is due, or complete, is mailed in any case."`
}

type extendOrderIn struct {
	OrderID   rest.Text  `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	ExpiresAt *rest.Time `json:"expiresAt" doc:"Within 400 days; null is never, where no payment link was sent."`
}

type orderKeyIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
}

// waitingJSON is an order that waits for something.
type waitingJSON struct {
	ID         int64            `json:"id"`
	Reference  string           `json:"reference"`
	Status     rest.Words       `json:"status"`
	StatusSlug wire.OrderStatus `json:"statusSlug"`
	StatusID   int64            `json:"statusId"`
	ExpiresAt  *time.Time       `json:"expiresAt"`

	PaymentURL rest.Opt[rest.Path] `json:"paymentUrl" doc:"The page on which whoever has it pays for the order, and which shows the order afterwards, so give it to the buyer. A new one ends the one before. Told once; absent where there is no new one."`
}

func waitingForm(o order.Order) waitingJSON {
	return waitingJSON{ID: o.ID, Reference: o.Reference, Status: rest.Words(o.Status.Name()), StatusSlug: wire.OrderStatus(o.Status.Slug()), StatusID: int64(o.Status), ExpiresAt: o.ExpiresAt}
}

// linkedForm is an order that waits, with its new payment link.
func linkedForm(w sales.Waiting) waitingJSON {
	out := waitingForm(w.Order)
	if w.Token != "" {
		out.PaymentURL = rest.Some(rest.Path(wire.PayPath + "/" + w.Order.Reference + "/" + w.Token))
	}
	return out
}

// decidedJSON tells what approving and rejecting led to.
type decidedJSON struct {
	wire.SuccessJSON
	AwaitingPayment rest.Opt[[]waitingJSON] `json:"awaitingPayment" doc:"The orders that are due now, with their payment links; absent where none is."`
}

func waiting(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-item/approve", Summary: "Approve or reject items", Tag: "Orders", Allow: app.EditOrders, Weight: app.Medium,
			MaxBody: 256 << 10,
			Doc: "All or nothing. The stock of what is rejected is free at once. An order goes on waiting while something of it is " +
				"undecided; then what was approved is due: it awaits its payment by a link, for 72 hours or what POST /payment-terms says, is complete when nothing is due, and " +
				"rejected when nothing was approved. Guests are decided about after their order went through. To decide the same again " +
				"changes nothing; another decision than before is refused.",
		}, func(ctx context.Context, c *app.Caller, in decideIn) (out decidedJSON, err error) {
			due, err := approval.Decide(ctx, a, c, in.decisions())
			if out.SuccessJSON, err = wire.Done(err); len(due) > 0 {
				var all []waitingJSON
				for _, w := range due {
					all = append(all, linkedForm(w))
				}
				out.AwaitingPayment = rest.Some(all)
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/extend", Summary: "Set until when an order waits", Tag: "Orders", Allow: app.EditOrders, Weight: app.Medium,
			Doc: "For orders that await an approval or a payment. Baskets have POST /basket/extend.",
		}, func(ctx context.Context, c *app.Caller, in extendOrderIn) (waitingJSON, error) {
			o, err := sales.Extend(ctx, a, c, order.ParseKey(string(in.OrderID)), in.ExpiresAt.At())
			return waitingForm(o), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/reactivate", Summary: "Make a basket of an expired order again", Tag: "Orders", Allow: app.EditOrders,
			Doc: "With all that it held, or not at all: its stock must still be there. Prices and approvals stay.",
		}, func(ctx context.Context, c *app.Caller, in orderKeyIn) (basketJSON, error) {
			b, err := sales.Reactivate(ctx, a, c, order.ParseKey(string(in.OrderID)))
			return basketForm(b), err
		}),
	}
}

func (in *decideIn) decisions() []approval.Decision {
	all := make([]approval.Decision, len(in.OrderItems))
	for i, d := range in.OrderItems {
		all[i] = approval.Decision{
			OrderItemID: int64(d.OrderItemID), SaleItemID: int64(d.SaleItemID), Email: d.CustomerEmail, Approve: bool(d.Approve), Notify: bool(d.Notify),
		}
	}
	return all
}
