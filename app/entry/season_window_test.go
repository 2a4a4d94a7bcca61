package entry_test

import (
	"testing"
	"time"

	"marquee/app/catalog"
	. "marquee/app/entry"

	"github.com/matryer/is"
)

// TestASeasonTicketOpensAroundEachEvent: what is said for its own event counts at each other one
// as it lies around that, and devices hear of it when either moves.
func TestASeasonTicketOpensAroundEachEvent(t *testing.T) {
	is := is.New(t)
	d := newTwoEvents(t)
	it := d.season()
	from, to := d.event.Start.Add(-time.Hour), d.event.End
	d.window(&from, &to, 0)
	move := func(event int64, start, end time.Time, along *catalog.MassUpdate) EntryTicket {
		t.Helper()
		d.w.Clock.Jump(time.Minute)
		since, online := d.w.Clock.Now(), true
		_, _, err := catalog.UpdateEvent(t.Context(), d.w.App, d.side.Owner, event, catalog.EventChange{Start: &start, End: &end, OnlineOnly: &online}, along)
		is.NoErr(err)
		d.must(d.w.App.RunJob(t.Context(), TouchTickets))
		told := d.listed(d.side.Owner, &since)
		is.Equal(len(told), 1)
		is.Equal(told[0].Item.ID, it.ID)
		return told[0]
	}
	start := d.event.Start.Add(72 * time.Hour)
	end := start.Add(9 * time.Hour)
	told := move(d.other.event.ID, start, end, nil)
	is.Equal(*told.ValidFrom, start.Add(-time.Hour))
	is.Equal(*told.ValidTo, end)

	check := func(at time.Time) (own, other ScanResult) {
		t.Helper()
		d.w.Clock.Jump(at.Sub(d.w.Clock.Now()))
		for zone, res := range map[int64]*ScanResult{d.entry.ID: &own, d.other.entry.ID: &other} {
			var err error
			*res, err = CheckZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{ZoneID: zone, Direction: AskedIn, Barcodes: []string{it.Barcode}})
			is.NoErr(err)
		}
		return own, other
	}
	own, other := check(from.Add(time.Minute))
	is.Equal(own.Status, Valid)
	is.Equal(other.Detail, OutsideOfValidity)
	own, other = check(start.Add(-59 * time.Minute))
	is.Equal(own.Detail, OutsideOfValidity)
	is.Equal(other.Status, Valid)
	_, other = check(end.Add(-time.Minute))
	is.Equal(other.Status, Valid)

	told = move(d.event.ID, d.event.Start.Add(time.Hour), d.event.End, nil)
	is.Equal(*told.ValidFrom, start.Add(-2*time.Hour)) // two hours before the start of its own, by now
	is.Equal(*told.ValidTo, end)
	told = move(d.event.ID, d.event.Start.Add(time.Hour), d.event.End, &catalog.MassUpdate{
		Events: []int64{d.other.event.ID}, Fields: catalog.MassFields{Start: true, End: true},
	})
	is.Equal(*told.ValidFrom, from) // both begin at the same time
	is.Equal(*told.ValidTo, to)
}
