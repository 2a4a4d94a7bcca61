package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/wallet"
)

// forfeited is what of the money of an order stays with it when it is changed: fees that
// protected it, or all of its fees.
func forfeited(items []order.Item, allFees bool) (n int64) {
	for i := range items {
		it := &items[i]
		switch {
		case !it.Holds():
		case allFees:
			n += it.KeptFees(true, true)
		case it.Type == catalog.RefundProtectFee || it.Type == catalog.ManualProtectFee:
			n += it.Price
		}
	}
	return n
}

// carried is what of the money of the order that is changed pays for this one: no more than
// it costs.
func (d *draft) carried() int64 { return min(d.order.Carried, d.totals().Total) }

// remainder is what is left of that money.
func (d *draft) remainder() int64 { return d.order.Carried - d.carried() }

// remainderToWallet tells whether that goes to the wallet of the customer.
func (d *draft) remainderToWallet() bool {
	return d.company.Changes.ToWallet && d.order.CustomerID != 0
}

// checkRemainder refuses to take the place of an order with less than was paid for it where
// that may not be, or where the rest of the money would be kept and nobody said that it may.
func (d *draft) checkRemainder() error {
	n := d.remainder()
	switch {
	case n == 0:
		return nil
	case !d.company.Changes.Reduced || d.order.Channel == catalog.BoxOffice:
		return app.Field("basketId", "is worth less than the %s that were paid", locale.Money{CurrencyID: d.order.CurrencyID, Minor: d.order.Carried})
	case !d.remainderToWallet() && !d.forfeit:
		return app.Field("acceptForfeit", "must be true: %s of what was paid would be kept", locale.Money{CurrencyID: d.order.CurrencyID, Minor: n})
	}
	return nil
}

// moved is what of the money of one transaction goes on with a change, and what goes to a
// wallet. The rest of it is kept.
type moved struct {
	of       *order.Transaction
	on, back int64
}

// origin is the transaction of a wallet that had paid it, 0: it was paid otherwise.
func (m *moved) origin() int64 {
	if m.of.WalletID != 0 {
		return m.of.ID
	}
	return m.of.Carries
}

// moveOut deals out what goes on, and what goes to a wallet, over the transactions that
// brought the money, in proportion to what is left of each.
func moveOut(noted []order.Transaction, on, back int64) []moved {
	var all []moved
	var left []int64
	for i := range noted {
		if n := order.LeftOf(&noted[i], noted); n > 0 {
			all, left = append(all, moved{of: &noted[i]}), append(left, n)
		}
	}
	for i, n := range money.Share(on, left) {
		all[i].on = n
		left[i] -= n
	}
	for i, n := range money.Share(back, left) {
		all[i].back = n
	}
	return all
}

// carry notes what was paid for the order that this one takes the place of: what wallets had
// paid by itself, as it goes back to them.
func (d *draft) carry() error {
	n := d.carried()
	if n == 0 {
		return nil
	}
	was, err := order.Orders.Get(d.tx, d.order.Modifies)
	if err != nil {
		return err
	}
	noted, err := order.Transactions.GetMany(d.tx, was.TransactionIDs)
	if err != nil {
		return err
	}
	from, amounts := carriedFrom(moveOut(noted, n, 0))
	t, left := d.totals(), d.rest()
	tax, fees := money.Share(t.Tax-left.Tax, amounts), money.Share(t.Fees-left.Fees, amounts)
	for i, amount := range amounts {
		if amount == 0 {
			continue
		}
		d.payments = append(d.payments, order.Transaction{
			Total: amount, Type: carriedAs(&d.order), Status: order.TransactionSuccess, UserID: d.caller.UserID, Tax: tax[i], Fees: fees[i], Carries: from[i],
		})
	}
	d.order.Totals.Paid += n
	d.paidBy(order.Method(carriedAs(&d.order)))
	return nil
}

// carriedAs is the type of the transactions that move money to an order.
func carriedAs(o *order.Order) string {
	if o.Rebooks {
		return order.Rebooked
	}
	return order.Carried
}

// carriedFrom says which transactions of wallets paid how much of what goes on, and 0 what
// was paid otherwise.
func carriedFrom(all []moved) (from, amounts []int64) {
	from, amounts = []int64{0}, []int64{0}
	for i := range all {
		if origin := all[i].origin(); origin != 0 {
			from, amounts = append(from, origin), append(amounts, all[i].on)
		} else {
			amounts[0] += all[i].on
		}
	}
	return from, amounts
}

// moveMoney notes on an order that gives way where its money goes, and on its units what of
// their prices went. What is kept is kept of the fees first.
func (d *draft) moveMoney(as string, on, back, customerID int64) error {
	kept := d.keptShares(d.order.Totals.Paid - on - back)
	for i, u := range d.units {
		before := u.Item
		u.Refunded = u.Price - kept[i]
		d.back = append(d.back, order.Back(&before, &u.Item))
	}
	d.order.Totals.Refunded += on + back
	noted, err := order.Transactions.GetMany(d.tx, d.order.TransactionIDs)
	if err != nil {
		return err
	}
	first := len(d.payments)
	for _, m := range moveOut(noted, on, back) {
		t := order.Transaction{Type: as, Status: order.TransactionSuccess, UserID: d.caller.UserID, Of: m.of.ID}
		if m.on > 0 {
			t.Total = -m.on
			d.payments = append(d.payments, t)
		}
		if m.back > 0 {
			t.Total, t.Type = -m.back, order.RefundWallet
			if t.WalletID, err = d.walletFor(&m, customerID); err != nil {
				return err
			}
			d.payments = append(d.payments, t)
		}
	}
	d.shareBack(d.payments[first:])
	return nil
}

// shareBack notes on transactions what of each goes back for which item.
func (d *draft) shareBack(all []order.Transaction) {
	amounts := make([]int64, len(all))
	for i := range all {
		amounts[i] = -all[i].Total
	}
	for i, shares := range order.DealBack(d.back, amounts) {
		all[i].Shared(shares)
	}
}

// keptShares deals out over the units what of their prices is kept.
func (d *draft) keptShares(n int64) []int64 {
	fees, rest, all := make([]int64, len(d.units)), make([]int64, len(d.units)), int64(0)
	for i, u := range d.units {
		fees[i] = u.KeptFees(true, true)
		rest[i] = u.Price - fees[i]
		all += fees[i]
	}
	first := min(n, all)
	kept := money.Share(first, fees)
	for i, more := range money.Share(n-first, rest) {
		kept[i] += more
	}
	return kept
}

// walletFor is the wallet that gets what is left of a transaction: the one that had paid it,
// else that of the customer, whom an order sold without one has only now.
func (d *draft) walletFor(m *moved, customerID int64) (int64, error) {
	origin := m.origin()
	if origin == 0 {
		w, err := wallet.Ensure(d.tx, customerID, d.order.CurrencyID, d.order.Demo)
		return w.ID, err
	}
	t, err := order.Transactions.Get(d.tx, origin)
	if err != nil {
		return 0, err
	}
	w, found, err := wallet.InMode(d.tx, t.WalletID, d.order.Demo)
	if err == nil && !found {
		w, err = wallet.Ensure(d.tx, customerID, d.order.CurrencyID, d.order.Demo)
	}
	return w.ID, err
}
