package mail_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/message"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/queue"
	"marquee/indexes"
)

// delay withholds the tickets of all events until so many hours before.
func (d *desk) delay(hours int64) {
	d.t.Helper()
	_, err := company.ChangeSettings(d.t.Context(), d.App, d.A.Owner, company.SettingsChange{Tickets: company.TicketAccessChange{LeadHours: app.Is(hours)}})
	d.must(err)
}

func (d *desk) moves(e catalog.Event, start time.Time) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, e.ID, func(e *catalog.Event) error { e.Start, e.End = start, start.Add(3*time.Hour); return nil })
		return err
	})
}

func (d *desk) to(at time.Time) { d.Clock.Jump(at.Sub(d.Clock.Now())) }

// ready are the subjects of the mails with tickets that were withheld.
func (d *desk) ready() int {
	d.t.Helper()
	return len(d.mails(mail.Filter{Kinds: []string{string(mail.TicketsReady)}}))
}

// opens tells whether the link of an order to its tickets opens them.
func (d *desk) opens(o order.Order) bool {
	d.t.Helper()
	token := order.NewLinks(d.A.Company.ID, d.linkKey()).Order(&o, order.WholeOrder)
	_, _, err := message.Tickets(d.t.Context(), d.App, token, message.Printing{Format: paper.A4})
	if err != nil && app.KindOf(err) != app.NotFound {
		d.t.Fatal(err)
	}
	return err == nil
}

func (d *desk) linkKey() (key []byte) {
	d.must(d.App.View(d.t.Context(), d.A.Owner, app.Authenticated, func(r app.Reader) error {
		own, err := company.SettingsOf(r)
		key = own.LinkKey
		return err
	}))
	return key
}

// TestTicketsThatOpenLater: they are withheld until their time, open for everybody at once,
// and are mailed once to who bought before. Staff get them at any time.
func TestTicketsThatOpenLater(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.delay(48)
	o := d.buy(ada, d.ticket)
	second := d.buy(ada, d.ticket)
	d.jobs()
	is.True(!d.opens(o))
	l := d.carrier.lastTo("ada@example.com")
	hasNot(t, l.Text, "/tickets/")
	has(t, l.Text, "Your tickets come by mail on Tuesday, 29 June 2027, 14:00 (Berlin time).")
	token, err := order.MediaLink(t.Context(), d.App, d.A.Owner, order.MediaRequest{OrderID: o.ID})
	is.NoErr(err)
	_, _, err = message.Tickets(t.Context(), d.App, token, message.Printing{Format: paper.A4})
	is.NoErr(err) // staff have them
	before := len(d.carrier.letters)
	d.Clock.Jump(28*24*time.Hour - time.Minute)
	d.jobs()
	is.Equal(len(d.carrier.letters), before)
	is.True(!d.opens(o))
	d.Clock.Jump(time.Minute)
	is.True(d.opens(o)) // at its time, and not when the job comes
	later := d.buy(customer.Buyer{Name: "Bob", Email: "bob@example.com"}, d.ticket)
	is.True(d.opens(later))
	for range 3 {
		d.jobs()
	}
	is.Equal(d.ready(), 2) // each order has a link of its own
	is.True(d.opens(second))
	last := d.carrier.lastTo("ada@example.com")
	is.Equal(last.Subject, "Your tickets for Night of Songs")
	has(t, last.Text, "2 × Standing", base+"/tickets/")
	has(t, d.carrier.lastTo("bob@example.com").Text, "/tickets/") // in the confirmation
}

// TestTicketsOnChangedClocks: a day before is a day on the clocks of the event, also where
// that has an hour less.
func TestTicketsOnChangedClocks(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.moves(d.event, time.Date(2028, 3, 26, 18, 0, 0, 0, time.UTC)) // 20:00 of the day on which summer begins
	d.delay(24)
	o := d.buy(ada, d.ticket)
	d.to(time.Date(2028, 3, 25, 18, 59, 0, 0, time.UTC))
	is.True(!d.opens(o))
	d.to(time.Date(2028, 3, 25, 19, 0, 0, 0, time.UTC)) // 20:00 of the day before
	is.True(d.opens(o))
	d.delay(36) // hours that are no whole days are hours
	d.to(time.Date(2028, 3, 25, 5, 59, 0, 0, time.UTC))
	is.True(!d.opens(o))
	d.to(time.Date(2028, 3, 25, 6, 0, 0, 0, time.UTC))
	is.True(d.opens(o))
}

