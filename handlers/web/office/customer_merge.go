package office

import (
	"marquee/app"
	"marquee/app/customer"
	"marquee/app/office"
)

func (o *Office) mergeCustomers() *screen {
	return &screen{
		get: "GET /office/{alias}/customers/{id}/merge/{other}", post: "POST /office/{alias}/customers/{id}/merge/{other}",
		needs: app.EditCustomers, template: o.template("customer_merge.html"), show: showMerge,
		forms: map[string]then{"POST customers/merge": {say: "office.merged", to: toCustomer}},
	}
}

// showMerge shows two customers side by side, and what of the other is to be taken.
func showMerge(v *visit) error {
	if !v.holds(app.DeleteCustomers) {
		return app.Missing("page")
	}
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	other, err := office.ReadCustomer(v.r.Context(), v.app, v.caller, v.id("other"))
	if err != nil {
		return err
	}
	v.view.Title = v.view.T("office.merge")
	body := &customerForm{
		C: c, Other: &other, All: v.path("/customers"), At: v.path("/customers/%d", c.ID), Turned: v.path("/customers/%d/merge/%d", other.ID, c.ID),
		Parts: sideBySide(v, &c.Customer, &other.Customer), Mine: ordersBeside(v, c), Theirs: ordersBeside(v, &other),
	}
	v.body.It = body
	v.body.form("POST customers/merge").fill(map[string]any{"keepCustomerId": c.ID, "mergeCustomerId": other.ID})
	return nil
}

// sideBySide is what two customers have. Nothing is to be chosen where both have the same, or one
// has nothing: what is lacking is taken over anyway.
func sideBySide(v *visit, a, b *customer.Customer) (all []sidePart) {
	born := func(c *customer.Customer) string {
		if c.DOB == nil {
			return ""
		}
		return v.view.Lang.Date(*c.DOB)
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
		one := sidePart{Label: v.view.T(p.word), Mine: p.mine, Theirs: p.theirs}
		if p.mine != p.theirs && p.mine != "" && p.theirs != "" {
			one.Take = string(p.part)
		}
		if p.mine != "" || p.theirs != "" {
			all = append(all, one)
		}
	}
	return all
}

func ordersBeside(v *visit, c *office.Customer) []customerOrder {
	b := &customerBody{C: c, MayOrders: v.holds(app.ViewOrders)}
	tellBought(v, b)
	return b.Orders
}
