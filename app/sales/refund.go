package sales

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"marquee/app"
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
	// Splits say to which transactions the money goes back; none is all, in proportion.
	Splits []RefundSplit
	// UUID names the refund, so that it can be asked for again: a uuid is of one refund. A
	// cancellation has none, but where it is one of [RefundEach], whose uuid is of as many
	// calls as it takes to name all orders.
	UUID string
	// self: the buyer gives it back.
	self bool
	// credits: whoever asks may credit accounts with what nobody here was paid.
	credits bool
	// each: it is one of RefundEach, whose orders come with their items.
	each bool
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
	refundCall  = "refund call"
	refundOfOne = "refund"
)

// refundAsks is what a refund is recognised by.
type refundAsks struct {
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
	Splits            []RefundSplit `msgpack:"s,omitempty"`
	UUID              string        `msgpack:"u"`
}

// asks is what the refund asks of one order, of which items were chosen.
func (in *Refund) asks(orderID int64, chosen []int64) refundAsks {
	uuid := in.UUID
	if in.Kind == Void && !in.each {
		uuid = "" // voiding again voids nothing
	}
	return refundAsks{
		OrderID: orderID, Items: chosen, Kind: string(in.Kind), Online: in.Online, KeepStock: in.KeepStock,
		KeepProcessingFee: in.KeepProcessingFee, KeepResellerFee: in.KeepResellerFee, KeepCredit: in.KeepCredit, Voided: in.Voided, InhibitMail: in.InhibitMail,
		CancellationFee: in.CancellationFee, Splits: in.Splits, UUID: uuid,
	}
}

// part names what is done to one order.
func (a *refundAsks) part() (app.Call, error) {
	uuid := ""
	if a.UUID != "" {
		uuid = fmt.Sprintf("%s#%d", a.UUID, a.OrderID)
	}
	return app.NewCall(refundOfOne, uuid, a)
}

// call names the refund as a whole, whatever orders it is about.
func (in *Refund) call(all []chosenOrder) (app.Call, error) {
	asks := in.asks(0, in.ItemIDs)
	if in.whole() {
		asks.OrderID = all[0].order.ID
	}
	return app.NewCall(refundCall, asks.UUID, &asks)
}

// refundBegun is what is remembered of a refund as a whole: that it is what its uuid stands for.
type refundBegun struct{}

// claim makes the uuid that of this refund, together with the first part of it.
func claim(tx app.Tx, call app.Call) error {
	a := app.Of(tx)
	_, known, err := app.Answered[refundBegun](a, tx, call)
	if err != nil || known {
		return err
	}
	return app.Remember(a, tx, call, refundBegun{})
}

// RefundResult is what became of one of the orders that a refund is about. Err is why
// nothing did.
type RefundResult struct {
	Refunded
	Err error
}

