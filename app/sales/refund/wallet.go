package refund

import (
	"slices"

	"marquee/app"
	"marquee/app/ledger"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// toWallets says which parts of a refund go to wallets: what a wallet had paid goes back to
// it, and all of it when the customer is refunded to the balance.
func toWallets(r app.Reader, o *order.Order, plan *rules.RefundPlan, noted []order.Transaction, in *rules.Refund) error {
	if in.Kind == rules.ToBalance {
		if err := mayRefundToBalance(r, o, in); err != nil {
			return err
		}
	}
	for i := range plan.Parts {
		p := &plan.Parts[i]
		from := noted[slices.IndexFunc(noted, func(t order.Transaction) bool { return t.ID == p.Of })]
		if from.Carries != 0 {
			var err error
			if from, err = order.Transactions.Get(r, from.Carries); err != nil {
				return err
			}
		}
		switch {
		case from.WalletID != 0:
			w, _, err := wallet.InMode(r, from.WalletID, o.Demo)
			if err != nil {
				return err
			}
			p.Balance, p.WalletID, p.Gateway = true, w.ID, ""
		case in.Kind == rules.ToBalance:
			p.Balance, p.Gateway = true, ""
		}
	}
	return nil
}

// openWallet gives the parts that go to the balance the wallet of the customer, which is
// made where there is none.
func openWallet(d *sales.Draft, plan *rules.RefundPlan) error {
	for i := range plan.Parts {
		p := &plan.Parts[i]
		if !p.Balance || p.WalletID != 0 {
			continue
		}
		w, err := wallet.Ensure(d.Tx, d.Order.CustomerID, d.Order.CurrencyID, d.Order.Demo)
		if err != nil {
			return err
		}
		p.WalletID = w.ID
	}
	return nil
}

// mayRefundToBalance refuses where there is no balance to refund to, or nothing was paid.
func mayRefundToBalance(r app.Reader, o *order.Order, in *rules.Refund) error {
	allowed, err := wallet.SettingsOf(r)
	switch {
	case err != nil:
		return err
	case allowed.NoRefunds && !in.Self:
		return app.Field("type", "is not available")
	case o.CustomerID == 0:
		return app.Field("type", "needs a customer, and the order has none")
	case o.Totals.Paid == 0:
		return app.Field("type", "is not possible: nothing was paid")
	case in.Credits:
		return nil
	}
	elsewhere, err := o.FromImport(r)
	if err == nil && elsewhere {
		err = app.Field("type", "is not possible: it was paid for in another system, and only those who may change accounts credit that")
	}
	return err
}

// planCredit says what of top-ups is taken back with them, from the wallet that they were
// credited to, whoever has the order now. A wallet that has less, because it was spent, refuses.
func planCredit(r app.Reader, o *order.Order, plan *rules.RefundPlan, items []order.Item, in *rules.Refund) error {
	if in.KeepCredit {
		return nil
	}
	needs, had := map[int64]int64{}, map[int64]wallet.Wallet{}
	for i := range plan.Items {
		part := &plan.Items[i]
		at := slices.IndexFunc(items, func(it order.Item) bool { return it.ID == part.ID })
		if c := items[at].Credit; c != nil && (part.Voids || part.Amount > 0) {
			part.Credit = c.Amount - c.Taken
			if !part.Voids && c.CurrencyID == o.CurrencyID {
				part.Credit = min(part.Credit, part.Amount) // it was voided before, and kept its credit
			}
			w, err := wallet.CreditedBy(r, &items[at])
			if err != nil {
				return err
			}
			had[w.ID] = w
			needs[w.ID] += part.Credit
		}
	}
	return rules.EachCount(needs, func(id, n int64) error {
		if has := had[id].Available; has < n {
			return app.Field(in.Named(), "has top-ups that were spent: the wallet has only %s of %s", locale.Money{CurrencyID: had[id].CurrencyID, Minor: has}, locale.Money{CurrencyID: had[id].CurrencyID, Minor: n})
		}
		return nil
	})
}

// takeCredit takes back what top-ups had credited. What was set aside for it while a
// gateway was asked is gone for good.
func takeCredit(d *sales.Draft, plan *rules.RefundPlan) error {
	if plan.Asks.KeepCredit {
		return keepCredit(d, plan)
	}
	if len(plan.Aside) > 0 {
		for _, id := range plan.Aside {
			if _, err := wallet.Confirm(d.Tx, id, plan.UserID); err != nil {
				return err
			}
		}
		return nil
	}
	return eachCredit(d, plan, func(w wallet.Wallet, m wallet.Move) error {
		moved, err := wallet.Debit(d.Tx, w, m)
		d.Taken = append(d.Taken, moved.ID)
		return err
	})
}

// keepCredit leaves what top-ups had credited, as credit that cannot be cashed out: it was
// refunded.
func keepCredit(d *sales.Draft, plan *rules.RefundPlan) error {
	for _, part := range plan.Items {
		it, err := order.Items.Get(d.Tx, part.ID)
		if err == nil && it.Credit != nil {
			err = wallet.Trim(d.Tx, &it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setAside sets what top-ups had credited aside, while a gateway is asked.
func setAside(d *sales.Draft, plan *rules.RefundPlan) error {
	return eachCredit(d, plan, func(w wallet.Wallet, m wallet.Move) error {
		moved, err := wallet.SetAside(d.Tx, w, m)
		plan.Aside, d.Taken = append(plan.Aside, moved.ID), append(d.Taken, moved.ID)
		return err
	})
}

// giveBackAside gives back what was set aside for a refund that a gateway refused.
func giveBackAside(tx app.Tx, plan *rules.RefundPlan) error {
	for _, id := range plan.Aside {
		if _, err := wallet.Cancel(tx, id, plan.UserID); err != nil {
			return err
		}
	}
	return nil
}

// eachCredit goes through what is to be taken back of top-ups, with the wallet that has it.
func eachCredit(d *sales.Draft, plan *rules.RefundPlan, do func(wallet.Wallet, wallet.Move) error) error {
	for _, part := range plan.Items {
		if part.Credit == 0 {
			continue
		}
		it, err := order.Items.Get(d.Tx, part.ID)
		if err != nil {
			return err
		}
		w, err := wallet.CreditedBy(d.Tx, &it)
		if err != nil {
			return err
		}
		m := wallet.Move{
			Type: wallet.TopupRefund, Amount: part.Credit, Against: ledger.Topups, Source: wallet.Source{Type: wallet.OrderItemSource, ID: it.ID},
			OrderID: it.OrderID, ItemIDs: []int64{it.ID}, UserID: plan.UserID, Of: it.OrderID,
		}
		if plan.Cashout {
			m.Type = wallet.CashoutOffline
			if plan.Online > 0 {
				m.Type = wallet.CashoutOnline
			}
			m.Only = w.PartsOf(it.OrderID, plan.Online > 0, part.Credit, d.Wall)
		}
		if err := do(w, m); err != nil {
			return err
		}
	}
	return nil
}
