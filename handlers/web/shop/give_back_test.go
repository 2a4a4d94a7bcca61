package shop_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/wallet"
)

// TestGivingTicketsBack: where the company allows it, whoever has the page of an order gives
// it back, once, for money on the account.
func TestGivingTicketsBack(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.fill(2)
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoe", "method", "card")
	b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", "4242 4242 4242 4242")
	at := b.at
	is.True(!strings.Contains(b.page, "give-back"))
	b.send(at + "/give-back")
	b.says("Cannot be given back")
	_, err := wallet.ChangeSettings(t.Context(), w.App, w.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		_, err := catalog.Events.Update(tx, 1, func(e *catalog.Event) error {
			e.Start, e.End = tx.Wall().AddDate(0, 1, 0), tx.Wall().AddDate(0, 1, 3)
			return nil
		})
		return err
	}))
	b.open(at)
	b.says("Give the tickets back")
	b.send(at + "/give-back")
	is.Equal(b.at, at)
	b.says("refunded")
	b.says("no longer in this order")
	b.send(at + "/give-back")
	is.Equal(b.status, 422)
	b.send(at + "A/give-back") // an altered link
	is.Equal(b.status, 404)
	page, err := wallet.List(t.Context(), w.App, w.A.Owner, wallet.Filter{})
	is.NoErr(err)
	is.Equal(len(page.Rows), 1)
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		all, err := wallet.Of(r, page.Rows[0].CustomerID)
		is.Equal(all[0].Available, int64(31100))
		return err
	}))
}
