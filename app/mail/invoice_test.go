package mail_test

import (
	"bytes"
	"image"
	_ "image/png" // the code is one
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/invoice"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// TestInvoicesAreMailed: with the mail that says what an order waits for, with its confirmation,
// their corrections with what was given back, and again when somebody asks.
func TestInvoicesAreMailed(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.invoices()
	b := d.basket(ada, d.ticket)
	_, err := sales.PayLater(t.Context(), d.App, d.A.Owner, sales.Later{Basket: order.Key{ID: b.Order.ID}, Channel: catalog.APIChannel, Way: sales.ByInvoice})
	is.NoErr(err)
	d.jobs()
	l := d.carrier.last()
	has(t, l.Text, "Account holder: Songs Ltd", "IBAN: DE89 3704 0044 0532 0130 00")
	is.Equal(len(l.Attachments), 2)
	is.True(bytes.HasPrefix(l.Attachments[0].Data, []byte("%PDF-1.7")))
	is.Equal(l.Attachments[1].Name, "transfer-"+b.Order.Reference+".png")
	is.Equal(scanned(t, l.Attachments[1].Data), "BCD\n002\n1\nSCT\n\nSongs Ltd\nDE89370400440532013000\nEUR40.00\n\n\n"+b.Order.Reference)
	first := l.Attachments[0].Name

	is.NoErr(mail.SendInvoice(t.Context(), d.App, d.A.Owner, invoice.Which{Number: first[:len(first)-len(".pdf")]}))
	d.jobs()
	is.Equal(d.carrier.last().Subject, "Your invoice "+first[:len(first)-len(".pdf")])
	is.Equal(len(d.carrier.last().Attachments), 2)

	_, err = sales.CompleteOrder(t.Context(), d.App, d.A.Owner, sales.Completion{Basket: order.Key{ID: b.Order.ID}, Channel: catalog.APIChannel})
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.last().Attachments[0].Name, first) // with the tickets, and without the code
	is.Equal(len(d.carrier.last().Attachments), 1)

	_, err = refund.Orders(t.Context(), d.App, d.A.Owner, rules.Refund{Order: order.Key{ID: b.Order.ID}})
	is.NoErr(err)
	d.jobs()
	is.Equal(len(d.carrier.last().Attachments), 1)
	is.True(d.carrier.last().Attachments[0].Name != first)
}

// invoices lets the desk sell on invoice.
func (d *desk) invoices() {
	d.t.Helper()
	_, err := company.ChangeSettings(d.t.Context(), d.App, d.A.Owner, company.SettingsChange{
		Billing: company.BillingChange{Name: app.Is("Songs Ltd"), Address: app.Is("1 Quay"), SalesTaxNumber: app.Is("DE004711")},
		Invoicing: company.InvoicingChange{
			Issue: new(company.IssueAsked), CountryID: app.Is(int64(276)), Bank: company.BankChange{IBAN: app.Is("DE89370400440532013000")},
		},
	})
	d.must(err)
	_, err = terms.Set(d.t.Context(), d.App, d.A.Owner, terms.Change{Invoice: app.Is(terms.NewInvoice{On: terms.Channels{Office: true}, Days: 14})})
	d.must(err)
}

// scanned is what a program of others reads from a picture.
func scanned(t *testing.T, picture []byte) string {
	t.Helper()
	is := is.New(t)
	m, _, err := image.Decode(bytes.NewReader(picture))
	is.NoErr(err)
	bits, err := gozxing.NewBinaryBitmapFromImage(m)
	is.NoErr(err)
	read, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	is.NoErr(err)
	return read.GetText()
}
