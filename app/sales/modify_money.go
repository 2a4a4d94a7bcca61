package sales

import (
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// carry notes what was paid for the order that this one takes the place of: what wallets had
// paid by itself, as it goes back to them.
func carry(d *Draft) error {
	if d.Carried() == 0 {
		return nil
	}
	was, err := order.Orders.Get(d.Tx, d.Order.Modifies)
	if err != nil {
		return err
	}
	noted, err := order.Transactions.GetMany(d.Tx, was.TransactionIDs)
	if err != nil {
		return err
	}
	d.Payments = append(d.Payments, rules.Carry(&d.Basket, noted)...)
	return nil
}

// moveMoney notes on an order that gives way where its money goes, and on its units what of
// their prices went. What is kept is kept of the fees first.
func moveMoney(d *Draft, as string, on, back, customerID int64) error {
	kept := d.Units.KeptShares(d.Order.Totals.Paid - on - back)
	for i, u := range d.Units {
		before := u.Item
		u.Refunded = u.Price - kept[i]
		d.Back = append(d.Back, order.Back(&before, &u.Item))
	}
	d.Order.Totals.Refunded += on + back
	noted, err := order.Transactions.GetMany(d.Tx, d.Order.TransactionIDs)
	if err != nil {
		return err
	}
	first := len(d.Payments)
	for _, m := range rules.MoveOut(noted, on, back) {
		t := order.Transaction{Type: as, Status: order.TransactionSuccess, UserID: d.Caller.UserID, Of: m.Of.ID}
		if m.On > 0 {
			t.Total = -m.On
			d.Payments = append(d.Payments, t)
		}
		if m.Back > 0 {
			t.Total, t.Type = -m.Back, order.RefundWallet
			if t.WalletID, err = walletFor(d, &m, customerID); err != nil {
				return err
			}
			d.Payments = append(d.Payments, t)
		}
	}
	shareBack(d, d.Payments[first:])
	return nil
}

// shareBack notes on transactions what of each goes back for which item.
func shareBack(d *Draft, all []order.Transaction) {
	amounts := make([]int64, len(all))
	for i := range all {
		amounts[i] = -all[i].Total
	}
	for i, shares := range order.DealBack(d.Back, amounts) {
		all[i].Shared(shares)
	}
}

// walletFor is the wallet that gets what is left of a transaction: the one that had paid it,
// else that of the customer, whom an order sold without one has only now.
func walletFor(d *Draft, m *rules.Moved, customerID int64) (int64, error) {
	origin := m.Origin()
	if origin == 0 {
		w, err := wallet.Ensure(d.Tx, customerID, d.Order.CurrencyID, d.Order.Demo)
		return w.ID, err
	}
	t, err := order.Transactions.Get(d.Tx, origin)
	if err != nil {
		return 0, err
	}
	w, found, err := wallet.InMode(d.Tx, t.WalletID, d.Order.Demo)
	if err == nil && !found {
		w, err = wallet.Ensure(d.Tx, customerID, d.Order.CurrencyID, d.Order.Demo)
	}
	return w.ID, err
}
