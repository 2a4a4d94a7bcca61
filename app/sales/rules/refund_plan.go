package rules

import (
	"slices"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
)

// Parted is what the parts give back.
func (p *RefundPlan) Parted() (n int64) {
	for i := range p.Parts {
		n += p.Parts[i].Amount
	}
	return n
}

// Transaction is the money of a part as the order notes it.
func (p *RefundPart) Transaction(plan *RefundPlan) order.Transaction {
	t := order.Transaction{
		Total: -p.Amount, Type: order.RefundOffline, Status: order.TransactionSuccess, UserID: plan.UserID, Of: p.Of,
		Gateway: p.Gateway, WalletID: p.WalletID,
	}
	switch {
	case p.WalletID != 0:
		t.Type = order.RefundWallet
	case plan.Cashout && p.Gateway != "":
		t.Type = order.CashoutOnline
	case plan.Cashout:
		t.Type = order.CashoutOffline
	case p.Gateway != "":
		t.Type = order.RefundOnline
	}
	return t
}

// RefundPlan is what is to be done to one order. It is stored while a gateway is asked.
type RefundPlan struct {
	OrderID int64          `msgpack:"o"`
	Items   []RefundedItem `msgpack:"i"`
	Parts   []RefundPart   `msgpack:"p,omitempty"`
	// PaymentID is the payment of which money goes back over its gateway, and Online how
	// much; 0 without one.
	PaymentID int64      `msgpack:"y,omitempty"`
	Online    int64      `msgpack:"n,omitempty"`
	UserID    int64      `msgpack:"u,omitempty"`
	Asks      RefundAsks `msgpack:"a"`
	// Aside are the movements of the wallet that were set aside while a gateway is asked.
	Aside []int64 `msgpack:"as,omitempty"`
	// Cashout: what is left of top-ups is cashed out, over a gateway where Online is not 0.
	Cashout bool `msgpack:"co,omitempty"`
	// ContractID is the resale contract whose seller gets the money back, 0 for most.
	ContractID int64 `msgpack:"rc,omitempty"`
	// Reason is noted on the order when it is done.
	Reason string `msgpack:"w,omitempty"`
}

// RefundPart is what goes back to one transaction.
type RefundPart struct {
	Of int64 `msgpack:"o"`
	// Method is how it was paid.
	Method string `msgpack:"m,omitempty"`
	Amount int64  `msgpack:"a"`
	// Tax is what of it is tax, once the money is noted.
	Tax int64 `msgpack:"x,omitempty"`
	// Gateway is over which it goes back, empty by hand.
	Gateway string `msgpack:"g,omitempty"`
	// Balance: it goes to a wallet, that of the customer while WalletID is 0.
	Balance  bool  `msgpack:"b,omitempty"`
	WalletID int64 `msgpack:"w,omitempty"`
	// TransactionID is the transaction that was noted for it, while it is pending.
	TransactionID int64 `msgpack:"t,omitempty"`
}

// Amount is what is given back in all.
func (p *RefundPlan) Amount() (n int64) {
	for _, it := range p.Items {
		n += it.Amount
	}
	return n
}

// Changes tells whether a plan voids anything, or gives money back.
func (p *RefundPlan) Changes() bool {
	return p.Amount() > 0 || slices.ContainsFunc(p.Items, func(it RefundedItem) bool { return it.Voids })
}

// MayRefund refuses orders of which nothing is refunded at all.
func MayRefund(o *order.Order, items []order.Item, in *Refund) error {
	switch {
	case o.DeletedAt != nil || !o.Status.Sold():
		return app.Field(in.Named(), "is not complete")
	case in.Whole() && !in.Voided && (o.Status == order.Refunded || o.Status == order.Cancelled):
		return app.Field(in.Named(), "is refunded or cancelled already")
	case slices.ContainsFunc(items, func(it order.Item) bool { return it.Frozen }):
		return app.Field(in.Named(), "is locked: it is being changed or resold")
	}
	return nil
}

// SelectRefund picks the items that a refund takes, without amounts. What cannot be
// refunded is left out. A bundle goes as a whole, with its lead. A fee goes with what
// brought it, and what nothing brought, with the last item that is no fee.
func SelectRefund(items []order.Item, chosen []int64, in *Refund, stands func(*order.Item) bool) (picked []RefundedItem) {
	if in.Amount > 0 {
		return selectGood(items, chosen, stands)
	}
	all := chosen == nil
	takes := func(it *order.Item) bool {
		switch {
		case it.DeletedAt != nil || it.RejectedAt != nil || it.SuccessorID != 0 || !it.Sold || stands(it):
			return false
		case it.CancelledAt != nil && (!in.Voided || it.Refunded == it.Price):
			return false
		case it.LeadItemID != 0:
			return all || slices.Contains(chosen, it.LeadItemID)
		}
		return all || slices.Contains(chosen, it.ID)
	}
	voids, left := map[int64]bool{}, false
	for i := range items {
		it := &items[i]
		if it.IsFee() {
			continue
		}
		if takes(it) {
			voids[it.ID] = it.Holds()
			picked = append(picked, RefundedItem{ID: it.ID, Voids: it.Holds()})
		} else if it.Holds() {
			left = true
		}
	}
	some := len(picked) > 0
	for i := range items {
		it := &items[i]
		if !it.IsFee() {
			continue
		}
		goes := some && it.Holds() && (voids[it.ProducingItemID] || !left)
		if goes || takes(it) && (!all || !it.Holds()) {
			picked = append(picked, RefundedItem{ID: it.ID, Voids: it.Holds()})
		}
	}
	return picked
}

