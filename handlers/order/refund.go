package order

import (
	"context"
	"fmt"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// refundFlags are what both refunds take.
type refundFlags struct {
	wire.DryRunIn
	Type            *refundTypeIn  `json:"type" doc:"refund gives the money back, balance_refund adds it to the wallet of the customer, cancellation gives none. What a wallet had paid goes back to it."`
	Online          rest.Flag      `json:"online" doc:"Over the payment gateway, as far as the money came over it. Else, and for the rest, somebody hands it over."`
	Restock         rest.Opt[bool] `json:"restock" doc:"Default true: what was voided is on sale again."`
	ProcessingFee   rest.Opt[bool] `json:"refundProcessingFee" doc:"Default true."`
	ResellerFee     rest.Opt[bool] `json:"refundResellerFee" doc:"Default true."`
	Cancelled       rest.Flag      `json:"refundCancelled" doc:"Also gives money back for items that were voided before."`
	Notify          rest.Opt[bool] `json:"notifyCustomer" doc:"Default true."`
	CancellationFee int64          `json:"cancellationFee" min:"0" money:"true" doc:"Kept of what would be given back for each order, in minor units; spread over its items in proportion. Needs orders.edit."`
	Amount          *int64         `json:"amount" min:"1" money:"true" doc:"Only this much goes back, in minor units, and what it is for stays good: spread over the items of one order in proportion to what is left of their prices, top-ups, vouchers and fees left out. Absent: the items are voided, and what is left of their prices goes back."`
	SubtractBalance rest.Opt[bool] `json:"subtractFromWalletBalance" doc:"Default true: what top-ups had credited is taken back, and the refund is refused where it was spent."`
	Reason          string         `json:"reason" maxlen:"500" doc:"Why, for colleagues: GET /order-timeline tells it, buyers never see it. Without meaning when a refund is sent again."`
	UUID            rest.Text      `json:"uuid" maxlen:"255" doc:"Names this refund, so that it can be sent again when its answer was lost. Kept for 30 days. Without meaning for a cancellation."`
}

// refundTypeIn is what becomes of the money.
type refundTypeIn string

// Values lists them.
func (refundTypeIn) Values() []string {
	return []string{string(rules.MoneyBack), string(rules.ToBalance), string(rules.Void)}
}

type refundOrderIn struct {
	OrderID rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	refundFlags
	Splits []refundSplitIn `json:"refundSplits" maxitems:"20" doc:"To which transactions the money goes back; they must add up to what is refunded. Absent: to all, in proportion."`
}

type refundSplitIn struct {
	Amount        int64   `json:"amount" required:"true" min:"1"`
	TransactionID rest.ID `json:"transactionId" required:"true"`
}

type refundItemsIn struct {
	Items []rest.ID `json:"items" required:"true" maxitems:"500" doc:"Order items, of whatever orders. The lead of a bundle takes its content along."`
	refundFlags
}

type refundedOrderJSON struct {
	wire.CurrencyFields
	RefundValue int64          `json:"refundValue"`
	Returned    []returnedJSON `json:"returned"`
	Order       *orderJSON     `json:"order" needs:"orders.view"`
}

// returnedJSON is where a part of the money went.
type returnedJSON struct {
	OrderID       int64   `json:"orderId"`
	TransactionID int64   `json:"transactionId" doc:"The payment that is given back."`
	PaymentMethod string  `json:"paymentMethod" doc:"How it was paid."`
	Amount        int64   `json:"amount"`
	Tax           int64   `json:"tax" doc:"What of it is tax."`
	Gateway       *string `json:"gateway" doc:"Over which it goes back; null: somebody hands it over, or it goes to a wallet."`
	ToWallet      bool    `json:"toWallet"`
}

func returnedForms(kind rules.RefundKind, all []rules.RefundResult) []returnedJSON {
	out := []returnedJSON{}
	for i := range all {
		for _, p := range all[i].Parts {
			out = append(out, returnedJSON{all[i].OrderID, p.Of, p.Method, p.Amount, p.Tax, wire.OrNull(p.Gateway), p.Balance || kind == rules.ToBalance})
		}
	}
	return out
}

type refundedItemsJSON struct {
	Data     []refundedItemJSON           `json:"data"`
	Returned []returnedJSON               `json:"returned" doc:"Where the money went, by payment."`
	Failed   rest.Opt[[]refundFailedJSON] `json:"failed" doc:"Orders of which nothing was refunded, where others were; absent where there is none. Under its uuid the call can be sent again for them."`
}

// refundFailedJSON is an order that could not be refunded with the others.
type refundFailedJSON struct {
	OrderID int64  `json:"orderId"`
	Message string `json:"message"`
}

type refundedItemJSON struct {
	ID          int64 `json:"id" doc:"The transaction; 0 where no money moved."`
	OrderItemID int64 `json:"orderItemId"`
	wire.CurrencyFields
	RefundValue int64 `json:"refundValue"`
}

// sum is all that goes back, whatever its currencies.
func (out refundedItemsJSON) sum() (n int64) {
	for i := range out.Data {
		n += out.Data[i].RefundValue
	}
	return n
}

const refundDoc = "Fees go back with what brought them. What cannot be refunded (redeemed vouchers, deposits, what is void already) is left out. " +
	"Each order is refunded for itself. A refund over a gateway changes nothing until the gateway has agreed; while it has not decided the answer is 503, and the refund is done as soon as it does. "

func refunds(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/refund", Summary: "Refund or cancel an order", Tag: "Orders", Allow: app.Refund, Weight: app.Medium,
			Doc: "Voids everything that stands, unless an amount is named. " + refundDoc,
		}, func(ctx context.Context, c *app.Caller, in refundOrderIn) (refundedOrderJSON, error) {
			return wire.Giving(ctx, a, c, in.DryRunIn, func(out refundedOrderJSON) int64 { return out.RefundValue },
				func(a *app.App) (refundedOrderJSON, error) { return refundOrder(ctx, a, c, in) })
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/order-items/refund", Summary: "Refund or cancel order items", Tag: "Orders", Allow: app.Refund, Weight: app.Medium,
			Doc: "Voids the items, unless an amount is named. Where nothing can be refunded the list is empty. " + refundDoc,
		}, func(ctx context.Context, c *app.Caller, in refundItemsIn) (refundedItemsJSON, error) {
			return wire.Giving(ctx, a, c, in.DryRunIn, refundedItemsJSON.sum, func(a *app.App) (refundedItemsJSON, error) { return refundItems(ctx, a, c, in) })
		}),
	}
}

