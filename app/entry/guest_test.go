package entry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"

	"github.com/matryer/is"
)

// guests is an order of n units of a guest list.
func (d *door) guests(n int, change ...func(*order.Item)) []order.Item {
	d.t.Helper()
	if d.list.ID == 0 {
		d.list = d.saleItem(catalog.GuestList, "Friends")
	}
	tickets := d.item
	defer func() { d.item = tickets }()
	d.item = d.list
	return d.order(n, change...)
}

func (d *door) guestPage(cursor string) GuestPage {
	d.t.Helper()
	pages, err := ListGuests(d.t.Context(), d.w.App, d.side.Owner, []GuestQuery{{EventID: d.event.ID, Cursor: cursor}})
	d.must(err)
	return pages[0]
}

func (d *door) attend(id, n int64, at time.Time) error {
	return SetAttendance(d.t.Context(), d.w.App, d.side.Owner, []Attended{{id, n, at}})
}

func TestGuests(t *testing.T) {
	t.Run("units of one order and holder are one party", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.guests(3)
		d.order(2)
		d.change(items[2].ID, func(i *order.Item) { i.NamedHolder = "Charles Babbage" })
		all := d.guestPage("").Guests
		is.Equal(len(all), 2)
		is.Equal(all[0].ID, items[0].ID)
		is.Equal(all[0].Guests, int64(2))
		is.Equal(all[1].LastName, "Babbage")
	})
	t.Run("scans and numbers count together, each guest once", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.guests(4)
		is.Equal(d.scan(d.entry.ID, "in", items[1].Barcode).Status, Valid)
		is.NoErr(d.attend(items[0].ID, 3, time.Time{}))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(3))
		is.Equal(d.guestPage("").Guests[0].Attended, int64(3))
		is.Equal(d.scan(d.entry.ID, "in", items[0].Barcode).Status, AlreadyIn)
		is.Equal(d.scan(d.entry.ID, "in", items[3].Barcode).Status, Valid)
		is.Equal(d.guestPage("").Guests[0].Attended, int64(4))
	})
	t.Run("whoever left for a moment has come all the same", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.guests(1)
		d.scan(d.entry.ID, "in", items[0].Barcode)
		d.w.Clock.Jump(time.Minute)
		d.scan(d.entry.ID, "out", items[0].Barcode)
		is.Equal(d.guestPage("").Guests[0].Attended, int64(1))
	})
	t.Run("fewer are taken back, and may come again", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.guests(2)
		is.NoErr(d.attend(items[0].ID, 2, time.Time{}))
		d.w.Clock.Jump(time.Minute)
		is.NoErr(d.attend(items[0].ID, 0, time.Time{}))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(0))
		is.Equal(d.guestPage("").Guests[0].Attended, int64(0))
		d.w.Clock.Jump(time.Minute)
		is.Equal(d.scan(d.entry.ID, "in", items[1].Barcode).Status, Valid)
		is.Equal(d.guestPage("").Guests[0].Attended, int64(1))
	})
	t.Run("old news are passed over", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.guests(2)
		is.NoErr(d.attend(items[0].ID, 2, noon))
		is.NoErr(d.attend(items[0].ID, 0, noon.Add(-time.Minute)))
		is.NoErr(d.attend(items[0].ID, 0, noon))
		is.Equal(d.guestPage("").Guests[0].Attended, int64(2))
	})
	t.Run("so they are when the newest said what was known", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		guest := d.guests(2)[0].ID
		is.NoErr(d.attend(guest, 0, noon.Add(-time.Minute)))
		is.NoErr(d.attend(guest, 1, noon.Add(-2*time.Minute)))
		is.Equal(d.guestPage("").Guests[0].Attended, int64(0))
		is.NoErr(d.attend(guest, 1, noon))
		is.Equal(d.guestPage("").Guests[0].Attended, int64(1))
	})
	t.Run("days after the event the newest still counts", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		guest := d.guests(1)[0].ID
		d.w.Clock.Jump(72 * time.Hour)
		is.NoErr(d.attend(guest, 1, noon.Add(70*time.Hour)))
		is.NoErr(d.attend(guest, 0, noon.Add(71*time.Hour)))
		is.Equal(d.guestPage("").Guests[0].Attended, int64(0))
	})
	t.Run("more than were invited, or none of them approved, is refused whole", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.guests(2)
		undecided := d.guests(1, func(i *order.Item) { i.RequiresApproval = true })
		is.True(d.attend(items[0].ID, 3, time.Time{}) != nil)
		is.True(d.attend(undecided[0].ID, 1, time.Time{}) != nil)
		is.True(d.attend(items[0].ID, -1, time.Time{}) != nil)
		err := SetAttendance(t.Context(), d.w.App, d.side.Owner, []Attended{{GuestID: items[0].ID, Attended: 1}, {GuestID: items[1].ID, Attended: 2}})
		is.True(err != nil) // one party, twice
		is.Equal(app.KindOf(d.attend(d.order(1)[0].ID, 1, time.Time{})), app.NotFound)
	})
	t.Run("whom another phone alone lets in, only who may override that lets in by a number", func(t *testing.T) {
		is := is.New(t)
		var asked Claim
		d := newDoor(t, apptest.Ports(func(p *Ports) {
			p.LetInElsewhere = func(_ app.Reader, c Claim) (bool, error) { asked = c; return true, nil }
		}))
		items := d.guests(3)
		steward := d.side.With(app.AdmitGuests)
		tell := func(c *app.Caller, n int64) error {
			d.w.Clock.Jump(time.Minute)
			return SetAttendance(t.Context(), d.w.App, c, []Attended{{GuestID: items[0].ID, Attended: n}})
		}
		is.NoErr(tell(steward, 2))
		d.update(func(tx app.Tx) error { return SetLeased(tx, d.entry.ID, true) })
		err := tell(steward, 3)
		is.True(app.KindOf(err) == app.Invalid && strings.Contains(fmt.Sprint(err), "guests.0.attended"))
		is.Equal(asked, Claim{ZoneID: d.entry.ID, TokenID: steward.TokenID, OrderID: items[2].OrderID, SaleItemID: items[2].SaleItemID, EventID: d.event.ID})
		is.NoErr(tell(steward, 1)) // whoever came may be taken back
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))

		is.NoErr(tell(d.side.Owner, 2))
		rows := d.rows()
		is.Equal([]bool{rows[0].Forced, rows[len(rows)-1].Forced}, []bool{false, true})
	})
	t.Run("a cancelled guest is told of once", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		gone := d.guests(1)[0]
		d.guests(1)
		d.change(d.guests(1)[0].ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		d.w.Clock.Jump(time.Second)
		first := d.guestPage("")
		is.Equal(len(first.Guests), 2)
		d.change(gone.ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		d.w.Clock.Jump(time.Second)
		next := d.guestPage(first.Cursor)
		is.Equal(len(next.Guests), 1)
		is.Equal(next.Guests[0].ID, gone.ID)
		is.Equal(next.Guests[0].Status, GuestCancelled)
		is.Equal(len(d.guestPage(next.Cursor).Guests), 0)
	})
	t.Run("a page is of so many parties, each whole and once", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		for range 5 {
			d.guests(20)
		}
		d.change(d.guests(3)[1].ID, func(i *order.Item) { now := noon; i.CancelledAt = &now }) // two of three come
		two := d.guests(2)
		d.change(two[0].ID, func(i *order.Item) { i.NamedHolder = "Charles Babbage" })
		d.w.Clock.Jump(time.Second)
		var sizes []int
		var came []int64
		for cursor := ""; ; {
			pages, err := ListGuests(t.Context(), d.w.App, d.side.Owner, []GuestQuery{{EventID: d.event.ID, Cursor: cursor, Limit: 3}})
			is.NoErr(err)
			if cursor = pages[0].Cursor; len(pages[0].Guests) == 0 {
				break
			}
			sizes = append(sizes, len(pages[0].Guests))
			for _, g := range pages[0].Guests {
				came = append(came, g.Guests)
			}
		}
		is.Equal(sizes, []int{3, 3, 2})
		slices.Sort(came)
		is.Equal(came, []int64{1, 1, 2, 20, 20, 20, 20, 20})
	})
	t.Run("a list in small pages misses nobody", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		for range 7 {
			d.guests(2)
		}
		d.w.Clock.Jump(time.Second)
		seen, cursor := map[int64]bool{}, ""
		for {
			pages, err := ListGuests(t.Context(), d.w.App, d.side.Owner, []GuestQuery{{EventID: d.event.ID, Cursor: cursor, Limit: 3}})
			is.NoErr(err)
			if len(pages[0].Guests) == 0 {
				break
			}
			for _, g := range pages[0].Guests {
				seen[g.ID] = true
			}
			cursor = pages[0].Cursor
		}
		is.Equal(len(seen), 7)
	})
}

