package shop_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/resale"
	"marquee/app/wallet"
	"marquee/indexes"
)

// comes puts the festival a month ahead.
func (w *town) comes(t *testing.T) {
	t.Helper()
	err := w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
			e.Start, e.End = tx.Wall().AddDate(0, 1, 0), tx.Wall().AddDate(0, 1, 3)
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// all are the values of every hidden field, or box to tick, of a name.
func (b *browser) all(name string) (values []string) {
	for _, m := range regexp.MustCompile(`name="`+name+`" value="([^"]*)"`).FindAllStringSubmatch(b.page, -1) {
		values = append(values, m[1])
	}
	return values
}

func (w *town) resells(t *testing.T) {
	t.Helper()
	w.comes(t)
	if _, _, err := resale.SetSettings(t.Context(), w.App, w.A.Owner, resale.Change{Enabled: app.Is(true)}); err != nil {
		t.Fatal(err)
	}
}

// TestSellingOn: a buyer offers tickets on the page of the order, another finds them on the
// page of the event and buys them, and the page of the seller says so.
func TestSellingOn(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.resells(t)
	b := w.browser(t)
	b.fill(2)
	b.pay(goodCard)
	page := b.at
	b.says("Sell tickets on", "From €124.40 to €186.60", "credited to your account")
	items := b.all("item")
	b.send(page + "/sell")
	is.Equal(b.status, 422)
	b.says("Choose what you want to sell.")
	b.send(page+"/sell", "item", items[0], "price."+items[0], "12")
	is.Equal(b.status, 422)
	b.says("One of the prices is not possible", `value="12"`)
	third := w.browser(t)
	third.fill(1)
	third.pay(goodCard)
	theirs := third.hidden("item")
	b.send(page+"/sell", "item", theirs, "price."+theirs, "150")
	is.Equal(b.status, 422) // of another order
	b.send(page+"/sell", "item", items[0], "price."+items[0], "150")
	is.Equal(b.status, 200)
	b.says("€150.00", "On offer", "End the offer", "Ticket 1 of 1") // nobody gets in with the other

	other := w.browser(t)
	other.open(w.path("/events/1"))
	other.says("From other guests", "€150.00")
	is.True(!strings.Contains(other.page, "Zoé"))
	offer := other.hidden("offer")
	other.send(w.path("/events/1"), "offer", offer)
	other.says("1 item, held until")
	is.True(!strings.Contains(other.page, "From other guests")) // it lies in a basket
	other.open(w.path("/basket"))
	other.says("From another guest", "€150.00")
	late := w.browser(t)
	late.send(w.path("/events/1"), "offer", offer)
	is.Equal(late.status, 422)
	late.says("not offered for resale")
	other.send(w.path("/basket"), "item", "1", "do", "return")
	other.says("Your basket is empty.")
	late.send(w.path("/events/1"), "offer", offer)
	late.send(w.path("/checkout"), "email", "grace@example.org", "name", "Grace", "method", "card")
	late.pay(goodCard)
	late.says("See you there, Grace", "Ticket 1 of 1")
	b.open(page)
	b.says("Sold, €150.00 for you")
	is.True(!strings.Contains(b.page, "End the offer"))
}

// TestWhatWasSoldOnIsNotGivenBack: the page of who bought from another guest offers no money
// back for that, which its seller has.
func TestWhatWasSoldOnIsNotGivenBack(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.resells(t)
	_, err := wallet.ChangeSettings(t.Context(), w.App, w.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	seller := w.browser(t)
	seller.fill(1)
	seller.pay(goodCard)
	seller.says("Give the tickets back")
	seller.send(seller.at+"/sell", "item", seller.hidden("item"))
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.send(w.path("/events/1"), "offer", b.hidden("offer"))
	b.send(w.path("/checkout"), "email", "grace@example.org", "name", "Grace", "method", "card")
	b.pay(goodCard)
	b.says("Ticket 1 of 1")
	is.True(!strings.Contains(b.page, "Give the tickets back"))
	b.send(b.at + "/give-back")
	is.Equal(b.status, 422)
}

// TestAnOfferIsEnded by whoever made it alone, and what is sold together is bought together.
func TestAnOfferIsEnded(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.resells(t)
	b := w.browser(t)
	b.fill(2)
	b.pay(goodCard)
	page, items := b.at, b.all("item")[:2]
	b.send(page+"/sell", "item", items[0], "item", items[1], "together", "1")
	b.says("Sold together only.")
	listing := b.hidden("listing")

	other := w.browser(t)
	other.open(w.path("/events/1"))
	other.says("2 tickets, sold together only", "€311.00")
	other.send(w.path("/events/1"), "offer", other.hidden("offer"))
	other.says("2 items, held until")
	other.send(w.path("/checkout"), "email", "grace@example.org", "name", "Grace", "method", "card")
	other.pay(declinedCard)
	other.send(w.path("/basket"), "item", "1", "do", "return")

	thief := w.browser(t)
	thief.fill(1)
	thief.pay(goodCard)
	thief.send(thief.at+"/sell/end", "listing", listing)
	is.Equal(thief.status, 404)
	b.send(page+"/sell/end", "listing", listing)
	is.Equal(b.status, 200)
	b.says("Ticket 2 of 2", "Offer tickets to other guests")
	b.send(page+"/sell/end", "listing", listing)
	is.Equal(b.status, 422)
	other.open(w.path("/events/1"))
	is.True(!strings.Contains(other.page, "From other guests"))
}

// TestOffersOfTwoSellersStayApart: where not all can be had that a seller gives away together,
// nothing is, and nothing of anybody else with it.
func TestOffersOfTwoSellersStayApart(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.resells(t)
	second := w.SaleItems[5].ID
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", strconv.FormatInt(second, 10), "do", "more")
	b.fill(1)
	b.pay(goodCard)
	items := b.all("item")[:2]
	b.send(b.at+"/sell", "item", items[0], "item", items[1], "together", "1")
	b.says("Sold together only.")
	other := w.browser(t)
	other.fill(1)
	other.pay(goodCard)
	own := other.hidden("item")
	other.send(other.at+"/sell", "item", own, "price."+own, "150")
	_, _, err := resale.SetSettings(t.Context(), w.App, w.A.Owner, resale.Change{Scope: resale.Scope{SaleItemID: second}, Enabled: app.Is(false)})
	is.NoErr(err)
	third := w.browser(t)
	third.open(w.path("/events/1"))
	third.says("From other guests", "€150.00")
	is.True(!strings.Contains(third.page, "sold together only"))
	third.send(w.path("/events/1"), "offer", third.hidden("offer"))
	third.says("1 item, held until")
}

// TestNothingIsSoldOnWhereThatIsOff: neither shown nor taken.
func TestNothingIsSoldOnWhereThatIsOff(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.resells(t)
	b := w.browser(t)
	b.fill(1)
	b.pay(goodCard)
	page, item := b.at, b.hidden("item")
	_, _, err := resale.SetSettings(t.Context(), w.App, w.A.Owner, resale.Change{Enabled: app.Is(false)})
	is.NoErr(err)
	b.open(page)
	is.True(!strings.Contains(b.page, "Sell tickets on"))
	b.send(page+"/sell", "item", item)
	is.Equal(b.status, 422)
	b.says("Cannot be sold on: resale is off")
}