// TestTicketsOfMovedEvents: what counts is when the event takes place now.
func TestTicketsOfMovedEvents(t *testing.T) {
	start := func(d *desk) (order.Order, time.Time) {
		d.delay(48)
		return d.buy(ada, d.ticket), d.event.Start
	}
	t.Run("later before they opened, and they are mailed later", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		o, at := start(d)
		d.moves(d.event, at.Add(7*24*time.Hour))
		d.to(at.Add(-47 * time.Hour))
		d.jobs()
		is.Equal(d.ready(), 0)
		d.to(at.Add(6 * 24 * time.Hour))
		d.jobs()
		is.Equal(d.ready(), 1)
		is.True(d.opens(o))
	})
	t.Run("later after that, and they close, open and are mailed again", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		o, at := start(d)
		d.to(at.Add(-47 * time.Hour))
		d.jobs()
		is.Equal(d.ready(), 1)
		d.moves(d.event, at.Add(7*24*time.Hour))
		d.jobs()
		is.Equal(d.ready(), 1)
		is.True(!d.opens(o))
		d.to(at.Add(6 * 24 * time.Hour))
		d.jobs()
		is.Equal(d.ready(), 2)
	})
	t.Run("earlier after that, and nobody is told twice", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		_, at := start(d)
		d.to(at.Add(-40 * time.Hour))
		d.jobs()
		d.moves(d.event, at.Add(-24*time.Hour))
		d.jobs()
		is.Equal(d.ready(), 1)
	})
	t.Run("cancelled between the mail and its sending, and it is not sent", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t)
		_, at := start(d)
		d.jobs()
		d.to(at.Add(-47 * time.Hour))
		d.must(d.App.RunJob(t.Context(), mail.ClockJob))
		d.must(d.App.RunJob(t.Context(), queue.SendJob))
		is.Equal(d.ready(), 1)
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.Events).Update(tx, d.event.ID, func(e *catalog.Event) error { e.CancelledAt, e.OffSale = new(tx.Wall()), true; return nil })
			return err
		})
		before := len(d.carrier.letters)
		d.jobs()
		is.Equal(len(d.carrier.letters), before)
		is.Equal(d.mails(mail.Filter{Kinds: []string{string(mail.TicketsReady)}})[0].Reason, "the event was cancelled")
		d.jobs()
		is.Equal(d.ready(), 1)
	})
}

// TestTicketsOpenAfterARestart: what opened while the box office was down is mailed once it
// is up, and a round that was cut off goes on where it was.
func TestTicketsOpenAfterARestart(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	d.delay(48)
	const buyers = 110 // with two tickets each: more than one transaction takes
	for i := range buyers {
		d.buy(customer.Buyer{Name: "B", Email: "b" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "@example.com"}, d.ticket)
	}
	d.jobs()
	d.to(d.event.Start.Add(-time.Hour)) // it was down for two days
	d.must(d.App.RunJob(t.Context(), mail.ClockJob))
	is.NoErr(mail.SomeOfRounds(d.App, d.A.Company.ID)) // and ends after a transaction of the round
	is.True(d.count(mail.TicketsReady) < int64(buyers))
	d.jobs()
	is.Equal(d.count(mail.TicketsReady), int64(buyers))
	for range buyers / 8 { // so many are handed over at once
		d.jobs()
	}
	sent := map[string]int{}
	for _, l := range d.carrier.letters {
		if l.Subject == "Your tickets for Night of Songs" {
			sent[l.To]++
		}
	}
	is.Equal(len(sent), buyers)
	for _, n := range sent {
		is.Equal(n, 1)
	}
}

func (d *desk) count(k mail.Kind) int64 {
	d.t.Helper()
	page, err := mail.List(d.t.Context(), d.App, d.A.Owner, mail.Filter{Kinds: []string{string(k)}})
	d.must(err)
	return page.Total
}

// TestWhoSaysWhenTicketsOpen: the event before the company; late enabling mails nobody.
func TestWhoSaysWhenTicketsOpen(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	change := func(in catalog.TicketAccessChange) {
		_, err := catalog.ChangeTickets(t.Context(), d.App, d.A.Owner, d.event.ID, in)
		is.NoErr(err)
	}
	d.to(d.event.Start.Add(-20 * time.Hour))
	d.delay(24)
	is.True(d.opens(o)) // they are open already
	d.jobs()
	is.Equal(d.ready(), 0)
	change(catalog.TicketAccessChange{LeadHours: catalog.Is(int64(12))})
	is.True(!d.opens(o))
	change(catalog.TicketAccessChange{LeadHours: catalog.Is(int64(0))})
	is.True(d.opens(o))
	change(catalog.TicketAccessChange{LeadHours: catalog.Cleared[int64]()})
	is.True(d.opens(o))
	d.jobs()
	is.Equal(d.ready(), 0)
}

// TestRemindersOfMovedEvents: a reminder comes before the event as it is now, not of one
// that was cancelled, and once also after a restart.
func TestRemindersOfMovedEvents(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.reminds(24)
	d.buy(ada, d.ticket)
	at := d.event.Start
	d.moves(d.event, at.Add(7*24*time.Hour))
	d.to(at.Add(-23 * time.Hour))
	d.jobs()
	is.Equal(d.count(mail.Reminder), int64(0))
	d.to(at.Add(7*24*time.Hour - 2*time.Hour)) // it was down when the reminder was due
	d.jobs()
	d.jobs()
	is.Equal(d.count(mail.Reminder), int64(1))

	gone := d.addEvent("Gone", 48*time.Hour)
	d.buy(ada, d.addItem(gone.ID, func(*catalog.SaleItem, *catalog.InventoryItem) {}))
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, gone.ID, func(e *catalog.Event) error { e.CancelledAt, e.OffSale = new(tx.Wall()), true; return nil })
		return err
	})
	d.Clock.Jump(30 * time.Hour)
	d.jobs()
	is.Equal(d.count(mail.Reminder), int64(1))
}
