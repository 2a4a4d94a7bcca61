package shop_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// TestNamesAtTheCheckout: a buyer names who holds the tickets, where the event wants that, and
// changes a name on the page of the order.
func TestNamesAtTheCheckout(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	names := func(n catalog.Naming) {
		is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
				e.Naming, e.Start, e.End = &n, w.Clock.Now().AddDate(0, 0, 10), w.Clock.Now().AddDate(0, 0, 11)
				return nil
			})
			return err
		}))
	}
	names(catalog.Naming{Shop: catalog.NamesMandatory})
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	b.open(w.path("/checkout"))
	b.says("Who holds the tickets?")
	field := "holder-" + strings.Split(strings.Split(b.page, `id="holder-`)[1], `"`)[0]
	check := []string{"email", "zoe@example.org", "name", "Zoé Lefèvre", "method", "card"}
	b.send(w.path("/checkout"), check...)
	is.Equal(b.status, 422)
	b.says("A name is missing.")
	b.send(w.path("/checkout"), append(check, field, "<b>Grace</b>")...)
	b.pay(goodCard)
	page := b.at
	b.says("Ticket 1 of 1")
	is.True(strings.Contains(b.page, "&lt;b&gt;Grace"))
	is.True(!strings.Contains(b.page, "Change the name"))
	item := strings.TrimPrefix(field, "holder-")
	b.send(page+"/name", "item", item, "name", "Joan")
	is.Equal(b.status, 422)
	names(catalog.Naming{Shop: catalog.NamesMandatory, Renaming: true})
	b.open(page)
	b.says("Change the name")
	b.send(page+"/name", "item", item, "name", "Joan")
	is.Equal(b.at, page)
	b.says("Joan")
}