func TestAdmitOrder(t *testing.T) {
	admit := func(d *door, it order.Item) error {
		return AdmitOrder(d.t.Context(), d.w.App, d.side.Owner, order.Key{ID: it.OrderID})
	}
	t.Run("everybody who is not in yet is let in", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		d.scan(d.entry.ID, "in", items[1].Barcode)
		is.NoErr(admit(d, items[0]))
		is.NoErr(admit(d, items[0]))
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 3, UniqueIn: 3, TotalIn: 3})
	})
	t.Run("all or none", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		d.zoneFields(d.entry.ID, ZoneFields{Capacity: catalog.Maybe[int64]{Given: true, Value: ptr(int64(2))}})
		is.True(admit(d, items[0]) != nil)
		is.Equal(d.counter(d.entry.ID).Tally, Tally{})
	})
	t.Run("a frozen order is refused", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2, func(i *order.Item) { i.Frozen = true })
		is.True(admit(d, items[0]) != nil)
	})
	t.Run("what was voided is passed over, and products and guests are left alone", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		d.change(items[0].ID, func(i *order.Item) { now := noon; i.CancelledAt = &now })
		is.NoErr(admit(d, items[0]))
		is.NoErr(admit(d, d.guests(1)[0]))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
	})
}

func (d *door) zoneFields(id int64, in ZoneFields) {
	d.t.Helper()
	_, err := UpdateZone(d.t.Context(), d.w.App, d.side.Owner, id, in)
	d.must(err)
}

