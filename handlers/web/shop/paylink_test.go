package shop_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"marquee/app/attempt"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/transfer"
	"marquee/handlers"

	"github.com/matryer/is"
)

// lateNo is a card that is refused some minutes later.
const lateNo = "4000 0000 0000 5126"

// owed is an order of the box office that waits for its payment by a link.
func (w *town) owed(t *testing.T, units int64) (o order.Order, link string) {
	t.Helper()
	b, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: 1, Quantity: &units}}})
	if err != nil {
		t.Fatal(err)
	}
	return w.link(t, b.Order.ID)
}

// link gives an order a new payment link.
func (w *town) link(t *testing.T, orderID int64) (o order.Order, link string) {
	t.Helper()
	made, err := sales.PayLater(t.Context(), w.App, w.A.Owner, sales.Later{Basket: order.Key{ID: orderID}, Channel: catalog.APIChannel, Way: sales.ByLink})
	if err != nil {
		t.Fatal(err)
	}
	return made.Order, "/pay/" + made.Order.Reference + "/" + made.Token
}

// TestAPaymentLinkLeadsToThePayment: whoever has it pays for the order in the shop, once, and
// sees what became of it.
func TestAPaymentLinkLeadsToThePayment(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.comes(t)
	o, link := w.owed(t, 2)
	b := w.browser(t)
	b.open(link)
	is.Equal(b.status, 200)
	is.True(strings.HasSuffix(b.at, "/pay"))
	b.says("Pay €311.00", "To be paid by", "Weekend Pass", o.Reference)
	is.True(!strings.Contains(b.page, "checkout-steps"))
	at := b.at
	b.send(at, "payment", b.hidden("payment"), "card", declinedCard)
	is.Equal(b.status, 422)
	b.says("Your bank said no.")
	b.send(at, "payment", b.hidden("payment"), "card", askingCard)
	b.says("Your bank asks: is it you?")
	b.open(link)
	b.send(at, "payment", b.hidden("payment"), "card", goodCard)
	is.Equal(b.at+"/pay", at)
	b.says("Paid €311.00", "Ticket 2 of 2")
	other := w.browser(t) // it leads to the order for good
	other.open(link)
	is.Equal(other.at, b.at)
	other.send(at, "payment", strings.Repeat("A", 26), "card", goodCard)
	other.says("Paid €311.00")
	is.Equal(w.orders(t), int64(1))
}

// TestAPaymentLinkSaysHowTheOrderStands: in every state that an order with one can have, in
// every language, whether the shop is open or not.
func TestAPaymentLinkSaysHowTheOrderStands(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.comes(t)
	b := w.browser(t)
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Shop: company.ShopChange{Open: new(false)}})
	is.NoErr(err)
	expired, first := w.owed(t, 1)
	b.open(first)
	b.says("Pay €155.50")
	is.True(!strings.Contains(b.page, "/shop/"+w.alias+`"`)) // which is closed
	w.Clock.Jump(73 * time.Hour)
	b.open(first)
	b.says("This order has expired")
	_, err = sales.Reactivate(t.Context(), w.App, w.A.Owner, order.Key{ID: expired.ID})
	is.NoErr(err)
	b.open(first)
	is.Equal(b.status, 404)

	_, second := w.owed(t, 1)
	b.open(second)
	b.send(b.at, "payment", b.hidden("payment"), "card", slowCard)
	b.says("your payment is under way")
	b.open(second)
	b.says("your payment is under way")

	ended, third := w.owed(t, 1)
	is.NoErr(sales.ExpireBasket(t.Context(), w.App, w.A.Owner, order.Key{ID: ended.ID}))
	b.open(third)
	b.says("This order has expired")

	_, fourth := w.owed(t, 1)
	for language, says := range map[string]string{"de": "Zu zahlen bis", "fr": "À payer au plus tard le", "en": "To be paid by"} {
		b.send("/language", "language", language, "to", fourth)
		b.says(says)
	}
}

// TestAPaymentLinkIsNotGuessed: others lead nowhere, and nobody tries many.
func TestAPaymentLinkIsNotGuessed(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.comes(t)
	o, link := w.owed(t, 1)
	page := link[:strings.LastIndex(link, "/")+1]
	b := w.browser(t)
	for _, wrong := range []string{page + strings.Repeat("A", 32), link + "A", "/pay/AAAAAAAA/" + strings.Repeat("A", 32), page + "%00"} {
		b.open(wrong)
		is.Equal(b.status, 404)
	}
	b.open(link)
	is.Equal(b.status, 200)
	_, again := w.link(t, o.ID)
	paid := b.at
	for _, gone := range []string{link, paid} { // another took its place
		b.open(gone)
		is.Equal(b.status, 404)
	}
	b.open(again)
	b.says("Pay €155.50")
	h, tried := handlers.New(w.App, handlers.Options{}), 0
	try := func(at string) int {
		r := httptest.NewRequest("GET", at, nil)
		r.RemoteAddr = "198.51.100.7:1234"
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, r)
		return answer.Code
	}
	for range 30 {
		is.Equal(try(again), http.StatusSeeOther) // which does not count
		if try(page+order.NewLinkToken()) == http.StatusNotFound {
			tried++
		}
		if tried == 20 {
			break
		}
	}
	is.Equal(tried, 20)
	is.True(try(page+order.NewLinkToken()) != http.StatusNotFound)
}

