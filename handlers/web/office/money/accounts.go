package money

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/wallet"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
)

// accountListed is an account with whose it is.
type accountListed struct {
	wallet.Wallet
	owner customer.Customer
}

// accountsBody is the list of accounts below the tabs.
type accountsBody struct {
	Tabs []screen.Tab
	List *records.Body
}

func accountsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/accounts", Needs: app.ViewWallets, Template: o.Template(templates, "accounts.html"),
		Show: func(v *screen.Visit) error {
			v.View.Title = v.View.T("office.money_accounts")
			all, err := accountList.Show(v, v.Path("/money/accounts"))
			v.Body.It = &accountsBody{Tabs: tabs(v), List: all}
			return err
		},
	}
}

func accountsFileScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/accounts/file", Needs: app.ViewWallets,
		File: func(v *screen.Visit) error { return accountList.Send(v, v.Path("/money/accounts")) },
	}
}

// accountList is the list of accounts of customers.
var accountList = records.New(records.List[accountListed, wallet.Filter]{
	Name: "accounts", Needs: app.ViewWallets,
	Views: []records.View{
		{Key: "all"},
		{Key: "full", Set: map[string][]string{"hasPositiveBalance": {"true"}}},
		{Key: "payout", Set: map[string][]string{"hasPendingPayout": {"true"}}, Count: true},
		{Key: "pending", Set: map[string][]string{"hasPendingBalance": {"true"}}, Count: true},
	},
	Columns: []records.Column[accountListed]{
		{
			Word: "office.customer", Class: "first",
			Cell: func(v *screen.Visit, a *accountListed) records.Cell {
				return records.Cell{Text: ownerName(v, a), Sub: a.owner.Email, Strong: true}
			},
			Values: []records.Value[accountListed]{
				{Word: "office.customer", Of: func(_ *screen.Visit, a *accountListed) any { return a.owner.Name }},
				{Word: "office.email", Of: func(_ *screen.Visit, a *accountListed) any { return a.owner.Email }},
			},
		},
		{
			Word: "office.when", Class: "when",
			Cell: func(v *screen.Visit, a *accountListed) records.Cell {
				return records.Cell{Text: moment(v, a.UpdatedAt)}
			},
			Values: []records.Value[accountListed]{{Word: "office.when", Moments: true, Of: func(_ *screen.Visit, a *accountListed) any { return a.UpdatedAt }}},
		},
		{
			Word: "office.state", Class: "is",
			Cell: func(v *screen.Visit, a *accountListed) records.Cell {
				c := accountChip(v, &a.Wallet)
				return records.Cell{Chip: &c}
			},
			Values: []records.Value[accountListed]{{Word: "office.state", Of: func(v *screen.Visit, a *accountListed) any { return accountChip(v, &a.Wallet).Text }}},
		},
		{
			Word: "office.amount", Class: "n amount",
			Cell: func(v *screen.Visit, a *accountListed) records.Cell {
				return records.Cell{Text: accountMoney(v, &a.Wallet, a.Available), Strong: true}
			},
			Values: []records.Value[accountListed]{
				{Word: "office.account_available", Of: func(_ *screen.Visit, a *accountListed) any { return plainAmount(a.CurrencyID, a.Available) }},
				{Word: "office.account_waits", Of: func(_ *screen.Visit, a *accountListed) any { return plainAmount(a.CurrencyID, a.Pending) }},
				{Word: "office.account_aside", Of: func(_ *screen.Visit, a *accountListed) any { return plainAmount(a.CurrencyID, a.Reserved) }},
				{Word: "office.currency", Of: func(_ *screen.Visit, a *accountListed) any {
					cur, _ := company.CurrencyByID(a.CurrencyID)
					return cur.Code
				}},
			},
		},
	},
	Read: readAccounts,
	Row: func(v *screen.Visit, a *accountListed) records.Row {
		return records.Row{ID: screen.Number(a.Wallet.ID), Name: ownerName(v, a), Minor: a.Available, Currency: a.CurrencyID, To: v.Path("/money/accounts/%d", a.Wallet.ID)}
	},
})

func readAccounts(v *screen.Visit, f wallet.Filter, q list.Request) (out records.Page[accountListed], err error) {
	f.Request = q
	page, err := wallet.List(v.R.Context(), v.App, v.Caller, f)
	if err != nil {
		return out, err
	}
	owners, err := ownersOf(v, page.Rows)
	out.Info = page.Info
	for _, w := range page.Rows {
		out.Rows = append(out.Rows, accountListed{w, owners[w.CustomerID]})
	}
	return out, err
}

// ownersOf are whose accounts these are, for those who may know it.
func ownersOf(v *screen.Visit, all []wallet.Wallet) (map[int64]customer.Customer, error) {
	if !v.Holds(app.ViewCustomers) {
		return nil, nil
	}
	ids := make([]int64, len(all))
	for i := range all {
		ids[i] = all[i].CustomerID
	}
	return wallet.Customers(v.R.Context(), v.App, v.Caller, list.Sorted(ids))
}

func ownerName(v *screen.Visit, a *accountListed) string {
	if a.owner.Name != "" {
		return a.owner.Name
	}
	return v.View.T("office.account_number", "id", a.Wallet.ID)
}

// accountMoney is an amount in the currency of an account.
func accountMoney(v *screen.Visit, w *wallet.Wallet, minor int64) string {
	cur, _ := company.CurrencyByID(w.CurrencyID)
	return v.View.Amount(cur, minor)
}

// accountChip says how an account stands.
func accountChip(v *screen.Visit, w *wallet.Wallet) screen.Chip {
	switch {
	case w.Frozen != nil:
		return screen.Chip{Text: v.View.T("office.account_frozen"), Tone: "bad"}
	case w.Reserved > 0:
		return screen.Chip{Text: v.View.T("office.account_reserved", "amount", accountMoney(v, w, w.Reserved)), Tone: "warn"}
	case w.Pending > 0:
		return screen.Chip{Text: v.View.T("office.account_pending", "amount", accountMoney(v, w, w.Pending)), Tone: "info"}
	}
	return screen.Chip{Text: v.View.T("office.account_fine"), Tone: "ok"}
}
