package mail_test

import (
	"io"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/voucher"

	"github.com/matryer/is"
)

// TestVouchersToPrint: a gift voucher comes as a sheet of its own that says what it is worth
// and not what was paid, until it is redeemed or void.
func TestVouchersToPrint(t *testing.T) {
	sold := func(t *testing.T) (*desk, order.Order, string, string) {
		d := newDesk(t)
		_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{Attach: new(true)})
		d.must(err)
		d.delay(24)
		_, err = company.ChangeSettings(t.Context(), d.App, d.A.Owner, company.SettingsChange{Shop: company.ShopChange{Open: new(true)}})
		d.must(err)
		v := d.addItem(0, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type, i.Name = catalog.GiftVoucher, "Voucher" })
		o := d.buy(ada, v, d.ticket)
		d.jobs()
		var code string
		d.must(d.App.View(t.Context(), d.A.Owner, app.Authenticated, func(r app.Reader) error {
			items, err := order.ItemsOf(r, &o)
			for i := range items {
				if items[i].Type == catalog.GiftVoucher && code == "" {
					code = items[i].Barcode
				}
			}
			return err
		}))
		return d, o, code, order.NewLinks(d.A.Company.ID, d.linkKey()).Order(&o, order.WholeOrder)
	}
	vouchers := func(d *desk, token string) int {
		doc, _, err := message.Tickets(d.t.Context(), d.App, token, message.Printing{Format: paper.A4, Vouchers: true})
		if app.KindOf(err) == app.NotFound {
			return 0
		}
		d.must(err)
		return len(doc.Tickets)
	}
	t.Run("in its mail, and behind the link of its order", func(t *testing.T) {
		is := is.New(t)
		d, o, code, token := sold(t)
		var letter *mail.Letter
		for _, l := range d.carrier.letters {
			if l.Subject == "Your gift voucher" {
				letter = l
			}
		}
		is.True(strings.Contains(letter.Text, base+"/shop/"+d.A.Company.Alias+"/voucher"))
		is.True(!strings.Contains(letter.Text, "/voucher?code=")) // there are two
		is.Equal(len(letter.Attachments), 1)
		is.Equal(letter.Attachments[0].Name, "gift-voucher-"+o.Reference+".pdf")
		doc, _, err := message.Tickets(t.Context(), d.App, token, message.Printing{Format: paper.A4})
		is.NoErr(err)
		is.Equal(len(doc.Tickets), 2) // tickets are withheld, vouchers are not
		first := doc.Tickets[0]
		is.Equal([]string{first.Voucher, first.Price, first.Holder, first.Item, first.Barcode}, []string{"€20.00", "", "", "Voucher", code})
		_, err = paper.NewPrinter().Write(t.Context(), io.Discard, doc)
		is.NoErr(err)
	})
	t.Run("not once it is redeemed", func(t *testing.T) {
		is := is.New(t)
		d, o, code, token := sold(t)
		is.Equal(vouchers(d, token), 2)
		_, err := voucher.Redeem(t.Context(), d.App, d.A.Owner, code, o.CustomerID)
		is.NoErr(err)
		is.Equal(vouchers(d, token), 1)
	})
	t.Run("not once it is void", func(t *testing.T) {
		is := is.New(t)
		d, o, _, token := sold(t)
		_, err := refund.Orders(t.Context(), d.App, d.A.Owner, rules.Refund{Order: order.Key{ID: o.ID}, Kind: rules.MoneyBack})
		is.NoErr(err)
		is.Equal(vouchers(d, token), 0)
	})
}
