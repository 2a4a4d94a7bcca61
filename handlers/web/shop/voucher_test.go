package shop_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// voucher sells a gift voucher of €77 to somebody, and gives its code.
func (w *town) voucher(t *testing.T) string {
	t.Helper()
	is := is.New(t)
	name, yes, one, amount := "Gift voucher", true, int64(1), int64(7700)
	s, err := catalog.CreateSaleItem(t.Context(), w.App, w.A.Owner, catalog.NewSaleItem{
		Type: catalog.GiftVoucher, Item: catalog.ItemChange{Name: &name, Unlimited: &yes},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: w.A.Currency().ID, Base: amount}}},
	})
	is.NoErr(err)
	_, err = sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Payment: &rules.Payment{Method: order.Cash}, Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &one}},
	})
	is.NoErr(err)
	return w.newestCode(t)
}

// newestCode is that of the first item of the newest order.
func (w *town) newestCode(t *testing.T) (code string) {
	t.Helper()
	o := w.newest(t)
	is.New(t).NoErr(w.App.View(t.Context(), w.A.Owner, app.Anyone, func(r app.Reader) error {
		items, err := order.ItemsOf(r, &o)
		if err == nil {
			code = items[0].Barcode
		}
		return err
	}))
	return code
}

// TestAVoucherIsRedeemedOnItsPage: it says what it is worth, waits while its holder signs in by
// mail, and is theirs once. Whoever else opens it learns that it was redeemed.
func TestAVoucherIsRedeemedOnItsPage(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	post := &letters{}
	mail.Use(w.App, mail.Post{Carrier: post, From: "office@example.com", BaseURL: w.server.URL})
	code := w.voucher(t)
	at := w.path("/voucher?code=" + strings.ToLower(code))
	zoe, eve := w.browser(t), w.browser(t)
	zoe.fill(1)
	zoe.pay(goodCard)

	zoe.open(w.path("/voucher"))
	zoe.says("Code on the voucher")
	zoe.open(at)
	zoe.says("It is worth €77.00.", "Sign in to put it into your account.")
	zoe.send(w.path("/voucher"), "code", code) // nobody is signed in: nothing happens
	zoe.says("It is worth €77.00.")
	zoe.send(w.path("/account"), "email", "zoe@example.org")
	for _, job := range []string{mail.WriteJob, queue.SendJob} {
		is.NoErr(w.App.RunJob(t.Context(), job))
	}
	link := post.links(w.alias)[0]
	zoe.open(link)
	zoe.says(`name="to" value="` + w.path("/voucher?code="+code) + `"`)
	zoe.send(link, "to", at)
	zoe.says("Put €77.00 into my account", "It is redeemed once")
	zoe.send(w.path("/voucher"), "code", code)
	zoe.says("€77.00 are in your account.")
	zoe.send(w.path("/voucher"), "code", code) // sent again
	zoe.says("€77.00 are in your account.")
	eve.open(at)
	eve.says("This voucher was redeemed already.")

	zoe.open(w.path("/account"))
	zoe.says("Do you have a gift voucher?")
}

// TestVouchersAreNotGuessed: what is no voucher's code is refused in the words of an unknown
// one, be it a ticket's, and nobody tries out many.
func TestVouchersAreNotGuessed(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.fill(1)
	b.pay(goodCard)
	b.open(w.path("/voucher?code=" + w.newestCode(t)))
	is.Equal(b.status, 422)
	b.says("This code is not known here, or no longer valid.")
	from := func(code string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, w.path("/voucher?code="+code), nil)
		r.RemoteAddr = "198.51.100.7:1234"
		rec := httptest.NewRecorder()
		w.server.Config.Handler.ServeHTTP(rec, r)
		is.True(strings.Contains(rec.Body.String(), "It is worth €77.00.") == (rec.Code == http.StatusOK))
		return rec.Code
	}
	code := w.voucher(t)
	is.Equal(from(code), http.StatusOK)
	for n := range 20 {
		is.Equal(from(fmt.Sprintf("GUESS%d", n)), http.StatusUnprocessableEntity)
	}
	is.Equal(from(code), http.StatusTooManyRequests) // too many
}
