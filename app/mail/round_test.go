package mail_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/mail"
)

func (d *desk) reminds(hours int64) {
	d.t.Helper()
	_, err := mail.ChangeSettings(d.t.Context(), d.App, d.A.Owner, mail.SettingsChange{ReminderHours: app.Is(hours)})
	d.must(err)
}

// TestReminders: once for each attendee and event, when the time has come, and not of
// what was due before reminders were switched on.
func TestReminders(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	soon := d.addItem(d.addEvent("Soon", 20*time.Hour).ID, func(*catalog.SaleItem, *catalog.InventoryItem) {})
	d.Clock.Jump(time.Hour)
	d.reminds(24)
	d.buy(ada, soon)
	d.buy(ada, d.ticket)
	d.buy(ada, d.ticket) // two orders, one attendee
	d.buy(customer.Buyer{Name: "Bob", Email: "bob@example.com"}, d.ticket)
	d.buy(customer.Buyer{}, d.ticket)
	d.jobs()
	before := len(d.carrier.letters)
	d.jobs()
	is.Equal(len(d.carrier.letters), before) // what is soon was due before
	d.Clock.Jump(29*24*time.Hour - time.Hour + time.Minute)
	for range 3 {
		d.jobs()
	}
	is.Equal(len(d.carrier.letters), before+2)
	is.Equal(d.carrier.last().Subject, "Soon: Night of Songs")
	has(t, d.carrier.last().Text, "Hello ", "Night of Songs\n")
	d.buy(ada, d.ticket)
	d.jobs()
	is.Equal(len(d.mails(mail.Filter{Kinds: []string{string(mail.Reminder)}})), 2)
}

// TestARoundGoesOn where it was, in transactions of bounded size.
func TestARoundGoesOn(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	const buyers = 230
	for i := range buyers {
		d.buy(customer.Buyer{Name: "B", Email: "b" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "@example.com"}, d.ticket)
	}
	is.NoErr(mail.Notify(t.Context(), d.App, d.A.Owner, mail.Notice{EventID: d.event.ID, Kind: mail.EventChanged, Note: "Doors <open> later"}))
	is.NoErr(mail.Notify(t.Context(), d.App, d.A.Owner, mail.Notice{EventID: d.event.ID, Kind: mail.EventChanged, Note: "Doors <open> later"}))
	d.must(d.App.RunJob(t.Context(), mail.WriteJob))
	page, err := mail.List(t.Context(), d.App, d.A.Owner, mail.Filter{Kinds: []string{string(mail.EventChanged)}})
	is.NoErr(err)
	is.Equal(page.Total, int64(buyers)) // asked for twice within a minute, and sent once
	v, err := mail.Read(t.Context(), d.App, d.A.Owner, page.Rows[0].ID)
	is.NoErr(err)
	has(t, v.Text, "Doors <open> later")
	has(t, v.HTML, "Doors &lt;open&gt; later")
}

// TestWhoseTextCounts: that of the event, then of the company, in the reader's language
// first.
func TestWhoseTextCounts(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	set := func(w mail.Which, subject string) {
		w.Kind = mail.Confirmation
		_, err := mail.SetText(t.Context(), d.App, d.A.Owner, w, subject, "{order.reference}")
		is.NoErr(err)
	}
	subject := func() string { d.buy(ada, d.ticket); d.jobs(); return d.carrier.last().Subject }
	set(mail.Which{Language: "fr"}, "Bonjour")
	is.True(subject() != "Bonjour")
	set(mail.Which{Language: "en"}, "Company")
	is.Equal(subject(), "Company")
	set(mail.Which{Language: "en", EventID: d.event.ID}, "Event")
	is.Equal(subject(), "Event")
	locale := "fr-CH"
	_, err := customer.Edit(t.Context(), d.App, d.A.Owner, d.mails(mail.Filter{})[0].CustomerID, customer.Fields{Locale: app.Is(locale)})
	is.NoErr(err)
	is.Equal(subject(), "Bonjour")
	is.NoErr(mail.DropText(t.Context(), d.App, d.A.Owner, mail.Which{Kind: mail.Confirmation, Language: "fr"}))
	has(t, subject(), "Votre commande ")
}
