package rules

import (
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
	// KeepCredit does not take back what top-ups had credited.
	KeepCredit bool
	// Voided gives money back for what was voided before, too.
	Voided bool
	// InhibitMail: the customer is not told.
	InhibitMail bool
	// CancellationFee is kept of what would be given back for an order, in minor units.
	CancellationFee int64
	// Amount goes back while what it is for stays good; 0: it is voided, and what is left of its
	// price goes back.
	Amount int64
	// Reason is why, for colleagues.
	Reason string
	// Splits say to which transactions the money goes back; none is all, in proportion.
	Splits []RefundSplit
	// UUID names the refund, so that it can be asked for again: a uuid is of one refund. A
	// cancellation has none, but where it is one of [RefundEach], whose uuid is of as many
	// calls as it takes to name all orders.
	UUID string
	// Self: the buyer gives it back.
	Self bool
	// Credits: whoever asks may credit accounts with what nobody here was paid.
	Credits bool
	// Each: it is one of many, whose orders come with their items.
	Each bool
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
	// Credit is what a top-up had credited, and is taken back.
	Credit int64 `msgpack:"c,omitempty"`
}

// Refunded is what became of a refund of one order.
type Refunded struct {
	OrderID    int64          `msgpack:"o"`
	CurrencyID int64          `msgpack:"c"`
	Items      []RefundedItem `msgpack:"i"`
	// TransactionID is the first transaction of the refund, 0 without money.
	TransactionID int64 `msgpack:"t,omitempty"`
	// Parts say where the money went.
	Parts []RefundPart `msgpack:"p,omitempty"`
}

// Amount is what was given back in all.
func (r *Refunded) Amount() (n int64) {
	for _, it := range r.Items {
		n += it.Amount
	}
	return n
}

// refundCall scopes the uuids of refunds, and refundOfOne what was done to each order under
// one of them.
const (
	RefundCall  = "refund call"
	refundOfOne = "refund"
)

// RefundAsks is what a refund is recognised by.
type RefundAsks struct {
	OrderID           int64         `msgpack:"o"`
	Items             []int64       `msgpack:"i,omitempty"`
	Kind              string        `msgpack:"k"`
	Online            bool          `msgpack:"n,omitempty"`
	KeepStock         bool          `msgpack:"ks,omitempty"`
	KeepProcessingFee bool          `msgpack:"kp,omitempty"`
	KeepResellerFee   bool          `msgpack:"kr,omitempty"`
	KeepCredit        bool          `msgpack:"kc,omitempty"`
	Voided            bool          `msgpack:"v,omitempty"`
	InhibitMail       bool          `msgpack:"m,omitempty"`
	CancellationFee   int64         `msgpack:"c,omitempty"`
	Amount            int64         `msgpack:"am,omitempty"`
	Splits            []RefundSplit `msgpack:"s,omitempty"`
	UUID              string        `msgpack:"u"`
}

// Asks is what the refund asks of one order, of which items were chosen.
func (in *Refund) Asks(orderID int64, chosen []int64) RefundAsks {
	uuid := in.UUID
	if in.Kind == Void && !in.Each {
		uuid = "" // voiding again voids nothing
	}
	return RefundAsks{
		OrderID: orderID, Items: chosen, Kind: string(in.Kind), Online: in.Online, KeepStock: in.KeepStock,
		KeepProcessingFee: in.KeepProcessingFee, KeepResellerFee: in.KeepResellerFee, KeepCredit: in.KeepCredit, Voided: in.Voided, InhibitMail: in.InhibitMail,
		CancellationFee: in.CancellationFee, Amount: in.Amount, Splits: in.Splits, UUID: uuid,
	}
}

// Part names what is done to one order.
func (a *RefundAsks) Part() (app.Call, error) {
	uuid := ""
	if a.UUID != "" {
		uuid = fmt.Sprintf("%s#%d", a.UUID, a.OrderID)
	}
	return app.NewCall(refundOfOne, uuid, a)
}

// Check looks at the refund by itself.
func (in *Refund) Check(c *app.Caller) error {
	var p app.Problems
	switch {
	case len(in.ItemIDs) > MaxRefundItems:
		p.Add("items", "must have between %d and %d entries", 1, MaxRefundItems)
	case len(in.ItemIDs) == 0 && in.Order.IsZero():
		p.Add("orderId", "is required")
	}
	for i, s := range in.Splits {
		if s.Amount <= 0 {
			p.Add(Path("refundSplits", i, "amount"), "must be at least %d", 1)
		}
		if slices.ContainsFunc(in.Splits[:i], func(o RefundSplit) bool { return o.TransactionID == s.TransactionID }) {
			p.Add(Path("refundSplits", i, "transactionId"), "is there twice")
		}
	}
	in.checkTerms(&p)
	if err := p.Err(); err != nil {
		return err
	}
	return in.mayKeep(c)
}

// CheckTerms looks at how a refund is done, whatever it is about.
func (in *Refund) CheckTerms(c *app.Caller) error {
	var p app.Problems
	in.checkTerms(&p)
	if err := p.Err(); err != nil {
		return err
	}
	return in.mayKeep(c)
}

func (in *Refund) checkTerms(p *app.Problems) {
	if in.CancellationFee < 0 {
		p.Add("cancellationFee", "must not be negative")
	}
	if in.Kind == Void && (in.CancellationFee > 0 || len(in.Splits) > 0) {
		p.Add("type", "gives no money back")
	}
	in.checkAmount(p)
}

// mayKeep asks whether the caller may keep a fee, and notes whether they may credit accounts.
func (in *Refund) mayKeep(c *app.Caller) error {
	in.Credits = c.Can(app.EditWallets)
	if in.CancellationFee > 0 {
		return c.Need(app.EditOrders)
	}
	return nil
}

// Named is the request field that names what is wrong with an order.
func (in *Refund) Named() string {
	if in.Whole() {
		return "orderId"
	}
	return "items"
}

// Whole tells whether an order is to be refunded as a whole.
func (in *Refund) Whole() bool { return len(in.ItemIDs) == 0 && !in.Each }

// OpenRefundError refuses a refund while another of the order has no answer.
type OpenRefundError struct {
	refusal error
	// Unknown: nobody will find it out but somebody who looks.
	Unknown bool
}

func (e *OpenRefundError) Error() string { return e.refusal.Error() }

func (e *OpenRefundError) Unwrap() error { return e.refusal }

// Pending refuses a refund while another of the order has no answer.
func (in *Refund) Pending(open attempt.Open) error {
	if open.State == attempt.Unknown {
		return &OpenRefundError{app.Field(in.Named(), "has a refund that nobody knows the outcome of"), true}
	}
	return &OpenRefundError{app.Field(in.Named(), "has a refund that is not finished"), false}
}

// MayName refuses items that are not there, or that do not come back by themselves.
func (in *Refund) MayName(items []order.Item) error {
	for _, id := range in.ItemIDs {
		at := slices.IndexFunc(items, func(it order.Item) bool { return it.ID == id && it.Holds() })
		switch {
		case at < 0:
			return app.Field("items", "does not exist")
		case items[at].IsFee() || items[at].LeadItemID != 0:
			return app.Field("items", "is given back with what it belongs to")
		}
	}
	return nil
}

// Takes tells whether an item comes back: it, its bundle or all of the order was named.
func (in *Refund) Takes(it *order.Item) bool {
	return len(in.ItemIDs) == 0 || slices.Contains(in.ItemIDs, it.ID) || it.LeadItemID != 0 && slices.Contains(in.ItemIDs, it.LeadItemID)
}
