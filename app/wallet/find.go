package wallet

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// Find finds the wallet of a customer in a currency that pays in the mode of the company, or
// the one that it was merged into.
func Find(r app.Reader, customerID, currencyID int64) (Wallet, bool, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return Wallet{}, false, err
	}
	return find(r, customerID, currencyID, own.Demo)
}

// find finds the wallet of a customer in a currency, that of money or that of the demo.
func find(r app.Reader, customerID, currencyID int64, demo bool) (Wallet, bool, error) {
	w, found, err := walletOf.Find(r, ownerKey(customerID, currencyID, demo))
	if err == nil && !found {
		w, found, err = ofStanding(r, customerID, currencyID, demo)
	}
	if err != nil || !found || w.MergedInto == 0 {
		return w, found, err
	}
	w, err = byID(r, w.MergedInto)
	return w, err == nil, err
}

// ofStanding is the wallet of the customer into whom one was merged.
func ofStanding(r app.Reader, customerID, currencyID int64, demo bool) (w Wallet, found bool, err error) {
	standing, err := customer.Standing(r, customerID)
	if err != nil || standing == customerID {
		return w, false, err
	}
	return walletOf.Find(r, ownerKey(standing, currencyID, demo))
}

// Of lists the wallets of a customer, those of the demo first, by currency. Those that were merged into others are
// left out.
func Of(r app.Reader, customerID int64) (all []Wallet, err error) {
	ids, err := idsOf(r, customerID)
	if err != nil {
		return nil, err
	}
	all, err = wallets.GetMany(r, ids)
	kept := all[:0]
	for _, w := range all {
		if w.MergedInto == 0 {
			kept = append(kept, w)
		}
	}
	return kept, err
}

// Paying lists the wallets of a customer that pay in the mode of the company.
func Paying(r app.Reader, customerID int64) ([]Wallet, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	all, err := Of(r, customerID)
	return slices.DeleteFunc(all, func(w Wallet) bool { return w.Demo != own.Demo }), err
}

// HasMoney tells whether a customer has money, confirmed or not, or a payout on its way. What
// is of the demo is none.
func HasMoney(r app.Reader, customerID int64) (bool, error) {
	all, err := Of(r, customerID)
	return slices.ContainsFunc(all, func(w Wallet) bool { return !w.Demo && w.Available+w.Pending+w.Reserved > 0 }), err
}