// PriceRefund says what is given back for each item that was picked: its price, less what
// was given back before and what is kept of it.
func PriceRefund(o *order.Order, items []order.Item, picked []RefundedItem, in *Refund) error {
	if in.Kind == Void || o.Totals.Paid == 0 {
		return in.share(o, picked, make([]int64, len(picked)))
	}
	kept := keptOf(o, items, in)
	amounts, sum := make([]int64, len(picked)), int64(0)
	for i := range picked {
		at := slices.IndexFunc(items, func(it order.Item) bool { return it.ID == picked[i].ID })
		amounts[i] = max(0, items[at].Price-items[at].Refunded-kept[at])
		sum += amounts[i]
	}
	if in.Amount > 0 {
		return in.share(o, picked, amounts)
	}
	if in.CancellationFee > sum {
		return app.Field("cancellationFee", "must be at most %s", locale.Money{CurrencyID: o.CurrencyID, Minor: sum})
	}
	fees := make([]int64, len(amounts))
	if in.CancellationFee > 0 {
		fees = money.Share(in.CancellationFee, amounts)
	}
	for i := range picked {
		picked[i].Amount = amounts[i] - fees[i]
	}
	return nil
}

// keptOf is what is kept of the price of each item: the fees that are not refunded, or
// its share of a deposit, which holds all fees and is never given back.
func keptOf(o *order.Order, items []order.Item, in *Refund) []int64 {
	kept, rest, fees := make([]int64, len(items)), make([]int64, len(items)), int64(0)
	for i := range items {
		it := &items[i]
		if it.DeletedAt != nil || it.RejectedAt != nil {
			continue
		}
		if o.Deposit > 0 {
			kept[i] = it.KeptFees(true, true)
		} else {
			kept[i] = it.KeptFees(in.KeepProcessingFee, in.KeepResellerFee)
		}
		rest[i] = it.Price - kept[i]
		fees += kept[i]
	}
	if o.Deposit > fees && fees < o.Totals.Total {
		for i, n := range money.Share(o.Deposit-fees, rest) {
			kept[i] += n
		}
	}
	return kept
}

// PartRefund shares an amount over the transactions that brought the money, in proportion
// to what is left of each, or as the caller says.
func PartRefund(noted []order.Transaction, amount, currencyID int64, in *Refund) ([]RefundPart, error) {
	if amount == 0 {
		if len(in.Splits) > 0 {
			return nil, app.Field("refundSplits", "must add up to %s", locale.Money{CurrencyID: currencyID})
		}
		return nil, nil
	}
	var from []*order.Transaction
	var left []int64
	for i := range noted {
		if n := order.LeftOf(&noted[i], noted); n > 0 && !noted[i].Deposit {
			from, left = append(from, &noted[i]), append(left, n)
		}
	}
	amounts := money.Share(amount, left)
	if len(in.Splits) > 0 {
		var err error
		if amounts, err = splitRefund(from, left, amount, currencyID, in.Splits); err != nil {
			return nil, err
		}
	}
	var parts []RefundPart
	for i, t := range from {
		if amounts[i] == 0 {
			continue
		}
		p := RefundPart{Of: t.ID, Method: t.Type, Amount: amounts[i]}
		if in.Online {
			p.Gateway = t.Gateway
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// splitRefund deals an amount out as the caller says.
func splitRefund(from []*order.Transaction, left []int64, amount, currencyID int64, splits []RefundSplit) ([]int64, error) {
	amounts, sum := make([]int64, len(from)), int64(0)
	for i, s := range splits {
		at := slices.IndexFunc(from, func(t *order.Transaction) bool { return t.ID == s.TransactionID })
		switch {
		case at < 0:
			return nil, app.Field(Path("refundSplits", i, "transactionId"), "holds no money of the order that can go back")
		case s.Amount > left[at]:
			return nil, app.Field(Path("refundSplits", i, "amount"), "must be at most %s", locale.Money{CurrencyID: currencyID, Minor: left[at]})
		}
		amounts[at] = s.Amount
		sum += s.Amount // each is at most what is left of its transaction
	}
	if sum != amount {
		return nil, app.Field("refundSplits", "must add up to %s", locale.Money{CurrencyID: currencyID, Minor: amount})
	}
	return amounts, nil
}
