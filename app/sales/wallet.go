package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/quote"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// fromWallet finds the wallet that pays a part, and refuses what it does not pay.
func fromWallet(d *Draft, p *rules.Payment, parts []rules.Split) error {
	at := slices.IndexFunc(parts, rules.IsWallet)
	cur, _ := company.CurrencyByID(d.Order.CurrencyID)
	switch {
	case at < 0 && cur.IsCustom && len(parts) > 0 && parts[0].Amount > 0:
		return app.Field("paymentMethod", "must be %s: these are no money", string(order.EWalletOnline))
	case at < 0:
		return nil
	case slices.ContainsFunc(parts[at+1:], rules.IsWallet):
		return app.Field("paymentSplits", "has two parts from the wallet")
	case d.Order.CustomerID == 0:
		return app.Field("customerId", "is required")
	}
	if err := mayBeSpentOn(d); err != nil {
		return err
	}
	holder, err := holder(d, p)
	if err == nil && holder != d.Order.CustomerID {
		err = wallet.NotTheirs()
	}
	if err != nil {
		return err
	}
	d.payer, err = wallet.ToSpend(d.Tx, holder, d.Order.CurrencyID, parts[at].Amount)
	return err
}

// holder is whose wallet pays: that of a buyer who signed in, else that of whoever holds
// what was shown.
func holder(d *Draft, p *rules.Payment) (int64, error) {
	if d.Caller.Guest {
		return d.Caller.CustomerID, nil
	}
	return wallet.HolderOf(d.Tx, p.Medium)
}

// mayBeSpentOn refuses what is never bought from a wallet.
func mayBeSpentOn(d *Draft) error { return quote.MaySpendOn(d.Tx, d.Units.Items()) }

// CheckTopups refuses top-ups that nobody could be credited with.
func CheckTopups(d *Draft) error {
	if !slices.ContainsFunc(d.Units, func(u *rules.Unit) bool { return u.Type == catalog.CashlessTopup }) {
		return nil
	}
	if d.Order.CustomerID == 0 {
		return app.Field("customerId", "is required for top-ups")
	}
	return wallet.MayTopUp(d.Tx, d.Order.CustomerID)
}

// moveWallets moves what the command takes from wallets and adds to them. The order is
// booked; its transactions are stored.
func (d *Draft) moveWallets() error {
	for _, t := range slices.Concat(d.Payments, d.Returned) {
		if t.WalletID == 0 {
			continue
		}
		if err := moveWallet(d, &t); err != nil {
			return err
		}
	}
	d.Returned = nil
	if !d.Sold {
		return nil
	}
	return topUp(d)
}

// moveWallet takes what a transaction paid from its wallet, or gives it back.
func moveWallet(d *Draft, t *order.Transaction) error {
	m := wallet.Move{
		Type: wallet.PurchaseOnline, Amount: t.Total, Against: ledger.Clearing, Source: wallet.Source{Type: wallet.OrderSource, ID: d.Order.ID},
		OrderID: d.Order.ID, TransactionID: t.ID, UserID: t.UserID,
	}
	if t.Total > 0 {
		if err := order.Apart("paymentMethod", d.Order.Demo, d.payer.Demo); err != nil {
			return err
		}
		_, err := wallet.Debit(d.Tx, d.payer, m)
		return err
	}
	paid, before, err := spent(d, t)
	if err != nil {
		return err
	}
	m.Amount, m.Type, m.ItemIDs = -t.Total, wallet.RefundToBalance, d.Refunded
	if paid != nil {
		m.Type = wallet.PurchaseRefund
	}
	if d.givesWay {
		m.Type = wallet.OrderModification
	}
	return wallet.GiveBack(d.Tx, t.WalletID, m, paid, before)
}

// spent finds the transaction with which a wallet paid what goes back to it now, and how
// much of that went back before; nil for money that came from elsewhere.
func spent(d *Draft, back *order.Transaction) (paid *order.Transaction, before int64, err error) {
	if back.Of == 0 {
		return nil, 0, nil
	}
	t, err := order.Transactions.Get(d.Tx, back.Of)
	if err != nil || t.WalletID == 0 && t.Carries == 0 {
		return nil, 0, err
	}
	noted, err := order.Transactions.GetMany(d.Tx, d.Order.TransactionIDs)
	if err != nil {
		return nil, 0, err
	}
	before = t.Total - order.LeftOf(&t, noted) + back.Total // without what comes back now
	if t.Carries != 0 {
		t, err = order.Transactions.Get(d.Tx, t.Carries)
	}
	return &t, before, err
}

// topUp credits the purchaser with what the order's top-ups are.
func topUp(d *Draft) error {
	if !slices.ContainsFunc(d.Units, func(u *rules.Unit) bool { return u.Credit != nil }) {
		return nil
	}
	noted, err := order.Transactions.GetMany(d.Tx, d.Order.TransactionIDs)
	if err != nil {
		return err
	}
	allowed, err := wallet.SettingsOf(d.Tx)
	if err != nil {
		return err
	}
	typ := wallet.TopupOffline
	byHand, online := rules.PaidIn(noted)
	if online > 0 {
		typ = wallet.TopupOnline
	}
	// All of it is shared at once: of each unit by itself more than was paid in one way could come out.
	own, sum := rules.CashableOf(&d.Order, d.Units.Items())
	left := money.Share(sum, []int64{byHand, online})
	for i, u := range d.Units {
		if u.Credit == nil {
			continue
		}
		m := wallet.Move{
			Type: typ, Amount: u.Credit.Amount, Against: ledger.Topups, Source: wallet.Source{Type: wallet.OrderItemSource, ID: u.ID},
			OrderID: d.Order.ID, ItemIDs: []int64{u.ID}, UserID: d.Order.UserID,
		}
		if own[i] > 0 && byHand+online > 0 {
			parts := rules.Deal(own[i], left)
			for k, isOnline := range []bool{false, true} {
				m.Topups = append(m.Topups, wallet.Topup{OrderID: d.Order.ID, Left: parts[k], Online: isOnline, At: d.Now, ExpiresAt: allowed.Expiry(d.Wall)})
			}
		}
		if _, err := wallet.Credit(d.Tx, d.Order.CustomerID, u.Credit.CurrencyID, d.Order.Demo, m); err != nil {
			return err
		}
	}
	return nil
}