// TestWhatIsTakenOverIsNobodyElses: no link that whoever had the basket before was given leads
// to it, nor to what becomes of it.
func TestWhatIsTakenOverIsNobodyElses(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	maker := w.browser(t)
	maker.fill(2)
	gift := w.newest(t).ItemIDs[0]
	_, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, 1, catalog.EventChange{ShareTicketsAfter: new(true), ShareTicketsBefore: new(true)}, nil)
	is.NoErr(err)
	given, err := transfer.Start(t.Context(), w.App, w.A.Owner, transfer.Ask{ItemIDs: []int64{gift}})
	is.NoErr(err)
	maker.pay(lateNo)
	page := maker.at
	is.True(strings.HasPrefix(page, "/orders/"))
	w.Clock.Jump(3 * time.Minute)
	is.NoErr(w.App.RunJob(t.Context(), attempt.ReconcileJob))
	o := w.newest(t)
	is.Equal(o.Status, order.Active)
	secret := o.Link.Token
	maker.open(page)
	maker.says("Not paid yet")
	is.True(!strings.Contains(maker.page, secret))
	is.True(strings.Contains(maker.page, w.path("/basket"))) // this browser has it
	stranger := w.browser(t)
	stranger.open(page)
	stranger.says("go on in the browser in which you chose the tickets")
	for _, none := range []string{secret, "/basket", "/tickets/", "zoe@example.org"} {
		is.True(!strings.Contains(stranger.page, none))
	}
	for _, form := range []string{"/give", "/share", "/name", "/mail", "/give-back", "/dates", "/sell"} {
		stranger.send(page+form, "item", "1", "how", "link", "name", "Eve", "email", "eve@example.org")
		if stranger.status != 404 {
			t.Errorf("%s: %d", form, stranger.status)
		}
	}
	stranger.open(page + "/pay")
	is.Equal(stranger.at, page)

	owner := w.browser(t)
	owner.send("/basket/" + o.Reference + "/" + secret)
	is.True(strings.HasSuffix(owner.at, "/basket"))
	maker.open(page)
	is.Equal(maker.status, 404)
	owner.open(w.path("/checkout"))
	is.True(!strings.Contains(owner.page, "zoe@example.org")) // who buys is said anew
	owner.fill(0)
	owner.pay(goodCard)
	owner.says("Ticket 2 of 2")
	maker.open("/claim/" + given.Token)
	is.True(!strings.Contains(maker.page, `name="email"`)) // nothing is to be had by it
	maker.open(page)
	is.Equal(maker.status, 404)
	for _, at := range []string{"/basket", "/pay", "/checkout"} {
		maker.open(w.path(at))
		is.True(!strings.HasPrefix(maker.at, "/orders/"))
	}
}

// TestALinkIntoAClosedShopSaysSo: to whoever has it, and to nobody else.
func TestALinkIntoAClosedShopSaysSo(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Shop: company.ShopChange{Open: new(false)}})
	is.NoErr(err)
	made, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: 1, Quantity: new(int64(1))}}, Link: &sales.LinkWish{},
	})
	is.NoErr(err)
	in, err := customer.MakeSignIn(t.Context(), w.App, w.A.Owner, customer.SignIn{Email: "zoe@example.org", Name: "Zoé"})
	is.NoErr(err)
	b := w.browser(t)
	for _, link := range []string{"/basket/" + made.Order.Reference + "/" + made.Order.Link.Token, w.path("/sign-in/" + in.Link)} {
		b.open(link)
		b.says("This shop is closed at the moment")
		is.Equal(b.status, 200)
		b.send(link)
		is.Equal(b.status, 404)
		b.open(link[:len(link)-1])
		is.Equal(b.status, 404)
	}
}

// TestAFormerPurchaserHasNothing: neither by the addresses that were told, nor by the browser
// that bought it.
func TestAFormerPurchaserHasNothing(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.fill(1)
	b.pay(goodCard)
	page := b.at
	_, err := sold.ChangePurchaser(t.Context(), w.App, w.A.Owner, sold.Purchaser{
		Order: order.Key{ID: w.newest(t).ID}, Buyer: customer.Buyer{Name: "Grace", Email: "grace@example.org"}, MoveItems: true, NewBarcodes: true,
	})
	is.NoErr(err)
	b.open(page)
	is.Equal(b.status, 404)
	for _, at := range []string{"/pay", "/checkout", "/basket"} {
		b.open(w.path(at))
		is.True(!strings.HasPrefix(b.at, "/orders/"))
	}
}
