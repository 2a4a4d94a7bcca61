package sales

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
)

type payLaterIn struct {
	BasketID      rest.Text  `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket; with payment-link also of an order that waits for one."`
	Method        laterIn    `json:"method" required:"true" doc:"payment-link: whoever has the link pays. invoice, reserve-to-pay-onsite: staff complete the order when the money is there. local-payment: the buyer pays a voucher, and the gateway tells of it."`
	ExpiresAt     *rest.Time `json:"expiresAt" doc:"Within 400 days. Without it a link is good for 72 hours or what POST /payment-terms says, an invoice for the days that it says, and the others for ever."`
	CustomerID    rest.ID    `json:"customerId"`
	CustomerName  string     `json:"customerName" maxlen:"255" doc:"Needed when the e-mail is new."`
	CustomerEmail string     `json:"customerEmail" maxlen:"254"`
	CustomerSSOID string     `json:"customerSsoId" maxlen:"255" doc:"As in POST /basket-items."`
	TransactionID rest.Text  `json:"transactionId" maxlen:"20" doc:"Of an intent with localPayment; needed for that alone."`
}

// laterIn is a way to pay later.
type laterIn string

// Values are the ways.
func (laterIn) Values() []string {
	names := make([]string, len(sales.Ways))
	for i, w := range sales.Ways {
		names[i] = string(w)
	}
	return names
}

func later(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/pay-later", Summary: "Let a basket be paid later", Tag: "Selling", Allow: app.Sell, Weight: app.Medium,
			Doc: "The basket becomes an order that keeps its stock and waits for its payment; it can be paid with POST /orders/complete, in any way. " +
				"Whoever may change orders completes it without a payment method when it was paid as agreed. An invoice needs a customer and items " +
				"of one event; with instant access its tickets are good at once. A payment link takes the place of the one before.",
		}, func(ctx context.Context, c *app.Caller, in payLaterIn) (waitingJSON, error) {
			id, err := transactionID(in.TransactionID)
			if err != nil {
				return waitingJSON{}, err
			}
			w, err := sales.PayLater(ctx, a, c, sales.Later{
				Basket: order.ParseKey(string(in.BasketID)), Channel: apiChannel, Way: sales.Way(in.Method), Until: in.ExpiresAt.At(),
				Buyer:         customer.Buyer{ID: int64(in.CustomerID), Name: in.CustomerName, Email: in.CustomerEmail, SSOID: in.CustomerSSOID},
				TransactionID: id,
			})
			return linkedForm(w), err
		}),
	}
}