// RefundOrders voids what was asked for and gives the money back. Orders are looked at
// first, all of them: nothing happens while anything is wrong with the call. Then each
// is refunded for itself, in a transaction of its own, so that many do not keep others from
// writing; an order whose money goes back over a gateway is changed when that has said that
// it does. Of several orders some may come back with their error; if none was refunded, the
// first error is that of the call. A call with a uuid can be repeated until all are done.
func RefundOrders(ctx context.Context, a *app.App, c *app.Caller, in Refund) ([]RefundResult, error) {
	if err := in.check(c); err != nil {
		return nil, err
	}
	var all []chosenOrder
	var call app.Call
	err := a.View(ctx, c, app.Refund, func(r app.Reader) (err error) {
		all, call, err = in.look(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	done := make([]RefundResult, len(all))
	atOnce(len(all), RefundsAtOnce, func(i int) {
		done[i].Refunded, done[i].Err = in.refundOne(ctx, a, c, OrderItems{all[i].order.ID, all[i].items}, call)
	})
	return resultsOf(done)
}

// OrderItems are some items of an order.
type OrderItems struct {
	OrderID int64
	ItemIDs []int64
}

// RefundEach refunds items of orders, as many as the caller names, whatever stands in the
// way of single orders: each has a result, with no items where nothing of it was left.
func RefundEach(ctx context.Context, a *app.App, c *app.Caller, in Refund, of []OrderItems) ([]RefundResult, error) {
	if err := in.CheckTerms(c); err != nil {
		return nil, err
	}
	in.each = true
	done := make([]RefundResult, len(of))
	atOnce(len(of), RefundsAtOnce, func(i int) {
		done[i].OrderID = of[i].OrderID
		if len(of[i].ItemIDs) > 0 {
			done[i].Refunded, done[i].Err = in.refundOne(ctx, a, c, of[i], app.Call{})
		}
	})
	return done, nil
}

// Undecided tells that a refund could not be done now and that its outcome is still to be
// had: by asking for it again.
func (r *RefundResult) Undecided() bool {
	open, ok := errors.AsType[*openRefundError](r.Err)
	return ok && !open.unknown || app.StoreRefused(r.Err)
}

// resultsOf leaves out orders of which nothing was left to refund. It is an error when
// nothing else came of the call, and when there was a fault.
func resultsOf(done []RefundResult) ([]RefundResult, error) {
	done = slices.DeleteFunc(done, func(r RefundResult) bool { return r.Err == nil && len(r.Items) == 0 })
	fault := slices.IndexFunc(done, func(r RefundResult) bool { return r.Err != nil && app.KindOf(r.Err) == 0 })
	if fault >= 0 {
		return nil, done[fault].Err
	}
	failed := slices.IndexFunc(done, func(r RefundResult) bool { return r.Err != nil })
	if failed >= 0 && !slices.ContainsFunc(done, func(r RefundResult) bool { return r.Err == nil }) {
		return nil, done[failed].Err
	}
	return done, nil
}

// atOnce calls do for each number below n, a few at a time.
func atOnce(n, most int, do func(int)) {
	var all sync.WaitGroup
	free := make(chan struct{}, most)
	for i := range n {
		free <- struct{}{}
		all.Go(func() {
			defer func() { <-free }()
			do(i)
		})
	}
	all.Wait()
}

// refundOne refunds one order, all of it where no items are named, and asks the gateway
// where that takes part. With an error nothing was refunded. Call is what it is a part of.
func (in *Refund) refundOne(ctx context.Context, a *app.App, c *app.Caller, of OrderItems, call app.Call) (did Refunded, err error) {
	err = app.Recovered(func() error {
		var at *RefundAttempt
		err := a.Update(ctx, c, app.Refund, func(tx app.Tx) error {
			did, at = Refunded{}, nil
			o, err := order.Orders.Get(tx, of.OrderID)
			if err != nil {
				return err
			}
			if did, at, err = in.begin(tx, c, &o, of.ItemIDs); err != nil {
				return err
			}
			return claim(tx, call)
		})
		if err == nil && at != nil {
			did, err = giveBackOnline(ctx, a, *at)
		}
		return err
	})
	if err != nil {
		did = Refunded{}
	}
	did.OrderID = of.OrderID
	return did, err
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
	for i, s := range in.Splits {
		if s.Amount <= 0 {
			p.Add(field("refundSplits", i, "amount"), "must be at least %d", 1)
		}
		if slices.ContainsFunc(in.Splits[:i], func(o RefundSplit) bool { return o.TransactionID == s.TransactionID }) {
			p.Add(field("refundSplits", i, "transactionId"), "is there twice")
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
}

// mayKeep asks whether the caller may keep a fee, and notes whether they may credit accounts.
func (in *Refund) mayKeep(c *app.Caller) error {
	in.credits = c.Can(app.EditWallets)
	if in.CancellationFee > 0 {
		return c.Need(app.EditOrders)
	}
	return nil
}

// chosenOrder is an order of which something is to be refunded, and the items that were
// chosen of it; nil is all of them.
type chosenOrder struct {
	order order.Order
	items []int64
}

// look finds the orders that the refund is about, and refuses the call where its uuid is of
// another, or one of them cannot be refunded as it is now. One of several may have a refund
// that is not finished: the others need not wait for it.
func (in *Refund) look(r app.Reader) (all []chosenOrder, call app.Call, err error) {
	if all, err = in.orders(r); err != nil {
		return nil, call, err
	}
	if call, err = in.call(all); err != nil {
		return nil, call, err
	}
	_, _, err = app.Answered[refundBegun](app.Of(r), r, call)
	for i := range all {
		if err != nil {
			return nil, call, err
		}
		_, _, err = in.plan(r, &all[i].order, all[i].items)
		if _, open := errors.AsType[*openRefundError](err); open && len(all) > 1 {
			err = nil
		}
	}
	return all, call, err
}

// orders are those that the refund is about, by id.
func (in *Refund) orders(r app.Reader) ([]chosenOrder, error) {
	if in.whole() {
		o, err := order.Find(r, in.Order)
		return []chosenOrder{{order: o}}, err
	}
	items, err := order.Items.GetMany(r, in.ItemIDs)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*order.Item, len(items))
	for i := range items {
		byID[items[i].ID] = &items[i]
	}
	chosen, ids := map[int64][]int64{}, []int64{}
	for i, id := range in.ItemIDs {
		it := byID[id]
		if it == nil {
			return nil, app.Field("items."+fmt.Sprint(i), "does not exist")
		}
		if chosen[it.OrderID] == nil {
			ids = append(ids, it.OrderID)
		}
		chosen[it.OrderID] = append(chosen[it.OrderID], id)
	}
	slices.Sort(ids)
	orders, err := order.Orders.GetMany(r, ids)
	all := make([]chosenOrder, len(orders))
	for i := range orders {
		all[i] = chosenOrder{orders[i], chosen[orders[i].ID]}
	}
	return all, err
}

// named is the request field that names what is wrong with an order.
func (in *Refund) named() string {
	if in.whole() {
		return "orderId"
	}
	return "items"
}

// whole tells whether an order is to be refunded as a whole.
func (in *Refund) whole() bool { return len(in.ItemIDs) == 0 && !in.each }
