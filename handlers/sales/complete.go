package sales

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type completeIn struct {
	BasketID      rest.Text `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	PaymentMethod *methodIn `json:"paymentMethod"`
	PaymentSplits []splitIn `json:"paymentSplits" maxitems:"20" doc:"Parts of the payment; they must add up to the total."`
	PaymentPlan   *planIn   `json:"paymentPlan" doc:"Not with a transactionId, which has its own."`
	CustomerID    rest.ID   `json:"customerId"`
	CustomerName  string    `json:"customerName" maxlen:"255" doc:"Needed when the e-mail is new."`
	CustomerEmail string    `json:"customerEmail" maxlen:"254"`
	CustomerSSOID string    `json:"customerSsoId" maxlen:"255" doc:"As in POST /basket-items."`
	TransactionID rest.Text `json:"transactionId" maxlen:"20" doc:"Of POST /checkout/create-payment-intent. The method is then that of the transaction."`
	Capture       rest.Flag `json:"capture" doc:"The money is taken in any case before the order completes, if it was not before."`
	InhibitMail   rest.Flag `json:"inhibitConfirmationEmail"`
	Source        *sourceIn `json:"source" doc:"What the buyer shows to pay with ewallet-online, which needs it: a tag, or an order item by its id or barcode. It must be of the customer of the order."`
	Forfeit       rest.Flag `json:"acceptForfeit" doc:"Of a basket that changes an order: what of the money is left over may be kept, where it does not go to the wallet."`
	Offline       rest.Flag `json:"offline" doc:"Without meaning: top-ups are told apart by how they were paid."`
}

// receiptJSON is what the buyer of an order is told.
type receiptJSON struct {
	_     rest.Of `rest:"orders"`
	ID    int64   `json:"id"`
	Total int64   `json:"total"`
	Tax   int64   `json:"tax"`
	Paid  int64   `json:"paid" doc:"Of an order that is partially paid, the deposit."`
	wire.CurrencyFields
	Reference     string            `json:"reference"`
	Date          time.Time         `json:"date"`
	CustomerName  *string           `json:"customerName" needs:"customers.view"`
	CustomerEmail *string           `json:"customerEmail" needs:"customers.view"`
	PaymentMethod []string          `json:"paymentMethod"`
	Items         []receiptItemJSON `json:"items"`

	ReverseCharge rest.Opt[int64] `json:"reverseChargeTax" doc:"Tax that the buyer accounts for, and was not charged; absent where there is none."`

	Balance      rest.Opt[int64]     `json:"balance" doc:"What is still to be paid; absent where nothing is."`
	BalanceDueAt rest.Opt[time.Time] `json:"balanceDueAt" doc:"Until when; then the order expires, and its deposit is kept."`
}

type receiptItemJSON struct {
	Barcode        *string              `json:"barcode"`
	FullSpaceName  *string              `json:"fullSpaceName"`
	Price          int64                `json:"price"`
	Tax            int64                `json:"tax"`
	TaxRate        float64              `json:"taxRate" doc:"Percent."`
	Refunded       int64                `json:"refunded"`
	ValidFrom      *time.Time           `json:"validFrom"`
	ValidTo        *time.Time           `json:"validTo"`
	EventStartDate *time.Time           `json:"eventStartDate"`
	EventEndDate   *time.Time           `json:"eventEndDate"`
	ScanningMode   *string              `json:"scanningMode"`
	Venue          *wire.OrderVenueJSON `json:"venue"`
	CustomerName   *string              `json:"customerName" needs:"customers.view"`
	CustomerEmail  *string              `json:"customerEmail" needs:"customers.view"`
	UnknownDetails bool                 `json:"customerDetailsUnknown"`
}

func completion(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/complete", Summary: "Complete an order", Tag: "Selling", Allow: app.Sell, Or: toppers,
			Fields: true, Weight: app.Medium,
			Doc: "Pays for a basket and issues its tickets. Each payment method needs an ability of its own. " +
				"Items that need approval make an order that awaits it, whatever the method; it is approved with POST /order-item/approve " +
				"alone, and completing it before that is 422. " +
				"With a transactionId the money of a payment intent is taken first: a card that is refused leaves the basket open for another try. " +
				"While the gateway has not decided the answer is 503, the basket keeps its stock and cannot be changed, and the order " +
				"completes by itself when the money comes. Completing again with the same transactionId gives the order. " +
				"With a payment plan only the deposit is paid: the order is partially paid, keeps what it holds, and has its tickets " +
				"once the balance is paid, here or with POST /orders/balance.",
		}, func(ctx context.Context, c *app.Caller, in completeIn) (receiptJSON, error) {
			ask, err := in.completion()
			if err != nil {
				return receiptJSON{}, err
			}
			done, err := sales.CompleteOrder(ctx, a, c, ask)
			return receiptForm(&done), err
		}),
	}
}

// completion is the request as the business takes it.
func (in *completeIn) completion() (sales.Completion, error) {
	ask := sales.Completion{
		Basket: order.ParseKey(string(in.BasketID)), Payment: paymentOf(in.PaymentMethod, in.PaymentSplits),
		Buyer:   customer.Buyer{ID: int64(in.CustomerID), Name: in.CustomerName, Email: in.CustomerEmail, SSOID: in.CustomerSSOID},
		Channel: apiChannel, InhibitMail: bool(in.InhibitMail), Forfeit: bool(in.Forfeit),
	}
	ask.Payment.Plan, ask.Payment.Medium = in.PaymentPlan.plan(), in.Source.medium()
	id, err := transactionID(in.TransactionID)
	ask.TransactionID = id
	return ask, err
}

func receiptForm(r *order.Receipt) receiptJSON {
	cur, _ := company.CurrencyByID(r.Order.CurrencyID)
	o := &r.Order
	buyer := r.Customers[o.CustomerID]
	out := receiptJSON{
		ID: o.ID, Total: o.Totals.Total, Tax: o.Totals.Tax, Paid: o.Totals.Paid,
		CurrencyFields: wire.CurrencyFieldsOf(cur), Reference: o.Reference, Date: o.CreatedAt,
		CustomerName: wire.OrNull(buyer.Name), CustomerEmail: wire.OrNull(buyer.Email), PaymentMethod: o.MethodNames(),
	}
	if o.CompletedAt != nil {
		out.Date = *o.CompletedAt
	}
	if o.Status == order.PartiallyPaid {
		out.Balance, out.BalanceDueAt = rest.Some(o.Totals.Total-o.Totals.Paid), rest.Some(*o.ExpiresAt)
	}
	if n := order.ReverseTaxOf(r.Items); n > 0 {
		out.ReverseCharge = rest.Some(n)
	}
	for i := range r.Items {
		out.Items = append(out.Items, receiptItemForm(r, &r.Items[i]))
	}
	return out
}

func receiptItemForm(r *order.Receipt, it *order.Item) receiptItemJSON {
	holder := r.Customers[it.CustomerID]
	out := receiptItemJSON{
		Barcode: wire.OrNull(it.Barcode), Price: it.Price, Tax: it.Tax, TaxRate: float64(it.TaxRate) / company.RateUnit,
		Refunded: it.Refunded, ValidFrom: it.ValidFrom, ValidTo: it.ValidTo,
		CustomerName: wire.OrNull(holder.Name), CustomerEmail: wire.OrNull(holder.Email), UnknownDetails: holder.ID == 0,
	}
	if it.Place != nil {
		full := it.Place.FullName()
		out.FullSpaceName = &full
	}
	if e, ok := r.Events[it.EventID]; ok {
		out.EventStartDate, out.EventEndDate, out.ScanningMode = &e.Start, &e.End, wire.OrNull(e.ScanningMode)
		if v, ok := r.Venues[e.VenueID]; ok {
			out.Venue = wire.OrderVenueForm(&v)
		}
	}
	return out
}

// methodIn is a payment method that completes an order.
type methodIn string

// Values lists the methods of one payment, and split.
func (methodIn) Values() []string {
	return []string{
		"card-not-present-offline", "card-not-present-online", "card-present-offline", "card-present-online",
		"cash", "complimentary", "bank", "ewallet-online", "cheque", "gift-card", "money-order", "split",
	}
}

// partIn is a payment method of a part of the payment.
type partIn string

// Values lists the methods that may pay a part.
func (partIn) Values() []string {
	return []string{
		"card-not-present-offline", "card-not-present-online", "card-present-offline", "card-present-online",
		"cash", "bank", "cheque", "gift-card", "money-order", "ewallet-online",
	}
}
