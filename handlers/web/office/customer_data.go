package office

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

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

func (o *Office) editCustomer() *screen {
	return &screen{
		get: "GET /office/{alias}/customers/{id}/edit", post: "POST /office/{alias}/customers/{id}/edit", needs: app.EditCustomers,
		template: o.template("customer_edit.html"), show: showEditCustomer,
		forms: map[string]then{"POST customers/update": {say: "office.saved", to: toCustomer, undo: true}},
	}
}

func toCustomer(v *visit, _ any) string { return v.path("/customers/%d", v.id("id")) }

func showEditCustomer(v *visit) error {
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	v.body.It = &customerForm{C: c, All: v.path("/customers"), At: v.path("/customers/%d", c.ID)}
	f := v.body.form("POST customers/update")
	f.since = c.UpdatedAt
	code := ""
	if c.PhoneCode != nil {
		code = number(*c.PhoneCode)
	}
	f.fill(map[string]any{
		"id": c.ID, "name": c.Name, "email": c.Email, "phoneCode": code, "phone": c.Phone, "locale": c.Locale, "addressLine1": c.Address.Line1,
		"addressLine2": c.Address.Line2, "postcode": c.Address.Postcode, "city": c.Address.City, "region": c.Address.Region,
	})
	return nil
}

func (o *Office) eraseCustomer() *screen {
	return &screen{
		get: "GET /office/{alias}/customers/{id}/erase", post: "POST /office/{alias}/customers/{id}/erase", needs: app.DeleteCustomers,
		template: o.template("customer_erase.html"), show: showErase,
		forms: map[string]then{"DELETE customer": {say: "office.erased", to: func(v *visit, _ any) string { return v.path("/customers") }}},
	}
}

// showErase shows what an erasure takes, before it does.
func showErase(v *visit) error {
	c, err := readCustomer(v)
	if err != nil {
		return err
	}
	body := &customerForm{C: c, All: v.path("/customers"), At: v.path("/customers/%d", c.ID), Waits: whyNot(v, c)}
	if c.Came != nil && c.Came.Tickets > 0 {
		body.Tickets = v.view.T("office.erase_tickets", "n", c.Came.Tickets)
	}
	for i := range c.Wallets {
		if w := &c.Wallets[i]; w.Available > 0 {
			body.Account = append(body.Account, accountOf(v, w).Amount)
		}
	}
	v.body.It = body
	v.body.form("DELETE customer").fill(map[string]any{"id": c.ID, "force": c.Waits != nil})
	return nil
}

// whyNot is why somebody cannot be erased yet, in words.
func whyNot(v *visit, c *office.Customer) string {
	var e *app.Error
	if !errors.As(c.Waits, &e) {
		return ""
	}
	for _, f := range e.Fields {
		return rest.Sentence(string(v.view.Lang), f.Message)
	}
	return rest.Translate(string(v.view.Lang), e.Message)
}

// downloadCustomer gives out what is kept about a customer.
func (o *Office) downloadCustomer(w http.ResponseWriter, r *http.Request) {
	c, ok := o.staff(w, r)
	if !ok {
		return
	}
	v, err := o.visiting(w, r, c)
	if err == nil && customer.MayGiveOut(v.caller) != nil {
		err = app.Missing("page")
	}
	if err == nil {
		err = giveOut(v)
	}
	if err != nil {
		o.site.Refuse(w, r, err)
	}
}

func giveOut(v *visit) error {
	all, err := customer.GiveOut(v.r.Context(), v.app, v.caller, v.id("id"))
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
	h := v.w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="customer-%d.json"`, all.CustomerID))
	h.Set("Cache-Control", "no-store")
	_, _ = v.w.Write(content)
	return nil
}

// speaks is a language by its own name.
func speaks(v *visit, tag string) string {
	for _, l := range words.Languages {
		if l == locale.Of(tag) && tag != "" {
			return words.Text(l, "page.language")
		}
	}
	return tag
}
