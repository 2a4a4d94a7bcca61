package sales

import (
	"context"
	"strconv"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// planIn says how much of a basket is paid first.
type planIn struct {
	Type string `json:"type" required:"true" enum:"deposit" doc:"deposit: all fees, and a part of the rest. POST /payment-terms says where that is offered."`
}

func (in *planIn) plan() rules.Plan {
	if in == nil {
		return rules.PayAll
	}
	return rules.Plan(in.Type)
}

type balanceIn struct {
	OrderID       rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order that is partially paid."`
	PaymentMethod *methodIn `json:"paymentMethod"`
	PaymentSplits []splitIn `json:"paymentSplits" maxitems:"20" doc:"Parts of the payment; they must add up to the balance."`
	TransactionID rest.Text `json:"transactionId" maxlen:"20" doc:"Of POST /checkout/create-payment-intent with the order as its basketId."`
	InhibitMail   rest.Flag `json:"inhibitConfirmationEmail"`
	Source        *sourceIn `json:"source" doc:"As in POST /orders/complete."`
}

func balances(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/balance", Summary: "Pay the balance of an order", Tag: "Selling", Allow: app.Sell,
			Fields: true, Weight: app.Medium,
			Doc: "What a deposit left to be paid, by any method that completes orders, in parts too. It is paid as a whole, once; the order is " +
				"complete then and has its tickets.",
		}, func(ctx context.Context, c *app.Caller, in balanceIn) (receiptJSON, error) {
			id, err := transactionID(in.TransactionID)
			if err != nil {
				return receiptJSON{}, err
			}
			pay := paymentOf(in.PaymentMethod, in.PaymentSplits)
			pay.Medium = in.Source.medium()
			done, err := sales.PayBalance(ctx, a, c, sales.Completion{
				Basket: order.ParseKey(string(in.OrderID)), Payment: pay,
				Channel: apiChannel, InhibitMail: bool(in.InhibitMail), TransactionID: id,
			})
			return receiptForm(&done), err
		}),
	}
}

// transactionID reads the id of a transaction, 0 where none is named.
func transactionID(text rest.Text) (int64, error) {
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || id <= 0 {
		return 0, app.Field("transactionId", "does not belong to the basket")
	}
	return id, nil
}

// buyersWallet is the wallet that could pay for an order; null where there is none.
func buyersWallet(ctx context.Context, a *app.App, c *app.Caller, orderID int64) (rest.Opt[wire.WalletJSON], error) {
	w, found, err := wallet.OfBuyer(ctx, a, c, orderID)
	if err != nil || !found {
		return rest.Opt[wire.WalletJSON]{Set: true, Null: true}, err
	}
	return rest.Some(wire.WalletForm(&w, c.CompanyID, a.Now())), nil
}
