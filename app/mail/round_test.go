package mail_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/locale"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/indexes"
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
	d.must(d.App.RunJob(t.Context(), queue.SendJob))
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

// addSlot adds a slot to an event, and a ticket of it.
func (d *desk) addSlot(event int64, in time.Duration) (ticket catalog.SaleItem) {
	d.t.Helper()
	slot := catalog.Timeslot{EventID: event, Start: d.Clock.Now().Add(in), End: d.Clock.Now().Add(in + time.Hour)}
	d.update(func(tx app.Tx) error { return indexes.Forge(catalog.Timeslots).Insert(tx, &slot) })
	return d.addItem(event, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.TimeslotID = slot.ID })
}

// TestSlotsAreRemindedOf by their own time: not when the event begins, and also when it has begun
// long ago. Each slot that somebody has is reminded of once.
func TestSlotsAreRemindedOf(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.reminds(24)
	museum := d.addEvent("Museum", 30*time.Hour)
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, museum.ID, func(e *catalog.Event) error { e.End = e.Start.Add(20 * 24 * time.Hour); return nil })
		return err
	})
	first, second := d.addSlot(museum.ID, 100*time.Hour), d.addSlot(museum.ID, 200*time.Hour)
	whole := d.addItem(museum.ID, func(*catalog.SaleItem, *catalog.InventoryItem) {})
	d.buy(ada, first)
	d.buy(ada, second)
	d.buy(customer.Buyer{Name: "Bob", Email: "bob@example.com"}, whole)
	reminded := func(after time.Duration) (who []string) {
		d.Clock.Jump(after)
		before := len(d.mails(mail.Filter{Kinds: []string{string(mail.Reminder)}}))
		d.jobs()
		all := d.mails(mail.Filter{Kinds: []string{string(mail.Reminder)}})
		for _, m := range all[:len(all)-before] {
			who = append(who, m.To)
		}
		return who
	}
	is.Equal(len(reminded(0)), 0)
	is.Equal(reminded(7*time.Hour), []string{"bob@example.com"})  // the event
	is.Equal(reminded(70*time.Hour), []string{"ada@example.com"}) // her first slot
	slot := d.Clock.Now().Add(23 * time.Hour)
	zone, err := time.LoadLocation("Europe/Berlin")
	is.NoErr(err)
	has(t, d.carrier.lastTo("ada@example.com").Text, locale.English.Moment(slot.In(zone)))
	is.Equal(reminded(100*time.Hour), []string{"ada@example.com"})
	is.Equal(len(reminded(time.Hour)), 0)
}

// TestHoldersOfASeasonAreTold of each event of its run, whichever it is sold at, and others who
// have a season ticket of the same event but of another run are not.
func TestHoldersOfASeasonAreTold(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	second, third := d.addEvent("Second night", 40*24*time.Hour), d.addEvent("Third night", 50*24*time.Hour)
	season := func(run ...int64) catalog.SaleItem {
		return d.addItem(d.event.ID, func(s *catalog.SaleItem, i *catalog.InventoryItem) { i.Type, s.Run = catalog.SeasonTicket, run })
	}
	d.buy(ada, season(d.event.ID, second.ID))
	d.buy(customer.Buyer{Name: "Bob", Email: "bob@example.com"}, season(d.event.ID, third.ID))
	d.jobs()
	confirmed := d.carrier.lastTo("ada@example.com").Text
	has(t, confirmed, "Night of Songs", "Second night")
	hasNot(t, confirmed, "Third night")
	for _, tc := range []struct {
		event int64
		want  int
	}{{d.event.ID, 2}, {second.ID, 1}, {third.ID, 1}} {
		before := len(d.mails(mail.Filter{Kinds: []string{string(mail.EventChanged)}}))
		is.NoErr(mail.Notify(t.Context(), d.App, d.A.Owner, mail.Notice{EventID: tc.event, Kind: mail.EventChanged, Note: "Later."}))
		d.jobs()
		is.Equal(len(d.mails(mail.Filter{Kinds: []string{string(mail.EventChanged)}}))-before, tc.want)
	}
}

// TestMailsNameTheSlot that was bought, at each line and as the date of the event.
func TestMailsNameTheSlot(t *testing.T) {
	d := newDesk(t)
	ticket := d.addSlot(d.event.ID, 30*24*time.Hour+time.Hour)
	d.buy(ada, ticket)
	d.jobs()
	zone, _ := time.LoadLocation("Europe/Berlin")
	start := d.event.Start.Add(time.Hour).In(zone)
	when := locale.English.Span(start, start.Add(time.Hour))
	has(t, d.carrier.last().Text, "Standing", "    "+when, "Night of Songs\n"+when)
	hasNot(t, d.carrier.last().Text, locale.English.Moment(d.event.Start.In(zone)))
}
