package shop_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/company"
)

// TestWhatIsPrintedOtherwiseIsSaid: before a PDF is opened, the page of an order says which names read otherwise on it.
func TestWhatIsPrintedOtherwiseIsSaid(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.invoices(t, company.AskOptional)
	for name, printed := range map[string]string{"Tashi བཀྲ་ཤིས": "Tashi ?", "علي 小明 สมชาย": ""} {
		b := w.browser(t)
		b.fill(2)
		b.send(w.path("/checkout"), "email", "zoe@example.org", "name", name, "method", "card",
			"invoice-company", name+" GmbH", "invoice-line1", "Dock 1", "invoice-postcode", "20457", "invoice-city", "Hamburg", "invoice-country", "276")
		b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", "4242 4242 4242 4242")
		if printed == "" {
			is.True(!strings.Contains(b.page, "is printed as"))
			continue
		}
		b.says("“"+name+"” is printed as “"+printed+"”", "“"+name+" GmbH” is printed as “"+printed+" GmbH”")
		is.Equal(strings.Count(b.page, "“"+name+"” is printed as"), 2) // on the tickets, and on the invoice
	}
}
