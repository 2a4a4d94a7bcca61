package customers

import (
	"marquee/handlers/web/office/screen"
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

func customerScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers/{id}", Post: "POST /office/{alias}/customers/{id}", Needs: app.ViewCustomers,
		Template: o.Template(templates, "customer.html"), Show: showCustomer,
		Forms: map[string]screen.Then{
			"POST customer-groups/customers":        {Say: "office.joined_group"},
			"POST customer-groups/customers/delete": {Say: "office.left_group"},
		},
	}
}

// readCustomer reads the customer of an address.
func readCustomer(v *screen.Visit) (*office.Customer, error) {
	if !v.Holds(app.ViewCustomers) {
		return nil, app.Missing("page")
	}
	c, err := office.ReadCustomer(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return nil, err
	}
	v.View.Title = c.Name
	return &c, nil
}

// showCustomer shows what a customer bought, where they came, and what is known of them.
func showCustomer(v *screen.Visit) error {
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	at := v.Path("/customers/%d", c.ID)
	body := &customerBody{
		C: c, All: v.Path("/customers"), At: at, Initials: screen.Initials(&c.Customer), Phone: c.FullPhone(), Place: placeOfCustomer(v, &c.Customer),
		Since: v.View.T("office.customer_since", "day", dated(v, c.CreatedAt)), Speaks: speaks(v, c.Locale), MayOrders: v.Holds(app.ViewOrders),
	}
	if c.DOB != nil {
		body.Born = v.View.Lang.Date(*c.DOB)
	}
	if v.Body.May("POST customers/update") {
		body.Edit = at + "/edit"
	}
	if v.Body.May("DELETE customer") {
		body.Erase, body.Waits = at+"/erase", whyNot(v, c)
	}
	if customer.MayGiveOut(v.Caller) == nil {
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
	v.Body.It = body
	return nil
}

// tellBought says what somebody bought, and where they came.
func tellBought(v *screen.Visit, b *customerBody) {
	if b.C.Bought == nil {
		return
	}
	b.Bought = v.Amounts(b.C.Bought.Net)
	b.BoughtText = v.View.T("office.n_orders", "n", b.C.Bought.Orders)
	if came := b.C.Came; came.Of > 0 {
		b.CameText = v.View.T("office.came_of", "n", came.Times, "of", came.Of)
		if came.Missed != "" {
			b.Missed = v.View.T("office.missed", "event", came.Missed)
		}
	}
	for i := range b.C.Orders {
		o := &b.C.Orders[i]
		row := customerOrder{Code: screen.GroupedCode(o.Reference), Event: o.Event, Units: v.View.T("office.n_things", "n", o.Units), When: dated(v, o.Date())}
		row.Net = v.Amounts(map[int64]int64{o.CurrencyID: o.Totals.Total})
		if b.MayOrders {
			row.To = v.Path("/orders/%s", o.Reference)
		}
		b.Orders = append(b.Orders, row)
	}
}

// tellGroups says in which groups somebody is, and offers the others.
func tellGroups(v *screen.Visit, b *customerBody) {
	in := map[int64]bool{}
	for i := range b.C.Groups {
		g := &b.C.Groups[i]
		in[g.ID] = true
		one := inGroup{ID: g.ID, Name: g.Name, ByHand: g.Rule == nil}
		if g.Until != nil {
			one.Until = v.View.T("office.group_until", "day", dated(v, *g.Until))
		}
		b.Groups = append(b.Groups, one)
	}
	if b.C.Email == "" || !v.Body.May("POST customer-groups/customers") {
		return
	}
	f := v.Body.Add("POST customer-groups/customers").Fill(map[string]any{"customerGroupId": "", "customers.0.email": b.C.Email})
	for _, g := range slices.DeleteFunc(slices.Clone(b.C.ByHand), func(g customer.Group) bool { return in[g.ID] }) {
		f.Lists["customerGroupId"] = append(f.Lists["customerGroupId"], screen.Option{Value: screen.Number(g.ID), Text: g.Name})
	}
	b.Join = len(f.Lists["customerGroupId"]) > 0
	v.Body.Add("POST customer-groups/customers/delete").Fill(map[string]any{"customerGroupId": "", "customers.0.email": b.C.Email})
}

func accountOf(v *screen.Visit, w *wallet.Wallet) purse {
	cur, _ := company.CurrencyByID(w.CurrencyID)
	a := purse{Amount: v.View.Amount(cur, w.Available)}
	switch {
	case w.Frozen != nil:
		a.About = v.View.T("office.account_frozen")
	case w.Pending > 0:
		a.About = v.View.T("office.account_pending", "amount", v.View.Amount(cur, w.Pending))
	}
	return a
}

func alikeOf(v *screen.Visit, c *office.Customer, other *customer.Alike) alike {
	a := alike{Name: other.Name, About: v.View.T("office.alike_" + string(other.Reasons[0]))}
	if other.Email != "" {
		a.About = other.Email + ", " + a.About
	}
	if v.Body.May("POST customers/merge") && v.Holds(app.DeleteCustomers) {
		a.To = v.Path("/customers/%d/merge/%d", c.ID, other.ID)
	} else {
		a.To = v.Path("/customers/%d", other.ID)
	}
	return a
}
