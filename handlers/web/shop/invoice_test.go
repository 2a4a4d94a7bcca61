package shop_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/terms"
)

// invoices lets the shop sell on invoice, and ask whom invoices are for.
func (w *town) invoices(t *testing.T, ask company.AskBuyer) {
	t.Helper()
	is := is.New(t)
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{
		Billing: company.BillingChange{Name: app.Is("Isle Ltd"), Address: app.Is("1 Quay\n20457 Hamburg"), SalesTaxNumber: app.Is("DE123456789")},
		Invoicing: company.InvoicingChange{
			Issue: new(company.IssueAsked), Ask: &ask, CountryID: app.Is(int64(276)), Bank: company.BankChange{IBAN: app.Is("DE89370400440532013000")},
		},
	})
	is.NoErr(err)
	_, err = terms.Set(t.Context(), w.App, w.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{On: terms.Channels{Online: true}, Days: 14})})
	is.NoErr(err)
}

var invoiceFile = regexp.MustCompile(`href="(/orders/[^"]+/invoices/[^"]+\.(?:pdf|xml))"`)

// files are the invoices on the page.
func (b *browser) files() (all []string) {
	for _, m := range invoiceFile.FindAllStringSubmatch(b.page, -1) {
		all = append(all, m[1])
	}
	return all
}

// TestBuyingOnInvoice: whom the invoice is for is asked at the checkout, and the page of the
// order has the invoice, the account and the code to transfer the money.
func TestBuyingOnInvoice(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.invoices(t, company.AskOptional)
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	b.open(w.path("/checkout"))
	b.says("I need an invoice with an address", `name="invoice-company"`, `<option value="276" selected>Germany`)
	who := []string{"email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "invoice"}
	b.send(w.path("/checkout"), append(who, "invoice-company", "Werft GmbH", "invoice-country", "276", "invoice-vat", "<>")...)
	is.Equal(b.status, 422)
	b.says("4 answers need another look", `value="Werft GmbH"`, "Is required.", "Contains characters that are not allowed.")
	b.send(w.path("/checkout"), append(who, "do", "save", "invoice-company", "Werft GmbH")...)
	is.Equal(b.status, 204) // a field was left, and the form is not whole
	b.send(w.path("/checkout"), append(who, "invoice-company", "Werft GmbH", "invoice-line1", "Dock 1", "invoice-postcode", "20457", "invoice-city", "Hamburg", "invoice-country", "276", "invoice-vat", "DE987654321")...)
	is.True(strings.HasPrefix(b.at, "/orders/"))
	b.says("Bank details", "DE89 3704 0044 0532 0130 00", "Isle Ltd", "Scan it with your banking app", `<svg class="code"`, "Demo: not an invoice DEMO-")
	is.True(!strings.Contains(b.page, "The organiser sends the bank details"))
	page, files := b.at, b.files()
	is.Equal(len(files), 2)
	b.open(files[0])
	is.True(strings.HasPrefix(b.page, "%PDF-1.7"))
	b.open(files[1])
	is.True(strings.Contains(b.page, "<ram:Name>Werft GmbH</ram:Name>"))
	b.open(strings.TrimSuffix(files[1], ".xml"))
	is.Equal(b.status, 404)
	b.open(page + "/invoices/DEMO-2020-00001.pdf")
	is.Equal(b.status, 404)
	b.open("/orders/" + strings.Repeat("x", 30) + "/invoices/" + files[0][strings.LastIndex(files[0], "/")+1:])
	is.Equal(b.status, 404)
}

// TestAnInvoiceIsAskedForLater: on the page of an order that was paid by card, once.
func TestAnInvoiceIsAskedForLater(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.invoices(t, company.AskNothing)
	b := w.browser(t)
	b.fill(1)
	is.True(!strings.Contains(b.page, "invoice-company"))
	b.pay("4242 4242 4242 4242")
	page := b.at
	b.says("I need an invoice with an address", `action="`+page+`/invoice#invoice"`)
	is.Equal(len(b.files()), 0)
	b.send(page+"/invoice", "invoice-company", "Werft GmbH")
	is.Equal(b.status, 422)
	b.says(`value="Werft GmbH"`, "Is required.")
	b.send(page+"/invoice", "invoice-line1", "Dock 1", "invoice-postcode", "20457", "invoice-city", "Hamburg", "invoice-country", "276")
	is.Equal(len(b.files()), 2)
	is.True(!strings.Contains(b.page, "invoice-company"))
	is.True(!strings.Contains(b.page, "Bank details")) // it is paid
	b.send(page+"/invoice", "invoice-line1", "Dock 2", "invoice-postcode", "20457", "invoice-city", "Hamburg", "invoice-country", "276")
	is.Equal(b.status, 422)
	is.Equal(len(b.files()), 2)
}

// TestACompanyWantsToKnowWhomInvoicesAreFor: nobody buys without saying so.
func TestACompanyWantsToKnowWhomInvoicesAreFor(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.invoices(t, company.AskRequired)
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "invoice")
	is.Equal(b.status, 422)
	b.says("Whom the invoice is for", "3 answers need another look")
}