func refundOrder(ctx context.Context, a *app.App, c *app.Caller, in refundOrderIn) (out refundedOrderJSON, err error) {
	ask := in.refund()
	ask.Order = order.ParseKey(string(in.OrderID))
	for _, s := range in.Splits {
		ask.Splits = append(ask.Splits, rules.RefundSplit{TransactionID: int64(s.TransactionID), Amount: s.Amount})
	}
	all, err := refund.Orders(ctx, a, c, ask)
	if out.Returned = returnedForms(ask.Kind, all); err != nil || len(all) == 0 {
		return out, err
	}
	out.CurrencyFields, out.RefundValue = currencyOf(all[0].CurrencyID), all[0].Amount()
	if c.Can(app.ViewOrders) {
		view, rel, err := order.Read(ctx, a, c, order.Key{ID: all[0].OrderID}, order.Include{Items: true, TicketsAt: ticketsAt}, false)
		if err != nil {
			return out, err
		}
		form := orderForm(&view, rel)
		out.Order = &form
	}
	return out, nil
}

func refundItems(ctx context.Context, a *app.App, c *app.Caller, in refundItemsIn) (out refundedItemsJSON, err error) {
	ask := in.refund()
	if len(in.Items) == 0 {
		return out, app.Field("items", "is required")
	}
	for i, id := range in.Items {
		if id <= 0 {
			return out, app.Field(fmt.Sprint("items.", i), "does not exist")
		}
		ask.ItemIDs = append(ask.ItemIDs, int64(id))
	}
	all, err := refund.Orders(ctx, a, c, ask)
	out.Data, out.Returned = []refundedItemJSON{}, returnedForms(ask.Kind, all)
	var failed []refundFailedJSON
	for i := range all {
		if all[i].Err != nil {
			failed = append(failed, refundFailedJSON{all[i].OrderID, rest.Said(c, all[i].Err)})
			continue
		}
		cur := currencyOf(all[i].CurrencyID)
		for _, it := range all[i].Items {
			out.Data = append(out.Data, refundedItemJSON{all[i].TransactionID, it.ID, cur, it.Amount})
		}
	}
	if failed != nil {
		out.Failed = rest.Some(failed)
	}
	return out, err
}

func currencyOf(id int64) wire.CurrencyFields {
	cur, _ := company.CurrencyByID(id)
	return wire.CurrencyFieldsOf(cur)
}

// refund is the request as the business takes it.
func (in *refundFlags) refund() rules.Refund {
	ask := rules.Refund{
		Kind: rules.MoneyBack, Online: bool(in.Online), KeepStock: wire.Off(in.Restock), KeepProcessingFee: wire.Off(in.ProcessingFee),
		KeepResellerFee: wire.Off(in.ResellerFee), Voided: bool(in.Cancelled), InhibitMail: wire.Off(in.Notify), KeepCredit: wire.Off(in.SubtractBalance), CancellationFee: in.CancellationFee, Reason: strings.TrimSpace(in.Reason), UUID: string(in.UUID),
	}
	if in.Amount != nil {
		ask.Amount = *in.Amount
	}
	if in.Type != nil {
		ask.Kind = rules.RefundKind(*in.Type)
	}
	if ask.Kind != rules.MoneyBack {
		ask.Online = false
	}
	return ask
}
