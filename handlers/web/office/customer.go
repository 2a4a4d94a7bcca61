package office

import (
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/office"
	"marquee/app/wallet"
)

// customerBody is one customer.
type customerBody struct {
	C                            *office.Customer
	All, At                      string
	Initials, Since, Born        string
	Phone, Place, Speaks         string
	Edit, Erase, Data            string
	Bought                       []string
	BoughtText, CameText, Missed string
	Orders                       []customerOrder
	MayOrders                    bool
	Accounts                     []purse
	Groups                       []inGroup
	Join                         bool
	Alike                        []alike
	Waits                        string
}

type customerOrder struct {
	Code, Event, Units, When, To string
	Net                          []string
}

type purse struct{ Amount, About string }

type inGroup struct {
	ID                int64
	Name, Until, Rule string
	ByHand            bool
}

type alike struct{ Name, About, To string }

func (o *Office) customer() *screen {
	return &screen{
		get: "GET /office/{alias}/customers/{id}", post: "POST /office/{alias}/customers/{id}", needs: app.ViewCustomers,
		template: o.template("customer.html"), show: showCustomer,
		forms: map[string]then{
			"POST customer-groups/customers":        {say: "office.joined_group"},
			"POST customer-groups/customers/delete": {say: "office.left_group"},
		},
	}
}

// readCustomer reads the customer of an address.
func readCustomer(v *visit) (*office.Customer, error) {
	if !v.holds(app.ViewCustomers) {
		return nil, app.Missing("page")
	}
	c, err := office.ReadCustomer(v.r.Context(), v.app, v.caller, v.id("id"))
	if err != nil {
		return nil, err
	}
	v.view.Title = c.Name
	return &c, nil
}

// showCustomer shows what a customer bought, where they came, and what is known of them.
func showCustomer(v *visit) error {
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	at := v.path("/customers/%d", c.ID)
	body := &customerBody{
		C: c, All: v.path("/customers"), At: at, Initials: initials(&c.Customer), Phone: c.FullPhone(), Place: placeOfCustomer(v, &c.Customer),
		Since: v.view.T("office.customer_since", "day", dated(v, c.CreatedAt)), Speaks: speaks(v, c.Locale), MayOrders: v.holds(app.ViewOrders),
	}
	if c.DOB != nil {
		body.Born = v.view.Lang.Date(*c.DOB)
	}
	if v.body.May("POST customers/update") {
		body.Edit = at + "/edit"
	}
	if v.body.May("DELETE customer") {
		body.Erase, body.Waits = at+"/erase", whyNot(v, c)
	}
	if customer.MayGiveOut(v.caller) == nil {
		body.Data = at + "/data"
	}
	tellBought(v, body)
	tellGroups(v, body)
	for i := range c.Wallets {
		body.Accounts = append(body.Accounts, accountOf(v, &c.Wallets[i]))
	}
	for i := range c.Alike {
		body.Alike = append(body.Alike, alikeOf(v, c, &c.Alike[i]))
	}
	v.body.It = body
	return nil
}

// tellBought says what somebody bought, and where they came.
func tellBought(v *visit, b *customerBody) {
	if b.C.Bought == nil {
		return
	}
	b.Bought = v.amounts(b.C.Bought.Net)
	b.BoughtText = v.view.T("office.n_orders", "n", b.C.Bought.Orders)
	if came := b.C.Came; came.Of > 0 {
		b.CameText = v.view.T("office.came_of", "n", came.Times, "of", came.Of)
		if came.Missed != "" {
			b.Missed = v.view.T("office.missed", "event", came.Missed)
		}
	}
	for i := range b.C.Orders {
		o := &b.C.Orders[i]
		row := customerOrder{Code: groupedCode(o.Reference), Event: o.Event, Units: v.view.T("office.n_things", "n", o.Units), When: dated(v, o.Date())}
		row.Net = v.amounts(map[int64]int64{o.CurrencyID: o.Totals.Total})
		if b.MayOrders {
			row.To = v.path("/orders/%s", o.Reference)
		}
		b.Orders = append(b.Orders, row)
	}
}

// tellGroups says in which groups somebody is, and offers the others.
func tellGroups(v *visit, b *customerBody) {
	in := map[int64]bool{}
	for i := range b.C.Groups {
		g := &b.C.Groups[i]
		in[g.ID] = true
		one := inGroup{ID: g.ID, Name: g.Name, ByHand: g.Rule == nil}
		if g.Until != nil {
			one.Until = v.view.T("office.group_until", "day", dated(v, *g.Until))
		}
		b.Groups = append(b.Groups, one)
	}
	if b.C.Email == "" || !v.body.May("POST customer-groups/customers") {
		return
	}
	f := v.body.form("POST customer-groups/customers").fill(map[string]any{"customerGroupId": "", "customers.0.email": b.C.Email})
	for _, g := range slices.DeleteFunc(slices.Clone(b.C.ByHand), func(g customer.Group) bool { return in[g.ID] }) {
		f.lists["customerGroupId"] = append(f.lists["customerGroupId"], Option{Value: number(g.ID), Text: g.Name})
	}
	b.Join = len(f.lists["customerGroupId"]) > 0
	v.body.form("POST customer-groups/customers/delete").fill(map[string]any{"customerGroupId": "", "customers.0.email": b.C.Email})
}

func accountOf(v *visit, w *wallet.Wallet) purse {
	cur, _ := company.CurrencyByID(w.CurrencyID)
	a := purse{Amount: v.view.Amount(cur, w.Available)}
	switch {
	case w.Frozen != nil:
		a.About = v.view.T("office.account_frozen")
	case w.Pending > 0:
		a.About = v.view.T("office.account_pending", "amount", v.view.Amount(cur, w.Pending))
	}
	return a
}

func alikeOf(v *visit, c *office.Customer, other *customer.Alike) alike {
	a := alike{Name: other.Name, About: v.view.T("office.alike_" + string(other.Reasons[0]))}
	if other.Email != "" {
		a.About = other.Email + ", " + a.About
	}
	if v.body.May("POST customers/merge") && v.holds(app.DeleteCustomers) {
		a.To = v.path("/customers/%d/merge/%d", c.ID, other.ID)
	} else {
		a.To = v.path("/customers/%d", other.ID)
	}
	return a
}