func TestAutomaticScanOut(t *testing.T) {
	run := func(d *door) {
		d.t.Helper()
		d.must(d.w.App.RunJob(d.t.Context(), EmptyZones))
	}
	t.Run("everybody who was inside then is out", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(450)
		for part := range 9 {
			var codes []string
			for _, it := range items[part*50 : part*50+50] {
				codes = append(codes, it.Barcode)
			}
			is.Equal(d.scan(d.entry.ID, "in", codes...).Status, Valid)
		}
		close := d.w.Clock.Now().Add(time.Hour)
		d.zoneFields(d.entry.ID, ZoneFields{ScanOut: &[]time.Time{close, close.Add(24 * time.Hour)}})
		run(d)
		is.Equal(d.counter(d.entry.ID).Attendance, int64(450))
		d.w.Clock.Jump(2 * time.Hour)
		late := d.order(1)[0]
		d.scan(d.entry.ID, "in", late.Barcode) // after the moment, before the job
		run(d)
		c := d.counter(d.entry.ID)
		is.Equal(c.Attendance, int64(1))
		is.Equal(c.TotalOut, int64(450))
		is.True(c.StaySeconds < 450*3700) // until that moment, not until now
		is.True(d.state(late.ID).In(d.entry.ID).Inside)
		run(d)
		is.Equal(d.counter(d.entry.ID).TotalOut, int64(450))
	})
	t.Run("so is whoever is told of later, who came before and did not leave", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		moment := noon.Add(-10 * time.Minute)
		d.zoneFields(d.entry.ID, ZoneFields{ScanOut: &[]time.Time{moment}}) // one that is past acts at once
		d.scan(d.entry.ID, "in", items[1].Barcode)
		run(d)
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))

		left := d.offline(items[2].Barcode, 15, true)
		d.upload("", d.offline(items[0].Barcode, 30, false), d.offline(items[1].Barcode, 30, false), d.offline(items[2].Barcode, 30, false), left)
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 3, TotalIn: 4, TotalOut: 3, Stays: 3, StaySeconds: 2*1200 + 900})
		is.Equal(d.state(items[0].ID).In(d.entry.ID).LastOut, moment)
		is.True(d.state(items[1].ID).In(d.entry.ID).Inside) // came again
		for _, row := range d.rows() {
			is.True(!row.Duplicate)
		}
		d.upload("", d.offline(items[0].Barcode, 5, false)) // after the moment
		is.True(d.state(items[0].ID).In(d.entry.ID).Inside)
		d.upload("", d.offline(items[0].Barcode, 31, false)) // it left already
		is.Equal(d.counter(d.entry.ID).TotalOut, int64(3))
	})
	t.Run("a moment that is due counts before the zone is emptied", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.zoneFields(d.entry.ID, ZoneFields{ScanOut: &[]time.Time{noon.Add(-10 * time.Minute)}})
		d.upload("", d.offline(it.Barcode, 30, false))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(0))
		run(d)
		is.Equal(d.counter(d.entry.ID).TotalOut, int64(1))
	})
	t.Run("it is looked for all the time: nobody who comes for the next hour waits for it", func(t *testing.T) {
		for _, j := range Area(Ports{}).Jobs {
			if j.Name == EmptyZones && j.Every > 5*time.Second {
				t.Fatal(j.Every)
			}
		}
	})
	t.Run("a zone that only lets in has none", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		in := ScanIn
		_, err := UpdateZone(t.Context(), d.w.App, d.side.Owner, d.entry.ID, ZoneFields{Mode: &in, ScanOut: &[]time.Time{noon}})
		is.True(err != nil)
	})
}
