package shop_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/wallet"
	"marquee/indexes"
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
		_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
			e.Start, e.End = tx.Wall().AddDate(0, 1, 0), tx.Wall().AddDate(0, 1, 3)
			return nil
		})
		return err
	}))
	b.open(at)
	b.says("Give the tickets back", "€311.00 comes back to your account with")
	b.send(at+"/give-back", "amount", "31099") // the page said something else
	is.Equal(b.status, 422)
	b.says("Another amount comes back by now")
	b.send(at+"/give-back", "amount", "31100")
	is.Equal(b.at, at)
	b.says("refunded")
	b.says("no longer in this order", "€311.00 went to your account with")
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

// TestMovingDates: a buyer moves a ticket to another date on a page of the order, where that
// may be.
func TestMovingDates(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	var later catalog.SaleItem
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
			e.Start, e.End = w.Clock.Now().AddDate(0, 0, 10), w.Clock.Now().AddDate(0, 0, 11)
			return nil
		})
		if err != nil {
			return err
		}
		e.ID, e.Name, e.Start, e.End = 0, "Next year", e.Start.AddDate(1, 0, 0), e.End.AddDate(1, 0, 0)
		if err := errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e)); err != nil {
			return err
		}
		if later, err = catalog.SaleItems.Get(tx, 1); err != nil {
			return err
		}
		later.ID, later.EventID, later.GroupID, later.OnSaleFrom, later.OnSaleUntil = 0, e.ID, 0, nil, nil
		return indexes.Forge(catalog.SaleItems).Insert(tx, &later)
	}))
	name, events := "Every year", []int64{1, later.EventID}
	_, err := catalog.CreateSchedule(t.Context(), w.App, w.A.Owner, catalog.ScheduleChange{Name: &name, EventIDs: &events})
	is.NoErr(err)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(2)
	b.pay(goodCard)
	page := b.at
	is.True(!strings.Contains(b.page, "Move to another date"))
	b.open(page + "/dates")
	is.Equal(b.status, 404)
	_, err = company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Changes: company.OrderChangesChange{SelfRebooking: new(true)}})
	is.NoErr(err)
	b.open(page)
	b.says("Move to another date")
	b.open(page + "/dates")
	b.says("Other dates", "Weekend Pass")
	item := b.all("item")[0]
	b.send(page+"/dates", "item", item)
	is.Equal(b.status, 422)
	b.send(page+"/dates", "item", item, "to."+item, "1")
	is.Equal(b.status, 422)
	b.send(page+"/dates", "item", item, "to."+item, strconv.FormatInt(later.ID, 10))
	is.True(strings.HasPrefix(b.at, "/orders/") && b.at != page)
	b.says("Next year", "Ticket 1 of 2")
	b.open(page)
	is.True(!strings.Contains(b.page, "Move to another date"))
}

// TestOrdersOfTheDemoSaySo: the page of an order says in each language that it is one of the
// demo, also once the company takes real money.
func TestOrdersOfTheDemoSaySo(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.fill(1)
	b.pay(goodCard)
	page := b.at
	_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Demo: new(false)})
	is.NoErr(err)
	for language, says := range map[string]string{"en": "Demo order", "de": "Demo-Bestellung", "fr": "Commande de démonstration"} {
		b.send("/language", "language", language, "to", page)
		b.says(says)
	}
}
