package sales

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/order"
)

// RefundKind is what becomes of the money when items are voided.
type RefundKind string

// The kinds of refunds.
const (
	// MoneyBack: it goes back.
	MoneyBack RefundKind = "refund"
	// ToBalance: it goes to the account of the customer.
	ToBalance RefundKind = "balance_refund"
	// Void: it is kept.
	Void RefundKind = "cancellation"
)

// Refund asks to void items of orders that went through, and to give money back for them.
// The zero flags are what is usual.
type Refund struct {
	// Order is refunded as a whole; else ItemIDs are, of whatever orders.
	Order   order.Key
	ItemIDs []int64
	Kind    RefundKind
	// Online gives back over the gateway what came over it.
	Online bool
	// KeepStock does not put what was voided on sale again.
	KeepStock bool
	// KeepProcessingFee and KeepResellerFee keep these fees.
	KeepProcessingFee, KeepResellerFee bool
	// Voided gives money back for what was voided before, too.
	Voided bool
	// InhibitMail: the customer is not told.
	InhibitMail bool
	// CancellationFee is kept of what would be given back for an order, in minor units.
	CancellationFee int64
	// Splits say to which transactions the money goes back; none is all, in proportion.
	Splits []RefundSplit
	UUID   string
}

// RefundSplit is what of a refund goes back to one transaction.
type RefundSplit struct {
	TransactionID int64 `msgpack:"t"`
	Amount        int64 `msgpack:"a"`
}

// RefundedItem is what was given back for one item.
type RefundedItem struct {
	ID     int64 `msgpack:"i"`
	Amount int64 `msgpack:"a,omitempty"`
	// Voids: it was good until then.
	Voids bool `msgpack:"v,omitempty"`
}

// Refunded is what became of a refund of one order.
type Refunded struct {
	OrderID    int64          `msgpack:"o"`
	CurrencyID int64          `msgpack:"c"`
	Items      []RefundedItem `msgpack:"i"`
	// TransactionID is the first transaction of the refund, 0 without money.
	TransactionID int64 `msgpack:"t,omitempty"`
}

// Amount is what was given back in all.
func (r *Refunded) Amount() (n int64) {
	for _, it := range r.Items {
		n += it.Amount
	}
	return n
}

// refundCall scopes the uuids of refunds.
const refundCall = "refund"

// refundAsks is what a refund is recognised by.
type refundAsks struct {
	OrderID           int64         `msgpack:"o"`
	Items             []int64       `msgpack:"i,omitempty"`
	Kind              string        `msgpack:"k"`
	Online            bool          `msgpack:"n,omitempty"`
	KeepStock         bool          `msgpack:"ks,omitempty"`
	KeepProcessingFee bool          `msgpack:"kp,omitempty"`
	KeepResellerFee   bool          `msgpack:"kr,omitempty"`
	Voided            bool          `msgpack:"v,omitempty"`
	InhibitMail       bool          `msgpack:"m,omitempty"`
	CancellationFee   int64         `msgpack:"c,omitempty"`
	Splits            []RefundSplit `msgpack:"s,omitempty"`
	UUID              string        `msgpack:"u"`
}

// asks is what the refund asks of one order.
func (in *Refund) asks(orderID int64) refundAsks {
	return refundAsks{
		OrderID: orderID, Items: in.ItemIDs, Kind: string(in.Kind), Online: in.Online, KeepStock: in.KeepStock,
		KeepProcessingFee: in.KeepProcessingFee, KeepResellerFee: in.KeepResellerFee, Voided: in.Voided, InhibitMail: in.InhibitMail,
		CancellationFee: in.CancellationFee, Splits: in.Splits, UUID: in.UUID,
	}
}

// call names what is done to one order. Voiding again voids nothing, so it needs no name.
func (a *refundAsks) call() (app.Call, error) {
	uuid := ""
	if a.UUID != "" && a.Kind != string(Void) {
		uuid = fmt.Sprintf("%s#%d", a.UUID, a.OrderID)
	}
	return app.NewCall(refundCall, uuid, a)
}

// RefundOrders voids what was asked for and gives the money back. Orders are looked at
// first, all of them: nothing happens while anything is wrong with the call. What no gateway takes part in is
// one transaction. An order whose money goes back over a gateway is changed when that has
// said that it does.
func RefundOrders(ctx context.Context, a *app.App, c *app.Caller, in Refund) (all []Refunded, err error) {
	if err := in.check(c); err != nil {
		return nil, err
	}
	var outside []RefundAttempt
	err = a.Update(ctx, c, app.Refund, func(tx app.Tx) error {
		all, outside = nil, nil
		orders, chosen, err := in.orders(tx)
		if err != nil {
			return err
		}
		for i := range orders {
			done, at, err := in.begin(tx, c, &orders[i], chosen[orders[i].ID])
			if err != nil {
				return err
			}
			if at != nil {
				outside = append(outside, *at)
			}
			if done != nil {
				all = append(all, *done)
			}
		}
		return nil
	})
	for i := 0; err == nil && i < len(outside); i++ {
		var done Refunded
		done, err = giveBackOnline(ctx, a, outside[i])
		all = append(all, done)
	}
	return all, err
}

