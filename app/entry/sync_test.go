package entry_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	. "marquee/app/entry"
	"marquee/app/order"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func (d *door) tickets(q TicketQuery) TicketList {
	d.t.Helper()
	q.EventID = d.event.ID
	if q.Limit == 0 {
		q.Limit = MaxPage
	}
	l, err := ListTickets(d.t.Context(), d.w.App, d.side.Owner, q)
	d.must(err)
	return l
}

func ids(l TicketList) []int64 {
	var out []int64
	for _, t := range l.Tickets {
		out = append(out, t.State.ID)
	}
	return out
}

func TestListTickets(t *testing.T) {
	t.Run("a sold ticket, and what becomes of it", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		l := d.tickets(TicketQuery{})
		is.Equal(ids(l), []int64{items[0].ID, items[1].ID})
		is.Equal(l.Total, int64(2))
		is.Equal(l.Tickets[0].Status, EntrySold)
		is.True(!l.Tickets[0].Moved)
		is.Equal(l.Tickets[0].TypeName, "Day ticket")
		is.Equal(l.Tickets[0].CustomerName, "Ada Maria Lovelace")

		d.scan(d.entry.ID, "in", items[0].Barcode)
		l = d.tickets(TicketQuery{Since: &l.End, Zones: true})
		got := l.Tickets[len(l.Tickets)-1]
		is.Equal(got.State.ID, items[0].ID)
		is.Equal(got.Status, EntryScanned)
		is.Equal(got.InOrder, int64(2))
		is.Equal(got.OrderScanned, int64(1))
		is.Equal(got.ScannedBy, d.side.Owner.UserName)
		is.Equal(len(got.Scans), 1)
		is.Equal(got.Access, []ZoneName{{d.entry.ID, EntryZoneName}})
	})
	t.Run("who is in a zone that hides it is not told", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		hidden := d.zone("Backstage", ZoneFields{HideAttendees: ptr(true)})
		d.scan(hidden.ID, "in", it.Barcode)
		l := d.tickets(TicketQuery{Zones: true})
		is.True(!l.Tickets[0].Moved)
		is.Equal(len(l.Tickets[0].Scans), 0)
		d.scan(d.entry.ID, "in", it.Barcode)
		seen := d.state(it.ID).In(d.entry.ID).LastIn
		d.scan(hidden.ID, "out", it.Barcode)
		d.scanAs(d.side.With(app.ScanZones), ScanRequest{ZoneID: hidden.ID, Direction: AskedIn, Barcodes: []string{it.Barcode}})
		l = d.tickets(TicketQuery{Zones: true})
		is.Equal(len(l.Tickets[0].Scans), 1)
		is.Equal(l.Tickets[0].ScannedOn, seen)
		is.Equal(l.Tickets[0].ScannedBy, "") // it was somebody at the hidden gate
		is.Equal(l.Tickets[0].Status, EntryScanned)
	})
	t.Run("phones at that zone know who is inside, so that they let nobody in twice, and everybody out", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		hidden := d.zone("Backstage", ZoneFields{HideAttendees: ptr(true)})
		d.scan(hidden.ID, "in", it.Barcode)
		for _, doors := range [][]int64{{d.entry.ID}, {d.entry.ID, hidden.ID}} {
			phone, err := ListForPhone(t.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.event.ID, Doors: doors})
			is.NoErr(err)
			is.Equal(len(phone.Tickets[0].Zones), len(doors)-1)
			is.True(phone.Tickets[0].Last == nil) // whoever it was
		}
	})
	t.Run("refunded tickets are told to those who ask for changes only", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		before := d.tickets(TicketQuery{})
		d.change(items[0].ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		d.change(items[1].ID, func(i *order.Item) { i.Frozen = true })
		l := d.tickets(TicketQuery{})
		is.Equal(ids(l), []int64{items[1].ID})
		is.Equal(l.Total, int64(1))
		is.Equal(l.Tickets[0].Status, EntryLocked)
		is.True(l.Tickets[0].Moved)
		l = d.tickets(TicketQuery{Since: &before.End})
		is.Equal(ids(l), []int64{items[0].ID, items[1].ID})
		is.Equal(l.Tickets[0].Status, EntryRefunded)
	})
	t.Run("phones that take new tickets by their signature hear of refunded ones from the beginning", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		d.change(items[0].ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		walk := func(q TicketQuery) (all []PhoneTicket) {
			q.EventID, q.Limit = d.event.ID, 1
			for {
				p, err := ListForPhone(t.Context(), d.w.App, d.side.Owner, q)
				is.NoErr(err)
				is.True(q.Cursor != "" || p.Total == 2) // of those that stand
				if all = append(all, p.Tickets...); p.Cursor == "" {
					return all
				}
				q = TicketQuery{EventID: d.event.ID, Limit: 1, Cursor: p.Cursor}
			}
		}
		is.Equal(len(walk(TicketQuery{})), 2)
		all := walk(TicketQuery{Gone: true})
		is.Equal(len(all), 3)
		is.True(all[2].ID == items[0].ID && all[2].Gone && all[2].Rules.Void)
	})
	t.Run("products come when they are asked for, pending ones not at all", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		ticket := d.order(1)[0]
		d.order(1, func(i *order.Item) { i.RequiresApproval = true })
		beer := d.order(1, func(i *order.Item) { i.Type = catalog.Product })[0]
		is.Equal(ids(d.tickets(TicketQuery{})), []int64{ticket.ID})
		l := d.tickets(TicketQuery{Products: true})
		is.Equal(ids(l), []int64{ticket.ID, beer.ID})
		is.Equal(l.Total, int64(2))
	})
	t.Run("a renamed holder is a change", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.order(1)
		before := d.tickets(TicketQuery{})
		d.w.Clock.Jump(time.Minute)
		d.edit(it.CustomerID, customer.Fields{Name: ptr("Ada King")})
		is.Equal(d.tickets(TicketQuery{}).Tickets[0].CustomerName, "Ada King") // whoever reads sees it at once
		d.must(d.w.App.RunJob(t.Context(), TouchTickets))
		l := d.tickets(TicketQuery{Since: &before.End})
		is.Equal(l.Tickets[len(l.Tickets)-1].CustomerName, "Ada King")
	})
	t.Run("the tickets of one order are walked by time alone", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		d.order(25)
		seen := map[int64]bool{}
		q := TicketQuery{Since: &time.Time{}, Limit: 10}
		for pages := 0; len(seen) < 25; pages++ {
			p := d.tickets(q)
			is.True(pages < 4) // each page moves on
			for _, id := range ids(p) {
				seen[id] = true
			}
			q.Since = &p.End
		}
		is.Equal(ids(d.tickets(q)), []int64{25}) // the newest is told again, and only that
	})
	t.Run("a walk by cursor tells each ticket once", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		d.order(25)
		q := TicketQuery{Since: &time.Time{}, Limit: 10}
		seen := map[int64]bool{}
		pages := 0
		for {
			p := d.tickets(q)
			pages++
			for _, id := range ids(p) {
				is.True(!seen[id])
				seen[id] = true
			}
			if p.Cursor == "" {
				break
			}
			q.Cursor = p.Cursor
		}
		is.Equal(len(seen), 25)
		is.Equal(pages, 3)
	})
	t.Run("a cursor of another list is refused", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		d.order(3)
		l := d.tickets(TicketQuery{Limit: 2})
		for _, q := range []TicketQuery{
			{EventID: d.event.ID, Cursor: l.Cursor, Products: true},
			{EventID: d.event.ID, Cursor: "x." + l.Cursor},
			{EventID: d.event.ID, Cursor: l.Cursor, Since: &noon},
		} {
			q.Limit = 2
			_, err := ListTickets(t.Context(), d.w.App, d.side.Owner, q)
			is.Equal(app.KindOf(err), app.Invalid)
		}
		_, err := ListTickets(t.Context(), d.w.App, d.w.B.Owner, TicketQuery{EventID: d.event.ID, Limit: 2})
		is.Equal(app.KindOf(err), app.NotFound)
	})
}

