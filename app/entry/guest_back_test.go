package entry_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// TestTakenBack: of whom it was taken back never came, however the gate is set.
func TestTakenBack(t *testing.T) {
	for _, mode := range []string{ScanIn, ScanInOut} {
		for _, limit := range []int64{0, 1, 2} {
			t.Run(fmt.Sprintf("%s, at most %d", mode, limit), func(t *testing.T) {
				is := is.New(t)
				d := newDoor(t)
				set := ZoneFields{Mode: &mode}
				if limit > 0 {
					set.ScansInMax = catalog.Is(limit)
				}
				d.zoneFields(d.entry.ID, set)
				guest := d.guests(1)[0]
				is.NoErr(d.attend(guest.ID, 1, time.Time{}))
				d.w.Clock.Jump(time.Minute)
				is.NoErr(d.attend(guest.ID, 0, time.Time{}))
				is.Equal(d.counter(d.entry.ID).Tally, Tally{})
				is.Equal(d.guestPage("").Guests[0].Attended, int64(0))

				d.w.Clock.Jump(time.Minute)
				is.Equal(d.scan(d.entry.ID, "in", guest.Barcode).Status, Valid)
				is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 1})
				is.Equal(d.guestPage("").Guests[0].Attended, int64(1))
			})
		}
	}
	t.Run("a scan of before that arrives later is taken back too, one of after counts", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		guest := d.guests(1)[0]
		is.NoErr(d.attend(guest.ID, 1, time.Time{}))
		d.w.Clock.Jump(10 * time.Minute)
		is.NoErr(d.attend(guest.ID, 0, time.Time{}))
		d.upload("", d.offline(guest.Barcode, -5, false))
		is.Equal(d.counter(d.entry.ID).Tally, Tally{})
		d.w.Clock.Jump(10 * time.Minute)
		d.upload("", d.offline(guest.Barcode, -15, false))
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 1})
	})
}

// TestAttendanceReadsOnce: telling of all guests of an order reads the order once, not once
// for each of them.
func TestAttendanceReadsOnce(t *testing.T) {
	reads := func(guests int) int64 {
		clock := apptest.NewClock()
		m := kvtest.Meter(mem.New(mem.Options{Clock: clock.Now}))
		t.Cleanup(func() { _ = m.Close() })
		d := newDoor(t, apptest.On(m), apptest.Calm(), apptest.WithClock(clock))
		named := 0
		var told []Attended
		for _, it := range d.guests(guests, func(i *order.Item) { named++; i.NamedHolder = fmt.Sprint("Guest ", named) }) {
			told = append(told, Attended{GuestID: it.ID, Attended: 1})
		}
		m.Reset()
		d.must(SetAttendance(t.Context(), d.w.App, d.side.Owner, told))
		c := m.Reset()
		return int64(c.Gets + c.Pairs)
	}
	few, many := reads(10), reads(80)
	if many > 10*few {
		t.Errorf("10 guests cost %d reads, and 80 cost %d", few, many)
	}
}

// TestPairingAgainIsCounted: an answer that is remembered takes of what a token may store,
// even if nothing else is written.
func TestPairingAgainIsCounted(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	it := d.order(1)[0]
	pair := func(uuid string) error {
		_, err := PairTag(t.Context(), d.w.App, d.side.Owner, PairRequest{Barcode: it.Barcode, Tag: "AA", UUID: uuid})
		return err
	}
	is.NoErr(pair("one"))
	d.update(func(tx app.Tx) error { return app.TakeRows(tx, d.side.Owner, app.MaxRowsPerHour-2) })
	is.NoErr(pair("two"))
	is.Equal(app.KindOf(pair("three")), app.TooMany)
	is.NoErr(pair("two"))
	is.NoErr(pair(""))
}

// TestAdmitOrderAgain: whoever is inside is no question any more.
func TestAdmitOrderAgain(t *testing.T) {
	t.Run("a window that is over holds nobody back who is inside", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(1)
		is.Equal(d.scan(d.entry.ID, "in", items[0].Barcode).Status, Valid)
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(catalog.SaleItems).Update(tx, d.item.ID, func(s *catalog.SaleItem) error {
				over := noon.Add(-time.Hour)
				s.ValidUntil = &over
				return nil
			})
			return err
		})
		is.NoErr(AdmitOrder(t.Context(), d.w.App, d.side.Owner, order.Key{ID: items[0].OrderID}))
		is.Equal(d.counter(d.entry.ID).TotalIn, int64(1))
	})
	t.Run("a gate that takes tickets again and again takes an order once", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		mode := ScanIn
		d.zoneFields(d.entry.ID, ZoneFields{Mode: &mode, ScansInMax: catalog.Is(int64(5))})
		items := d.order(2)
		for range 2 {
			is.NoErr(AdmitOrder(t.Context(), d.w.App, d.side.Owner, order.Key{ID: items[0].OrderID}))
			d.w.Clock.Jump(time.Minute)
		}
		is.Equal(d.counter(d.entry.ID).TotalIn, int64(2))
	})
}