// check looks at the refund by itself.
func (in *Refund) check(c *app.Caller) error {
	var p app.Problems
	switch {
	case len(in.ItemIDs) > MaxRefundItems:
		p.Add("items", "must have between %d and %d entries", 1, MaxRefundItems)
	case len(in.ItemIDs) == 0 && in.Order.IsZero():
		p.Add("orderId", "is required")
	}
	if in.Kind == ToBalance {
		p.Add("type", "is not available")
	}
	if in.CancellationFee < 0 {
		p.Add("cancellationFee", "must not be negative")
	}
	if in.Kind == Void && (in.CancellationFee > 0 || len(in.Splits) > 0) {
		p.Add("type", "gives no money back")
	}
	for i, s := range in.Splits {
		if s.Amount <= 0 {
			p.Add(field("refundSplits", i, "amount"), "must be at least %d", 1)
		}
		if slices.ContainsFunc(in.Splits[:i], func(o RefundSplit) bool { return o.TransactionID == s.TransactionID }) {
			p.Add(field("refundSplits", i, "transactionId"), "is there twice")
		}
	}
	if err := p.Err(); err != nil {
		return err
	}
	if in.CancellationFee > 0 {
		return c.Need(app.EditOrders)
	}
	return nil
}

// orders are those that the refund is about, by id, with the items that were chosen of
// each; nil is all of them.
func (in *Refund) orders(r app.Reader) ([]order.Order, map[int64][]int64, error) {
	if len(in.ItemIDs) == 0 {
		o, err := order.Find(r, in.Order)
		return []order.Order{o}, nil, err
	}
	items, err := order.Items.GetMany(r, in.ItemIDs)
	if err != nil {
		return nil, nil, err
	}
	chosen, ids := map[int64][]int64{}, []int64{}
	for i, id := range in.ItemIDs {
		at := slices.IndexFunc(items, func(it order.Item) bool { return it.ID == id })
		if at < 0 {
			return nil, nil, app.Field("items."+fmt.Sprint(i), "does not exist")
		}
		of := items[at].OrderID
		if chosen[of] == nil {
			ids = append(ids, of)
		}
		chosen[of] = append(chosen[of], id)
	}
	slices.Sort(ids)
	orders, err := order.Orders.GetMany(r, ids)
	return orders, chosen, err
}

// named is the request field that names what is wrong with an order.
func (in *Refund) named() string {
	if len(in.ItemIDs) > 0 {
		return "items"
	}
	return "orderId"
}

// begin decides on the refund of one order. What no gateway takes part in is done; else
// the attempt is begun, and the items stay as they are until it has ended.
func (in *Refund) begin(tx app.Tx, c *app.Caller, o *order.Order, chosen []int64) (*Refunded, *RefundAttempt, error) {
	asks := in.asks(o.ID)
	call, err := asks.call()
	if err != nil {
		return nil, nil, err
	}
	known, done, err := app.Answered[Refunded](app.Of(tx), tx, call)
	if err != nil || done {
		return &known, nil, err
	}
	if open, found, err := attempt.OpenOf(tx, refundSubject(o.ID)); err != nil || found {
		if err == nil {
			err = in.pending(open)
		}
		return nil, nil, err
	}
	d, err := newDraft(tx, c)
	if err != nil {
		return nil, nil, err
	}
	if err := d.load(*o); err != nil {
		return nil, nil, err
	}
	plan, err := d.planRefund(in, chosen)
	if err != nil || len(plan.Items) == 0 {
		return nil, nil, err
	}
	plan.Asks = asks
	if plan.PaymentID != 0 {
		at, err := d.beginReturn(&plan)
		return nil, &at, err
	}
	did, err := d.refund(&plan)
	if err != nil {
		return nil, nil, err
	}
	return &did, nil, app.Remember(app.Of(tx), tx, call, did)
}

// pending refuses a refund while another of the order has no answer.
func (in *Refund) pending(open attempt.Open) error {
	if open.State == attempt.Unknown {
		return app.Field(in.named(), "has a refund that nobody knows the outcome of")
	}
	return app.Field(in.named(), "has a refund that is not finished")
}

func refundSubject(orderID int64) string { return fmt.Sprintf("refund/%d", orderID) }

// errRefund is a plan that does not fit its order any more.
var errRefund = errors.New("a refund does not fit its order")
