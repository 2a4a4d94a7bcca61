package shop

import (
	"bytes"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/app/letters"
	"marquee/app/paper"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// recipientView is the form in which a buyer says whom an invoice is for.
type recipientView struct {
	// Action is where it is sent by itself; empty: it is part of another form.
	Action string
	// Open shows the fields; Required: the company wants them.
	Open, Required bool
	Fields         []recipientField
	Countries      []countryView
	Problem        string
}

// recipientField is a field of one line. Where is its name in the refusals of the business.
type recipientField struct {
	Name, Where, Label, Value, Complete, Problem string
	Optional                                     bool
}

type countryView struct {
	ID   int64
	Name string
	On   bool
}

// prefix keeps the fields apart from those about the buyer.
const prefix = "invoice-"

// newRecipient is the form with what is known.
func newRecipient(v *page.View, to invoice.Buyer, seat int64) *recipientView {
	out := &recipientView{}
	for _, f := range []recipientField{
		{Name: "company", Where: "company", Label: "shop.invoice_company", Value: to.Company, Complete: "organization", Optional: true},
		{Name: "line1", Where: "addressLine1", Label: "shop.delivery_line1", Value: to.Line1, Complete: "address-line1"},
		{Name: "line2", Where: "addressLine2", Label: "shop.delivery_line2", Value: to.Line2, Complete: "address-line2", Optional: true},
		{Name: "postcode", Where: "postcode", Label: "shop.delivery_postcode", Value: to.Postcode, Complete: "postal-code"},
		{Name: "city", Where: "city", Label: "shop.delivery_city", Value: to.City, Complete: "address-level2"},
		{Name: "vat", Where: "vatNumber", Label: "shop.invoice_vat", Value: to.VATNumber, Complete: "off", Optional: true},
		{Name: "reference", Where: "reference", Label: "shop.invoice_your_reference", Value: to.Reference, Complete: "off", Optional: true},
	} {
		f.Name, f.Label = prefix+f.Name, v.T(f.Label)
		out.Fields = append(out.Fields, f)
	}
	on := to.CountryID
	if on == 0 {
		on = seat
	}
	for _, c := range company.Countries() {
		out.Countries = append(out.Countries, countryView{c.ID, c.NameIn(string(v.Lang)), c.ID == on})
	}
	return out
}

// recipientTyped is what was typed; false where nothing was.
func recipientTyped(form url.Values) (to invoice.Buyer, any bool) {
	text := func(name string) string { return typed(form, prefix+name) }
	to = invoice.Buyer{
		Company: text("company"), Line1: text("line1"), Line2: text("line2"), Postcode: text("postcode"), City: text("city"),
		VATNumber: text("vat"), Reference: text("reference"),
	}
	any = to != invoice.Buyer{}
	to.CountryID, _ = strconv.ParseInt(form.Get(prefix+"country"), 10, 64) // refused where it is none
	return to, any
}

// refuse notes beside each field what is wrong with it, and lists them.
func (r *recipientView) refuse(v *page.View, err error) (all []problem) {
	r.Open = true
	var e *app.Error
	if !errors.As(err, &e) {
		return nil
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		for _, wrong := range e.Fields {
			if wrong.Field == f.Where && f.Problem == "" {
				f.Problem = rest.Sentence(string(v.Lang), wrong.Message)
				all = append(all, problem{f.Label, f.Name})
			}
		}
	}
	if len(all) == 0 {
		r.Problem = say(v, err)
	}
	return all
}

// addRecipient offers to say whom the invoice is for, where the company asks that.
func addRecipient(v *visit, body *checkoutBody) error {
	i := &v.company.Invoicing
	if i.Issue == company.IssueNever || i.Ask == company.AskNothing || body.Free {
		return nil
	}
	to, named, err := invoice.RecipientOfBasket(v.r.Context(), v.app(), v.buyer, v.basket)
	if err != nil {
		return err
	}
	body.Invoice = newRecipient(v.view, to, i.CountryID)
	body.Invoice.Required = i.Ask == company.AskRequired
	body.Invoice.Open = named || body.Invoice.Required
	return nil
}

// takeRecipient keeps whom the invoice is for, and notes what is wrong with it.
func takeRecipient(v *visit, body *checkoutBody, form url.Values) error {
	if body.Invoice == nil {
		return nil
	}
	to, any := recipientTyped(form)
	to.Name = body.Name
	if !any && !body.Invoice.Required {
		return invoice.ForgetRecipient(v.r.Context(), v.app(), v.buyer, v.basket)
	}
	was := body.Invoice
	body.Invoice = newRecipient(v.view, to, v.company.Invoicing.CountryID)
	body.Invoice.Required, body.Invoice.Open = was.Required, true
	if form.Get("do") == "save" { // the form is not whole yet
		return nil
	}
	err := invoice.SetRecipient(v.r.Context(), v.app(), v.buyer, v.basket, &to)
	if err == nil || !told(err) {
		return err
	}
	body.Problems = append(body.Problems, body.Invoice.refuse(v.view, err)...)
	return nil
}

// invoiceView is a document on the page of an order.
type invoiceView struct {
	Title, Number, Date, Amount, PDF, XML string
	// Replaced are the names that are printed otherwise than they are written.
	Replaced []letters.Replaced
}

// namesOn are the names that a document shows.
func namesOn(d *invoice.View) []string {
	names := []string{d.Seller.Name, d.Buyer.Company, d.Buyer.Name, d.Buyer.Line1, d.Buyer.Line2, d.Buyer.City}
	for i := range d.Lines {
		names = append(names, d.Lines[i].Name, d.Lines[i].Event)
	}
	return names
}

// transferView is where to transfer money to.
type transferView struct {
	*invoice.Transfer
	Amount string
	Symbol template.HTML
}

// addInvoices shows the documents of an order, and where the money that it waits for goes.
func (b *orderBody) addInvoices(v *page.View, path string) {
	in := &b.Order.Invoices
	for i := range in.Documents {
		d := &in.Documents[i]
		file := path + "/invoices/" + d.Number()
		b.Documents = append(b.Documents, invoiceView{
			Title: d.Title(string(v.Lang)), Number: d.Number(), Date: v.Lang.Date(d.Day), Amount: v.Amount(b.Currency, d.Gross()), PDF: file + ".pdf", XML: file + ".xml",
			Replaced: letters.ReplacedIn(namesOn(d)...),
		})
	}
	if in.MayAsk {
		b.Recipient = newRecipient(v, in.To, b.Company.Invoicing.CountryID)
		b.Recipient.Action = path + "/invoice"
	}
	if t := in.Transfer; t != nil {
		b.Transfer = &transferView{Transfer: t, Amount: v.Amount(b.Currency, t.Amount)}
		if symbol, err := paper.NewPrinter().Symbol(paper.QR, t.Code); t.Code != "" && err == nil {
			b.Transfer.Symbol = page.Symbol(symbol)
		}
	}
}

// askInvoice writes the invoice of an order for whom its buyer named.
func askInvoice(s *Shop, w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	to, _ := recipientTyped(form)
	err = invoice.IssueAsBuyer(r.Context(), s.site.App, r.PathValue("token"), &to)
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+r.PathValue("token")+"#invoices")
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) {
			if b.Recipient == nil {
				b.Note = &note{"bad", "alert", "", say(v, err)}
				return
			}
			action := b.Recipient.Action
			b.Recipient = newRecipient(v, to, b.Company.Invoicing.CountryID)
			b.Recipient.Action = action
			if wrong := b.Recipient.refuse(v, err); len(wrong) > 0 {
				b.Recipient.Problem = v.T("shop.look_again", "n", len(wrong))
			}
			v.Refused = err
		})
	default:
		s.site.Refuse(w, r, err)
	}
}

// showInvoice answers with a document of an order, for whoever has the link to its page.
func showInvoice(s *Shop, w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	number, kind := strings.TrimSuffix(name, ".pdf"), "application/pdf"
	if number == name {
		number, kind = strings.TrimSuffix(name, ".xml"), "application/xml"
	}
	v, err := invoice.ReadAsBuyer(r.Context(), s.site.App, r.PathValue("token"), number)
	if err == nil && number == name {
		err = app.Missing("invoice")
	}
	var out bytes.Buffer
	switch {
	case err != nil:
	case kind == "application/pdf":
		_, err = s.printer.WriteInvoice(r.Context(), &out, v.Paper())
	default:
		out.Write(v.XML())
	}
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	rest.Put(w, out.Bytes())
}
