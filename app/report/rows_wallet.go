package report

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/wallet"
)

// walletRows is every wallet that pays in the mode of the company.
var walletRows = records[wallet.Wallet]{
	list: &list.List[wallet.Wallet, Filter]{
		Needs: app.ViewWallets, Name: "report-wallets", Max: exportPage, Table: wallet.Table(),
		Plan: func(r app.Reader, f *Filter) (list.Plan[wallet.Wallet], error) {
			return wallet.Plan(r, &wallet.Filter{CurrencyID: valueOf(f.CurrencyID)})
		},
	},
	first: 8,
	knows: []string{"currency_id"},
	load: func(n *near, rows []wallet.Wallet) error {
		var people []int64
		for i := range rows {
			people = append(people, rows[i].CustomerID)
		}
		return n.loadPeople(people)
	},
	cols: []col[wallet.Wallet]{
		{labelled("wallet_id", Integer), func(_ *near, w *wallet.Wallet) any { return w.ID }},
		{labelled("customer", Text), func(n *near, w *wallet.Wallet) any { return n.personName(w.CustomerID) }},
		{labelled("customer_email", Text), func(n *near, w *wallet.Wallet) any { return n.personEmail(w.CustomerID) }},
		{labelled("currency_code", Text), func(n *near, w *wallet.Wallet) any { return n.currencyCode(w.CurrencyID) }},
		{labelled("amount", Cash), func(_ *near, w *wallet.Wallet) any { return Amount{w.Available, w.CurrencyID} }},
		{labelled("pending", Cash), func(_ *near, w *wallet.Wallet) any { return Amount{w.Pending, w.CurrencyID} }},
		{labelled("reserved", Cash), func(_ *near, w *wallet.Wallet) any { return Amount{w.Reserved, w.CurrencyID} }},
		{labelled("created_at", Moment), func(_ *near, w *wallet.Wallet) any { return w.CreatedAt }},

		{labelled("customer_id", Integer), func(_ *near, w *wallet.Wallet) any { return w.CustomerID }},
		{labelled("frozen", YesNo), func(_ *near, w *wallet.Wallet) any { return w.Frozen != nil }},
	},
}

// movementRows is what went into and out of wallets.
var movementRows = records[wallet.Movement]{
	list: &list.List[wallet.Movement, Filter]{
		Needs: app.ViewWallets, Name: "report-wallet-transactions", Max: exportPage, Table: wallet.MovementTable(),
		Plan: func(r app.Reader, f *Filter) (list.Plan[wallet.Movement], error) {
			plan, err := wallet.PlanMovements(r, &wallet.MovementFilter{})
			if err != nil {
				return plan, err
			}
			settings, err := company.SettingsOf(r)
			if err != nil || f.anyMode(settings.Demo) {
				return plan, err
			}
			return narrowed(plan, func(m *wallet.Movement) (bool, error) { return f.fitsMode(m.Demo, settings.Demo), nil }), nil
		},
	},
	first: 10,
	load:  loadMovements,
	cols: []col[wallet.Movement]{
		{labelled("wallet_transaction_id", Integer), func(_ *near, m *wallet.Movement) any { return m.ID }},
		{labelled("wallet_id", Integer), func(_ *near, m *wallet.Movement) any { return m.WalletID }},
		{labelled("customer", Text), ofWallet(func(n *near, w *wallet.Wallet, _ *wallet.Movement) any { return n.personName(w.CustomerID) })},
		{labelled("currency_code", Text), ofWallet(func(n *near, w *wallet.Wallet, _ *wallet.Movement) any { return n.currencyCode(w.CurrencyID) })},
		{labelled("amount", Cash), ofWallet(func(_ *near, w *wallet.Wallet, m *wallet.Movement) any { return Amount{m.Amount, w.CurrencyID} })},
		{labelled("balance_before", Cash), ofWallet(func(_ *near, w *wallet.Wallet, m *wallet.Movement) any { return Amount{m.Old, w.CurrencyID} })},
		{labelled("balance_after", Cash), ofWallet(func(_ *near, w *wallet.Wallet, m *wallet.Movement) any { return Amount{m.New, w.CurrencyID} })},
		{labelled("type", Text), func(_ *near, m *wallet.Movement) any { return m.Type.Slug() }},
		{labelled("status", Text), func(_ *near, m *wallet.Movement) any { return movementStatus(m) }},
		{labelled("created_at", Moment), func(_ *near, m *wallet.Movement) any { return m.CreatedAt }},

		{labelled("order_id", Integer), func(_ *near, m *wallet.Movement) any { return idOrNil(m.OrderID) }},
		{labelled("made_by", Text), func(n *near, m *wallet.Movement) any { return n.userName(m.UserID) }},
		{labelled("reason", Text), func(_ *near, m *wallet.Movement) any { return textOrNil(m.Reason) }},
	},
}

func movementStatus(m *wallet.Movement) string {
	switch {
	case m.CancelledAt != nil:
		return "cancelled"
	case m.Waits():
		return "pending"
	}
	return "confirmed"
}

func loadMovements(n *near, rows []wallet.Movement) error {
	var ids, people []int64
	for i := range rows {
		ids = append(ids, rows[i].WalletID)
	}
	if err := n.wallets.load(n.r, wallet.Table(), ids); err != nil {
		return err
	}
	for i := range n.wallets.recs {
		people = append(people, n.wallets.recs[i].CustomerID)
	}
	return n.loadPeople(people)
}

func ofWallet(value func(*near, *wallet.Wallet, *wallet.Movement) any) func(*near, *wallet.Movement) any {
	return func(n *near, m *wallet.Movement) any {
		if w := n.wallets.of(m.WalletID); w != nil {
			return value(n, w, m)
		}
		return nil
	}
}

// valueOf is 0 where there is none.
func valueOf(p *int64) int64 {
	if p == nil {
		return 0
	}
	return *p
}
