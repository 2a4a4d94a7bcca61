package customers

import (
	"marquee/app"
	"marquee/app/customer"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

func mergeCustomersScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers/{id}/merge/{other}", Post: "POST /office/{alias}/customers/{id}/merge/{other}",
		Needs: app.EditCustomers, Template: o.Template(templates, "customer_merge.html"), Show: showMerge,
		Forms: map[string]screen.Then{"POST customers/merge": {Say: "office.merged", To: toCustomer}},
	}
}

// showMerge shows two customers side by side, and what of the other is to be taken.
func showMerge(v *screen.Visit) error {
	if !v.Holds(app.DeleteCustomers) {
		return app.Missing("page")
	}
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	other, err := office.ReadCustomer(v.R.Context(), v.App, v.Caller, v.ID("other"))
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.merge")
	body := &customerForm{
		C: c, Other: &other, All: v.Path("/customers"), At: v.Path("/customers/%d", c.ID), Turned: v.Path("/customers/%d/merge/%d", other.ID, c.ID),
		Parts: sideBySide(v, &c.Customer, &other.Customer), Mine: ordersBeside(v, c), Theirs: ordersBeside(v, &other),
	}
	v.Body.It = body
	v.Body.Add("POST customers/merge").Fill(map[string]any{"keepCustomerId": c.ID, "mergeCustomerId": other.ID})
	return nil
}

// sideBySide is what two customers have. Nothing is to be chosen where both have the same, or one
// has nothing: what is lacking is taken over anyway.
func sideBySide(v *screen.Visit, a, b *customer.Customer) (all []sidePart) {
	born := func(c *customer.Customer) string {
		if c.DOB == nil {
			return ""
		}
		return v.View.Lang.Date(*c.DOB)
	}
	lives := func(c *customer.Customer) string {
		if c.Address.Line1 == "" {
			return placeOfCustomer(v, c)
		}
		return c.Address.Line1 + ", " + placeOfCustomer(v, c)
	}
	for _, p := range []struct {
		word         string
		mine, theirs string
		part         customer.Part
	}{
		{"office.f.name", a.Name, b.Name, customer.NamePart},
		{"office.f.email", a.Email, b.Email, ""},
		{"office.f.phone", a.FullPhone(), b.FullPhone(), customer.PhonePart},
		{"office.f.address", lives(a), lives(b), customer.AddressPart},
		{"office.f.locale", speaks(v, a.Locale), speaks(v, b.Locale), customer.LocalePart},
		{"office.f.dob", born(a), born(b), customer.DOBPart},
	} {
		one := sidePart{Label: v.View.T(p.word), Mine: p.mine, Theirs: p.theirs}
		if p.mine != p.theirs && p.mine != "" && p.theirs != "" {
			one.Take = string(p.part)
		}
		if p.mine != "" || p.theirs != "" {
			all = append(all, one)
		}
	}
	return all
}

func ordersBeside(v *screen.Visit, c *office.Customer) []customerOrder {
	b := &customerBody{C: c, MayOrders: v.Holds(app.ViewOrders)}
	tellBought(v, b)
	return b.Orders
}
