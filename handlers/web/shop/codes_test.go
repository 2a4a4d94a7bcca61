package shop_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/indexes"
)

// TestWhyACodeTakesNothingOff: the shop says what the API says, and of a code that there is not
// no more than that.
func TestWhyACodeTakesNothingOff(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	code := func(text string, f discount.Fields) {
		f.Text = &text
		_, err := discount.Create(t.Context(), w.App, w.A.Owner, discount.Percentage, f)
		is.NoErr(err)
	}
	code("RICH", discount.Fields{Amount: new(int64(1000)), MinimumSpend: app.Is(int64(500_00)), CurrencyID: app.Is(w.A.Company.CurrencyID)})
	code("GONE-1", discount.Fields{Amount: new(int64(1000)), Fields: codes.Fields{MaximumUses: app.Is(int64(0))}})
	closed := "KEY"
	_, err := accesscode.Create(t.Context(), w.App, w.A.Owner, accesscode.Fields{Fields: codes.Fields{Text: &closed, MaximumUses: app.Is(int64(0))}})
	is.NoErr(err)
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	for typed, want := range map[string]string{
		"rich": "The code is for baskets of at least €500.00.", "gone-1": "The code has been used up.", "key": "The code has been used up.",
		"nothing": "This code is not known here, or no longer valid.",
	} {
		b.send(w.path("/basket/code"), "code", typed)
		is.Equal(b.status, 422)
		b.says(want)
	}
	other := w.browser(t)
	other.open(w.path("/events/1?code=KEY"))
	is.True(!strings.Contains(other.page, "Code KEY is on")) // it is used up
}

// TestAFreeOrderSentTwice at once leads both to the order.
func TestAFreeOrderSentTwice(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	var free catalog.SaleItem
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Free entry"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		free = catalog.SaleItem{EventID: 1, ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Company.CurrencyID}}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &free)
	}))
	first := w.browser(t)
	first.send(w.path("/events/1"), "item", fmt.Sprint(free.ID), "do", "more")
	second := *first // the same browser, another click
	var both sync.WaitGroup
	for _, b := range []*browser{first, &second} {
		both.Go(func() { b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoé Lefèvre") })
	}
	both.Wait()
	is.True(strings.HasPrefix(first.at, "/orders/"))
	is.Equal(second.at, first.at)
	is.Equal(w.orders(t), int64(1))
}

// TestLookingForAnEvent: accents and case are no obstacle.
func TestLookingForAnEvent(t *testing.T) {
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("?q=L%C3%A1nt%C3%A8rns"))
	b.says("Lanterns by the Lake")
}
