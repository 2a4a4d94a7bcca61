package shop_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

// TestAStreamIsForTicketsFromAMinuteBeforeItsEvent, and until that ends.
func TestAStreamIsForTicketsFromAMinuteBeforeItsEvent(t *testing.T) {
	is, w := is.New(t), newTown(t)
	begins := w.App.Now().Add(2 * time.Hour).Truncate(time.Minute)
	w.event(t, catalog.EventChange{
		Start: &begins, End: new(begins.Add(3 * time.Hour)),
		Stream: &catalog.StreamChange{Enabled: new(true), URL: catalog.Is("https://watch.example/gig"), Body: catalog.Is("Wear headphones.")},
	})
	b := w.browser(t)
	b.fill(1)
	b.pay(goodCard)
	page := b.at
	b.says("Ticket 1 of 1", "The live stream opens here")
	is.True(!strings.Contains(b.page, "watch.example"))
	b.open(w.path("/events/1")) // nobody finds it without a ticket
	is.True(!strings.Contains(b.page, "watch.example"))

	w.Clock.Jump(begins.Add(-time.Minute).Sub(w.App.Now()) + time.Second)
	b.open(page)
	b.says("Watch the live stream", `href="https://watch.example/gig"`, "Wear headphones.")

	item, err := catalog.ViewSaleItem(t.Context(), w.App, w.A.Owner, 1, catalog.Shop, false)
	is.NoErr(err)
	access := func(yes bool) {
		_, err = catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, item.Type, 1, catalog.SaleItemChange{CanAccessStream: &yes}, catalog.ItemChange{})
		is.NoErr(err)
	}
	access(false)
	b.open(page)
	is.True(!strings.Contains(b.page, "stream"))
	access(true)

	w.Clock.Jump(4 * time.Hour)
	b.open(page)
	is.True(!strings.Contains(b.page, "watch.example"))
}
