package shop_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// TestThePageOfAnOrderSaysWhenTicketsOpen: on the clocks of the event, as long as they are
// withheld.
func TestThePageOfAnOrderSaysWhenTicketsOpen(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	start := w.Clock.Now().Add(10 * 24 * time.Hour).Truncate(time.Hour)
	is.NoErr(w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, w.Event.ID, func(e *catalog.Event) error { e.Start, e.End = start, start.Add(time.Hour); return nil })
		return err
	}))
	delay := func(hours *int64) {
		_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Tickets: company.TicketAccessChange{LeadHours: app.Maybe[int64]{Given: true, Value: hours}}})
		is.NoErr(err)
	}
	b := w.browser(t)
	b.fill(1)
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoe", "method", "card")
	b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", "4242 4242 4242 4242")
	at := b.at
	is.True(!strings.Contains(b.page, "Your tickets open on"))
	delay(new(int64(12)))
	b.open(at)
	zone := w.Event.Location()
	b.says("Your tickets open on ", start.Add(-12*time.Hour).In(zone).Format("2 January 2006, 15:04"), "(Berlin time)")
	is.True(!strings.Contains(b.page, "class=\"ticket\""))
	delay(nil)
	b.open(at)
	is.True(!strings.Contains(b.page, "Your tickets open on"))
	is.True(strings.Contains(b.page, "class=\"ticket\""))
}