// idsOf are the wallets of a customer.
func idsOf(r app.Reader, customerID int64) (ids []int64, err error) {
	for e, err := range walletOf.Keys(r, indexes.PrefixOf[int64](customerID)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// Medium is what somebody shows to spend from their wallet: a tag, or an order item by its
// id or its barcode, in whatever form the code is shown.
type Medium struct {
	Tag  bool
	Text string
}

// The types of refusals that tills know.
const (
	TypeInsufficient = "insufficient_wallet_balance"
	TypeUnknown      = "unknown_wallet"
	TypeFrozen       = "nfc_frozen"
)

// refuse refuses a medium or a wallet, with a type for machines.
func refuse(typ string, why app.Message) error {
	return &app.Error{Kind: app.Invalid, Message: why, Reasons: []app.Reason{{Type: typ, Message: why}}}
}

// HolderOf finds who holds what is shown. A frozen tag is refused.
func HolderOf(r app.Reader, m Medium) (customerID int64, err error) {
	if strings.TrimSpace(m.Text) == "" {
		return 0, app.Field("source", "is required")
	}
	it, found, err := m.item(r)
	switch {
	case err != nil:
		return 0, err
	case !found || !it.Valid() || it.CustomerID == 0:
		return 0, refuse(TypeUnknown, app.Msg("Nobody holds what was shown to pay with."))
	}
	return it.CustomerID, nil
}

// item finds the order item that is shown.
func (m Medium) item(r app.Reader) (it order.Item, found bool, err error) {
	if m.Tag {
		return taggedItem(r, order.NormalTag(m.Text))
	}
	if id, err := strconv.ParseInt(m.Text, 10, 64); err == nil {
		it, err = order.Items.Get(r, id)
		if !errors.Is(err, indexes.ErrNotFound) {
			return it, err == nil, err
		}
	}
	return order.ItemByCode(r, m.Text)
}

// taggedItem finds the newest order item of a tag that stands.
func taggedItem(r app.Reader, tag string) (it order.Item, found bool, err error) {
	if frozen, err := tagFrozen(r, tag); err != nil || frozen {
		if err == nil {
			err = refuse(TypeFrozen, app.Msg("This tag is frozen."))
		}
		return it, false, err
	}
	ids, err := ports(r).TaggedItems(r, tag)
	if err != nil {
		return it, false, err
	}
	for _, id := range ids {
		it, err = order.Items.Get(r, id)
		if err == nil && it.Valid() {
			return it, true, nil
		}
		if err != nil && !errors.Is(err, indexes.ErrNotFound) {
			return it, false, err
		}
	}
	return order.Item{}, false, nil
}

// ToSpend finds the wallet that pays an amount for a customer. It is refused with a type
// that tills know: there is none, it is frozen, or has less.
func ToSpend(r app.Reader, customerID, currencyID, amount int64) (Wallet, error) {
	w, found, err := Find(r, customerID, currencyID)
	switch {
	case err != nil:
		return w, err
	case !found:
		return w, refuse(TypeUnknown, app.Msg("The customer has no wallet in %s.", code(currencyID)))
	case w.Frozen != nil:
		return w, refuse(TypeFrozen, app.Msg("This wallet is frozen."))
	case w.Available < amount:
		return w, refuse(TypeInsufficient, app.Msg("The wallet has only %s.", amountOf(currencyID, w.Available)))
	}
	return w, nil
}

// roomFor bounds top-ups that come back by what their orders can still refund. What was
// refunded meanwhile is credit like any other.
func roomFor(r app.Reader, w *Wallet, back []Topup) ([]Topup, error) {
	room := map[int64]int64{}
	kept := back[:0:0]
	for _, t := range back {
		if _, known := room[t.OrderID]; !known {
			n, err := creditLeft(r, t.OrderID)
			if err != nil {
				return nil, err
			}
			for i := range w.Topups {
				if w.Topups[i].OrderID == t.OrderID {
					n -= w.Topups[i].Left
				}
			}
			room[t.OrderID] = max(0, n)
		}
		if t.Left = min(t.Left, room[t.OrderID]); t.Left > 0 {
			room[t.OrderID] -= t.Left
			kept = append(kept, t)
		}
	}
	return kept, nil
}

// creditLeft is what of the top-ups of an order stands and was not refunded.
func creditLeft(r app.Reader, orderID int64) (n int64, err error) {
	o, err := order.Orders.Get(r, orderID)
	if err != nil {
		return 0, err
	}
	items, err := order.ItemsOf(r, &o)
	for i := range items {
		it := &items[i]
		if c := it.Credit; c != nil && it.Type == catalog.CashlessTopup && it.Holds() {
			n += max(0, min(c.Amount-c.Taken, it.PaidBase()-it.Refunded))
		}
	}
	return n, err
}

// CreditedBy is the wallet that a top-up was credited to: that of who was the purchaser then,
// also when the order is somebody else's now.
func CreditedBy(r app.Reader, it *order.Item) (Wallet, error) {
	all, err := OfOrder(r, it.OrderID)
	if err != nil {
		return Wallet{}, err
	}
	for i := range all {
		if m := &all[i]; m.Amount > 0 && m.Source == (Source{OrderItemSource, it.ID}) {
			w, found, err := InMode(r, m.WalletID, it.Demo)
			if err == nil && !found {
				err = app.Missing("wallet")
			}
			return w, err
		}
	}
	return Wallet{}, fmt.Errorf("order item %d: a top-up that was credited to no wallet", it.ID)
}

// NotTheirs refuses something of another customer.
func NotTheirs() error {
	return refuse(TypeUnknown, app.Msg("What was shown to pay with belongs to another customer."))
}

// MayTopUp refuses another top-up for a customer who has not spent many.
func MayTopUp(r app.Reader, customerID int64) error {
	all, err := Paying(r, customerID)
	for i := range all {
		if len(all[i].Topups) >= maxTopups {
			return app.Field("customerId", "has %d top-ups that are not spent, and cannot have more", len(all[i].Topups))
		}
	}
	return err
}

// Ensure finds the wallet of a customer, that of money or that of the demo, or makes it.
func Ensure(tx app.Tx, customerID, currencyID int64, demo bool) (Wallet, error) {
	return openFor(tx, customerID, currencyID, demo, tx.Now())
}

// InMode is the wallet that has what one had, or what of it is of the demo: older stores had one
// for both.
func InMode(r app.Reader, id int64, demo bool) (w Wallet, found bool, err error) {
	w, err = byID(r, id)
	if err != nil || w.Demo == demo {
		return w, err == nil, err
	}
	return find(r, w.CustomerID, w.CurrencyID, demo)
}

// Current is the wallet that has what one had, after they were merged.
func Current(r app.Reader, id int64) (Wallet, error) { return byID(r, id) }
