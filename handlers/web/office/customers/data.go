package customers

import (
	"encoding/json"
	"errors"
	"fmt"
	"marquee/handlers/web/office/screen"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/office"
	"marquee/handlers/rest"
	"marquee/handlers/web/words"
	"marquee/handlers/wire"
)

// customerForm is a page about one customer that has a form: to change, erase or merge them.
type customerForm struct {
	C       *office.Customer
	All, At string
	// Waits is why they cannot be erased without force; Tickets and Account are what they would lose.
	Waits, Tickets string
	Account        []string
	// Other is the one to be merged into C, Parts what they have side by side.
	Other  *office.Customer
	Parts  []sidePart
	Mine   []customerOrder
	Theirs []customerOrder
	Turned string
}

// sidePart is something of two customers side by side. Take is the value that takes that of the
// other, empty where nothing is to be chosen.
type sidePart struct{ Label, Mine, Theirs, Take string }

func editCustomerScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers/{id}/edit", Post: "POST /office/{alias}/customers/{id}/edit", Needs: app.EditCustomers,
		Template: o.Template(templates, "customer_edit.html"), Show: showEditCustomer,
		Forms: map[string]screen.Then{"POST customers/update": {Say: "office.saved", To: toCustomer, Undo: true}},
	}
}

func toCustomer(v *screen.Visit, _ any) string { return v.Path("/customers/%d", v.ID("id")) }

func showEditCustomer(v *screen.Visit) error {
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	v.Body.It = &customerForm{C: c, All: v.Path("/customers"), At: v.Path("/customers/%d", c.ID)}
	f := v.Body.Add("POST customers/update")
	f.Since = c.UpdatedAt
	code := ""
	if c.PhoneCode != nil {
		code = screen.Number(*c.PhoneCode)
	}
	f.Fill(map[string]any{
		"id": c.ID, "name": c.Name, "email": c.Email, "phoneCode": code, "phone": c.Phone, "locale": c.Locale, "addressLine1": c.Address.Line1,
		"addressLine2": c.Address.Line2, "postcode": c.Address.Postcode, "city": c.Address.City, "region": c.Address.Region,
	})
	return nil
}

func eraseCustomerScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers/{id}/erase", Post: "POST /office/{alias}/customers/{id}/erase", Needs: app.DeleteCustomers,
		Template: o.Template(templates, "customer_erase.html"), Show: showErase,
		Forms: map[string]screen.Then{"DELETE customer": {Say: "office.erased", To: func(v *screen.Visit, _ any) string { return v.Path("/customers") }}},
	}
}

// showErase shows what an erasure takes, before it does.
func showErase(v *screen.Visit) error {
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	body := &customerForm{C: c, All: v.Path("/customers"), At: v.Path("/customers/%d", c.ID), Waits: whyNot(v, c)}
	if c.Came != nil && c.Came.Tickets > 0 {
		body.Tickets = v.View.T("office.erase_tickets", "n", c.Came.Tickets)
	}
	for i := range c.Wallets {
		if w := &c.Wallets[i]; w.Available > 0 {
			body.Account = append(body.Account, accountOf(v, w).Amount)
		}
	}
	v.Body.It = body
	v.Body.Add("DELETE customer").Fill(map[string]any{"id": c.ID, "force": c.Waits != nil})
	return nil
}

// whyNot is why somebody cannot be erased yet, in words.
func whyNot(v *screen.Visit, c *office.Customer) string {
	var e *app.Error
	if !errors.As(c.Waits, &e) {
		return ""
	}
	for _, f := range e.Fields {
		return rest.Sentence(string(v.View.Lang), f.Message)
	}
	return rest.Translate(string(v.View.Lang), e.Message)
}

// customerFileScreen gives out what is kept about a customer.
func customerFileScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/customers/{id}/data", Needs: app.ViewCustomers, File: giveOut}
}

func giveOut(v *screen.Visit) error {
	if customer.MayGiveOut(v.Caller) != nil {
		return app.Missing("page")
	}
	if !v.Proven() {
		return nil
	}
	all, err := customer.GiveOut(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	form, err := wire.PersonForm(&all)
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(form, "", " ")
	if err != nil {
		return err
	}
	h := v.W.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="customer-%d.json"`, all.CustomerID))
	h.Set("Cache-Control", "no-store")
	_, _ = v.W.Write(content)
	return nil
}

// speaks is a language by its own name.
func speaks(v *screen.Visit, tag string) string {
	for _, l := range words.Languages {
		if l == locale.Of(tag) && tag != "" {
			return words.Text(l, "page.language")
		}
	}
	return tag
}
