package sales

import (
	"context"
	"strconv"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/payment/simulated"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/handlers/rest"
)

type createIntentIn struct {
	BasketID      rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	UUID          rest.Text `json:"uuid" maxlen:"255" doc:"Names this call, so that it can be sent again: while the basket costs the same, a repeated call gets the intent of the first."`
	CardPresent   rest.Flag `json:"cardPresent" doc:"For a card at a reader."`
	DebitPresent  rest.Flag `json:"debitNetworkPresent" doc:"For a card of a debit network at a reader; implies cardPresent."`
	PaymentSplits []splitIn `json:"paymentSplits" maxitems:"20" doc:"Parts of the payment; they must add up to the total, and one of them is paid by card online. The intent is for that one."`
	PaymentPlan   *planIn   `json:"paymentPlan" doc:"The intent is for the deposit."`
	LocalPayment  rest.Flag `json:"localPayment" doc:"For a voucher that the buyer pays at a shop or a bank; POST /orders/pay-later lets the order wait for it."`
}

// intentJSON is what a buyer's device needs to pay.
type intentJSON struct {
	PaymentGateway  string `json:"paymentGateway" doc:"simulated: no money moves. The company is in demo mode."`
	PublishableKey  string `json:"publishableKey"`
	ClientSecret    string `json:"clientSecret"`
	PaymentIntentID string `json:"paymentIntentId"`
	AccountID       string `json:"connectedGatewayAccountId"`
	TransactionID   string `json:"transactionId" doc:"For POST /orders/complete."`
}

type captureIn struct {
	BasketID rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	IntentID rest.Text `json:"paymentIntentId" required:"true" maxlen:"200"`
}

type nothingIn struct{}

type nothingJSON struct{}

type connectionTokenJSON struct {
	Object string `json:"object" doc:"Always terminal.connection_token."`
	Secret string `json:"secret"`
}

type simulateIn struct {
	IntentID rest.Text  `json:"paymentIntentId" required:"true" maxlen:"200"`
	Card     rest.Text  `json:"cardNumber" maxlen:"30" doc:"A test card; it may be left out with an outcome."`
	Outcome  *outcomeIn `json:"outcome" doc:"What happens, whatever the card."`
}

// outcomeIn is what the simulated gateway does with a card.
type outcomeIn string

// Values are the outcomes.
func (outcomeIn) Values() []string { return simulated.Outcomes() }

type simulatedJSON struct {
	Status  string  `json:"status" doc:"authorised, or waiting for another card or a second factor."`
	Problem *string `json:"problem" doc:"Why it waits: card_declined, insufficient_funds, expired_card, authentication_required."`
}

func checkout(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/checkout/create-payment-intent", Summary: "Begin a payment by card", Tag: "Selling", Secret: true, Allow: app.Sell, Or: toppers, Weight: app.Medium,
			Doc: "Needs the ability to take cards as well. Opens an intent at the payment gateway for what is due now; the buyer's device confirms it there, " +
				"and POST /orders/complete takes the money. The basket stays open. Another intent takes the place of the one before. " +
				"When the basket costs something else at completion, the intent is refused. 500: the gateway gave no answer.",
		}, rest.On(a, createIntent)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/checkout/capture-payment-intent", Summary: "Take the money of a payment intent", Tag: "Selling", Allow: app.Sell, Or: toppers,
			Weight: app.Medium, NoBody: true, Deprecated: true,
			Doc: "POST /orders/complete takes the money by itself. Needs the ability to take cards as well. The basket cannot be changed " +
				"any more; if nobody completes it within two minutes it completes by itself.",
		}, func(ctx context.Context, c *app.Caller, in captureIn) (nothingJSON, error) {
			return nothingJSON{}, sales.CaptureIntent(ctx, a, c, order.ParseKey(string(in.BasketID)), apiChannel, string(in.IntentID))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/checkout/connection-token", Summary: "Connect a card reader", Tag: "Selling", Secret: true, Allow: app.PayCard,
			Doc: "A token with which a card reader connects to the payment gateway, once.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (connectionTokenJSON, error) {
			secret, err := payment.ConnectionToken(ctx, a, c)
			return connectionTokenJSON{"terminal.connection_token", secret}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/checkout/simulate", Summary: "Give the simulated gateway a card", Tag: "Selling", Allow: app.Sell, Or: toppers, Weight: app.Medium,
			Doc: "Only while the company is in demo mode, where no money moves. The card or the outcome says what becomes of the payment, and how the " +
				"gateway behaves: it answers late, announces a capture twice, loses its answer, or decides minutes later. Without this call every " +
				"simulated payment goes well.",
		}, rest.On(a, simulate)),
	}
}

func createIntent(ctx context.Context, a *app.App, c *app.Caller, in createIntentIn) (intentJSON, error) {
	ask := pay.OpenIntent{
		Basket: order.ParseKey(string(in.BasketID)), Channel: apiChannel, UUID: string(in.UUID),
		Present: bool(in.CardPresent), Debit: bool(in.DebitPresent), Splits: paymentOf(nil, in.PaymentSplits).Splits, Plan: in.PaymentPlan.plan(), Local: bool(in.LocalPayment),
	}
	i, err := pay.CreateIntent(ctx, a, c, ask)
	return intentJSON{
		PaymentGateway: i.Gateway, PublishableKey: i.PublishableKey, ClientSecret: i.ClientSecret, PaymentIntentID: i.Ref,
		AccountID: i.Account, TransactionID: strconv.FormatInt(i.TransactionID, 10),
	}, err
}

func simulate(ctx context.Context, a *app.App, c *app.Caller, in simulateIn) (simulatedJSON, error) {
	card := simulated.Card{Ref: string(in.IntentID), Number: string(in.Card)}
	if in.Outcome != nil {
		card.Outcome = simulated.Outcome(*in.Outcome)
	}
	s, err := simulated.Give(ctx, a, c, card)
	out := simulatedJSON{Status: "waiting"}
	if s.Stage == payment.Authorised {
		out.Status = "authorised"
	}
	if s.Problem != "" {
		out.Problem = &s.Problem
	}
	return out, err
}