// TestNothingIsMissed follows the list as a device does while tickets change
// under it, page by page, and expects the device to end with the truth.
func TestNothingIsMissed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDoor(t)
		items := d.order(rapid.IntRange(1, 12).Draw(rt, "tickets"))
		phone := map[int64]string{}
		q := TicketQuery{Limit: int64(rapid.IntRange(1, 5).Draw(rt, "limit"))}
		for range rapid.IntRange(1, 30).Draw(rt, "pages") {
			p := d.tickets(q)
			learn(phone, p)
			it := items[rapid.IntRange(0, len(items)-1).Draw(rt, "ticket")]
			switch rapid.SampledFrom([]string{"nothing", "scan", "refund", "lock", "sell"}).Draw(rt, "meanwhile") {
			case "scan":
				d.scan(d.entry.ID, "in", it.Barcode)
			case "refund":
				d.change(it.ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
			case "lock":
				d.change(it.ID, func(i *order.Item) { i.Frozen = !i.Frozen })
			case "sell":
				items = append(items, d.order(2)...)
			}
			next(&q, p)
		}
		for more := true; more; {
			p := d.tickets(q)
			learn(phone, p)
			more = p.Cursor != ""
			next(&q, p)
		}
		p := d.tickets(q)
		learn(phone, p)
		long := noon.Add(-time.Hour)
		for _, tk := range d.tickets(TicketQuery{Since: &long}).Tickets {
			if had := phone[tk.State.ID]; had != tk.Status && (had != "" || tk.Status != EntryRefunded) {
				rt.Fatalf("ticket %d is %s, the device has %q", tk.State.ID, tk.Status, had)
			}
		}
	})
}

func learn(phone map[int64]string, p TicketList) {
	for _, tk := range p.Tickets {
		phone[tk.State.ID] = tk.Status
	}
}

// next is what a device asks after a page: the rest, or what changed since.
func next(q *TicketQuery, p TicketList) {
	if q.Cursor = p.Cursor; p.Cursor == "" {
		end := p.End
		q.Since = &end
	}
}

// TestTotalOfManyChanges: the total is the number of tickets however many changed.
func TestTotalOfManyChanges(t *testing.T) {
	is := is.New(t)
	d := newDoor(t, apptest.Calm(), apptest.Unchecked())
	d.order(1200)
	is.Equal(d.tickets(TicketQuery{Since: &time.Time{}}).Total, int64(1200))
	is.Equal(d.tickets(TicketQuery{}).Total, int64(1200))
	l := d.tickets(TicketQuery{Since: &time.Time{}, Offset: 1150})
	is.Equal(len(l.Tickets), 50)
	is.Equal(l.HasMore, false)
	l = d.tickets(TicketQuery{Since: &l.Tickets[0].State.ChangedAt})
	is.Equal(l.Total, int64(50))
}
