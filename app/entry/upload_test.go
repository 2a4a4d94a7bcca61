package entry_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func (d *door) upload(uuid string, rows ...UploadRow) UploadResult {
	d.t.Helper()
	d.w.Clock.Jump(time.Second)
	res, err := UploadScans(d.t.Context(), d.w.App, d.side.Owner, Upload{UUID: uuid, Rows: rows})
	d.must(err)
	return res
}

// offline is an admission while the network was gone, some minutes before noon.
func (d *door) offline(code string, minutes int, out bool) UploadRow {
	return UploadRow{Barcode: code, EventID: d.event.ID, ScannedOn: noon.Add(time.Duration(-minutes) * time.Minute), Out: out}
}

func TestUploadScans(t *testing.T) {
	t.Run("two devices let the same ticket in: both rows stay, one person is inside", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.upload("", d.offline(it.Barcode, 20, false))
		d.upload("", d.offline(it.Barcode, 10, false))
		c := d.counter(d.entry.ID)
		is.Equal(c.Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 2})
		rows := d.rows()
		is.True(!rows[0].Duplicate && rows[1].Duplicate)
	})
	t.Run("a late upload does not undo what is newer", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.scan(d.entry.ID, "in", it.Barcode)
		d.upload("", d.offline(it.Barcode, 30, false), d.offline(it.Barcode, 20, true))
		s := d.state(it.ID).In(d.entry.ID)
		is.True(s.Inside)
		is.Equal(s.In, int64(2))
		is.Equal(d.counter(d.entry.ID).StaySeconds, int64(600))
	})
	t.Run("a season ticket comes to an event of its run that is not its own", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		other := doorAt(t, d.w, d.side)
		run := []int64{d.event.ID, other.event.ID}
		it := d.order(1, func(i *order.Item) { i.Type, i.Run = catalog.SeasonTicket, run })[0]
		row := d.offline(it.Barcode, 20, false)
		row.EventID = other.event.ID
		res := d.upload("", row)
		is.Equal(res.Kept, int64(1))
		is.Equal(d.counter(other.entry.ID).Attendance, int64(1))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(0))
	})
	t.Run("a repeated request and a repeated row change nothing", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		row := d.offline(it.Barcode, 30, false)
		row.UUID = "row"
		first := d.upload("up", row)
		is.Equal(first, UploadResult{Kept: 1})
		is.Equal(d.upload("up", row), first)
		is.Equal(d.upload("other", row), UploadResult{Skipped: 1})
		live := d.order(1)[0]
		d.scanAs(d.side.Owner, ScanRequest{UUID: "live", ZoneID: d.entry.ID, Barcodes: []string{live.Barcode}})
		row = d.offline(live.Barcode, 1, false)
		row.UUID = "live"
		is.Equal(d.upload("", row, row), UploadResult{Skipped: 2})
		is.Equal(len(d.rows()), 2)
	})
	t.Run("an upload comes again in pieces, scan by scan", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		var rows []UploadRow
		for i, it := range items {
			row := d.offline(it.Barcode, 10-i, false)
			row.UUID = fmt.Sprint("row", i)
			rows = append(rows, row)
		}
		is.Equal(d.upload("up", rows[:2]...), UploadResult{Kept: 2})
		is.Equal(d.upload("up", rows[1:]...), UploadResult{Kept: 1, Skipped: 1})
		is.Equal(d.upload("up", rows[:2]...), UploadResult{Kept: 2}) // the first answer
		is.Equal(len(d.rows()), 3)
		is.Equal(d.counter(d.entry.ID).Attendance, int64(3))
	})
	t.Run("scans without a uuid are not taken for those of another upload", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		is.Equal(d.upload("up", d.offline(items[0].Barcode, 5, false)).Kept, int64(1))
		for _, row := range []UploadRow{d.offline(items[1].Barcode, 5, false), d.offline(items[0].Barcode, 5, true)} {
			_, err := UploadScans(t.Context(), d.w.App, d.side.Owner, Upload{UUID: "up", Rows: []UploadRow{row}})
			is.True(app.Reused(err))
		}
		is.Equal(len(d.rows()), 1)
		is.Equal(d.w.App.ReusedUUIDs(), int64(2))
	})
	t.Run("rows that lead nowhere do not hold the others back", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		foreign := doorAt(t, d.w, d.w.B)
		res := d.upload("", d.offline("nobody", 3, false), d.offline(it.Barcode, 2, false),
			UploadRow{Barcode: it.Barcode, EventID: foreign.event.ID},
			UploadRow{Barcode: it.Barcode, EventID: d.event.ID, ZoneID: foreign.entry.ID})
		is.Equal(res.Kept, int64(1))
		is.Equal(res.Misses, []UploadMiss{{0, "", UnknownBarcode}, {2, "", UnknownEvent}, {3, "", UnknownZone}})
		is.Equal(len(d.rows()), 2)
	})
	t.Run("refusals of the device are kept and move nobody", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		row := d.offline(it.Barcode, 2, false)
		row.Refused, row.Detail = true, "no wristband"
		d.upload("", row)
		is.Equal(d.rows()[0].Status, Failed)
		is.Equal(d.rows()[0].Detail, "no wristband")
		is.Equal(d.counter(d.entry.ID).Tally, Tally{})
	})
	t.Run("the future counts as now", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.upload("", UploadRow{Barcode: it.Barcode, EventID: d.event.ID, ScannedOn: noon.Add(24 * time.Hour)})
		is.Equal(d.rows()[0].ScannedOn, d.rows()[0].At)
		is.Equal(d.scan(d.entry.ID, "out", it.Barcode).Status, Valid)
		is.True(!d.state(it.ID).In(d.entry.ID).Inside)
	})
	t.Run("a device whose clock is ahead tells what came first", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.scan(d.entry.ID, "in", it.Barcode)
		d.w.Clock.Jump(time.Hour)
		out, in := d.offline(it.Barcode, -62, true), d.offline(it.Barcode, -63, false) // some minutes from now
		for _, rows := range [][]UploadRow{{out, in}, {in, out}} {
			d.upload("", rows...)
			is.True(d.state(it.ID).In(d.entry.ID).Inside) // stepped out, and came in again
			is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
			is.Equal(d.rows()[len(d.rows())-1].Duplicate, false)
			d.w.Clock.Jump(time.Second)
		}
		is.Equal(d.scan(d.entry.ID, "out", it.Barcode).Status, Valid)
	})
	t.Run("and so does one whose clock knows no day", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		var rows []UploadRow
		for i, out := range []bool{false, true, false} {
			rows = append(rows, UploadRow{Barcode: it.Barcode, EventID: d.event.ID, Out: out, ScannedOn: time.Unix(int64(i), 0)})
		}
		d.upload("", rows...)
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 2, TotalOut: 1, Stays: 1})
		is.Equal(d.rows()[2].ScannedOn, d.event.Start.Add(-24*time.Hour))
	})
	t.Run("who moved a ticket last is who did so at the latest, whoever told of it last", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.scan(d.entry.ID, "in", it.Barcode)
		d.scan(d.entry.ID, "out", it.Barcode)
		left := d.rows()[1]
		d.upload("", d.offline(it.Barcode, 30, false), d.offline(it.Barcode, 20, false))
		d.view(func(r app.Reader) error {
			last, err := LatestScan(r, it.ID, d.entry.ID)
			is.NoErr(err)
			is.Equal(*last, left)
			all, err := AdmissionsAt(r, it.ID, d.entry.ID, 2)
			is.NoErr(err)
			is.Equal(len(all), 2)
			is.Equal(all[0].ID, int64(1))
			is.True(all[0].ScannedOn.After(all[1].ScannedOn))
			return nil
		})
		phone, err := ListForPhone(t.Context(), d.w.App, d.side.Owner, TicketQuery{EventID: d.event.ID})
		is.NoErr(err)
		is.Equal(*phone.Tickets[0].Last, left)
	})
	t.Run("capacity is no rule here, and being above it is noted", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		z := d.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(1))})
		items := d.order(2)
		for _, it := range items {
			row := d.offline(it.Barcode, 5, false)
			row.ZoneID = z.ID
			d.upload("", row)
		}
		is.Equal(d.counter(z.ID).Over, int64(1))
		row := d.offline(d.order(1)[0].Barcode, 4, false)
		row.ZoneID = z.ID
		is.Equal(d.upload("", row).Over, []OverCapacity{{z.ID, 1, 3}})
		is.Equal(len(d.upload("", d.offline(items[0].Barcode, 3, true)).Over), 0) // it says so of zones that it moved
	})
	t.Run("a time outside of the event counts as the nearest within a day of it", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		d.w.Clock.Jump(100 * time.Hour)
		items := d.order(3)
		first, last := d.event.Start.Add(-24*time.Hour), d.event.End.Add(24*time.Hour)
		var rows []UploadRow
		for i, at := range []time.Time{time.Unix(0, 0), first, last.Add(time.Hour)} {
			rows = append(rows, UploadRow{Barcode: items[i].Barcode, EventID: d.event.ID, ScannedOn: at})
		}
		res := d.upload("", rows...)
		is.Equal(res.Kept, int64(3))
		is.Equal(res.Notes, []UploadMiss{{0, "", ScannedOnAdjusted}, {2, "", ScannedOnAdjusted}})
		is.Equal(res.Outcomes(rows)[0], RowOutcome{Scanned: true, Detail: ScannedOnAdjusted})
		is.Equal(res.Outcomes(rows)[1], RowOutcome{Scanned: true})
		for i, want := range []time.Time{first, first, last} {
			is.Equal(d.rows()[i].ScannedOn, want)
			is.Equal(d.rows()[i].Clamped, i != 1)
		}
	})
	t.Run("one uuid for several guests is told, and lets in the first alone", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		var rows []UploadRow
		for _, it := range items {
			row := d.offline(it.Barcode, 5, false)
			row.UUID = "always"
			rows = append(rows, row)
		}
		want := []UploadMiss{{1, "always", UUIDReused}, {2, "always", UUIDReused}}
		is.Equal(d.upload("", rows...), UploadResult{Kept: 1, Misses: want})
		again := d.upload("", rows...)
		is.Equal(again, UploadResult{Skipped: 1, Misses: want})
		is.Equal(again.Outcomes(rows), []RowOutcome{{"always", true, ""}, {"always", false, UUIDReused}, {"always", false, UUIDReused}})
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
	})
	t.Run("a device that stores too much waits, and its guests still get in", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it, restless := d.order(1)[0], d.order(1)[0]
		for i := range ManyScans {
			is.Equal(d.scan(d.entry.ID, []string{"in", "out"}[i%2], restless.Barcode).Status, Valid)
		}
		scanner := d.side.With(app.ScanZones)
		rows := make([]UploadRow, MaxUpload)
		for i := range rows {
			rows[i] = d.offline("nobody", i, false)
		}
		full := app.MaxRowsPerHour / MaxUpload
		for range full {
			_, err := UploadScans(t.Context(), d.w.App, scanner, Upload{Rows: rows})
			is.NoErr(err)
		}
		_, err := UploadScans(t.Context(), d.w.App, scanner, Upload{Rows: rows})
		is.Equal(app.KindOf(err), app.TooMany)
		var refused *app.Error
		is.True(errors.As(err, &refused) && refused.RetryAfter > 0 && refused.RetryAfter <= 3600/full+1)
		_, err = ScanZone(t.Context(), d.w.App, scanner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{"nobody"}})
		is.Equal(app.KindOf(err), app.TooMany) // a refusal would be a row
		_, err = ScanZone(t.Context(), d.w.App, scanner, ScanRequest{ZoneID: d.entry.ID, Direction: "in", Barcodes: []string{restless.Barcode}})
		is.Equal(app.KindOf(err), app.TooMany) // nobody goes in and out so often
		is.Equal(len(d.rows()), ManyScans+full*MaxUpload)
		is.Equal(d.scanAs(scanner, ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}}).Status, Valid)
		is.Equal(d.upload("", rows[0]).Misses[0].Reason, UnknownBarcode) // other devices go on
		restarted := app.New(d.w.App.Engine(), d.w.App.Definition(), app.Options{Clock: d.w.Clock.Now})
		_, err = UploadScans(t.Context(), restarted, scanner, Upload{Rows: rows})
		is.Equal(app.KindOf(err), app.TooMany) // a restart forgives nothing
		d.w.Clock.Jump(time.Duration(refused.RetryAfter) * time.Second)
		_, err = UploadScans(t.Context(), d.w.App, scanner, Upload{Rows: rows})
		is.NoErr(err)
	})
	t.Run("an upload names nobody of another company, and nobody at all without the right to", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		row := d.offline(it.Barcode, 5, false)
		row.ScannedBy = d.w.B.Owner.UserID
		is.Equal(d.upload("", row).Notes, []UploadMiss{{0, "", ScannedByIgnored}})
		is.Equal(d.rows()[0].UserID, d.side.Owner.UserID)
		row = d.offline(it.Barcode, 4, true)
		row.ScannedBy = d.side.With(app.ScanZones).UserID
		d.upload("", row)
		is.Equal(d.rows()[1].UserID, row.ScannedBy)
		for _, c := range []*app.Caller{d.side.With(app.ScanZones), d.side.With(app.ScanZones, app.OverrideScans)} {
			row = d.offline(it.Barcode, 3, false)
			row.ScannedBy = d.side.Owner.UserID
			_, err := UploadScans(t.Context(), d.w.App, c, Upload{Rows: []UploadRow{row}})
			is.NoErr(err)
			is.Equal(d.rows()[len(d.rows())-1].UserID == row.ScannedBy, c.Can(app.OverrideScans))
		}
	})
	t.Run("too many rows are refused", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		_, err := UploadScans(t.Context(), d.w.App, d.side.Owner, Upload{Rows: make([]UploadRow, MaxUpload+1)})
		is.Equal(app.KindOf(err), app.Invalid)
	})
}

// TestUploadOrder brings the same scans in two orders, cut into requests at
// random, and expects the same state of tickets and zones.
func TestUploadOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDoor(t)
		items := d.order(2)
		var rows []UploadRow
		for i := range rapid.IntRange(1, 12).Draw(rt, "scans") {
			row := d.offline(items[rapid.IntRange(0, 1).Draw(rt, "ticket")].Barcode, rapid.IntRange(0, 6).Draw(rt, "minutes"), rapid.Bool().Draw(rt, "out"))
			row.UUID = fmt.Sprint("row", i)
			rows = append(rows, row)
		}
		other := newDoor(t)
		twins := other.order(2)
		shuffled := rapid.Permutation(rows).Draw(rt, "arrival")
		for _, one := range shuffled {
			one.Barcode = twins[slices.IndexFunc(items, func(i order.Item) bool { return i.Barcode == one.Barcode })].Barcode
			one.EventID = other.event.ID
			other.upload("", one)
		}
		d.upload("all", rows...)
		for i := range items {
			a, b := d.state(items[i].ID).In(d.entry.ID), other.state(twins[i].ID).In(other.entry.ID)
			a.ZoneID, b.ZoneID = 0, 0
			if a != b {
				rt.Fatalf("ticket %d: %+v in order, %+v shuffled", i, a, b)
			}
		}
		if a, b := d.counter(d.entry.ID).Tally, other.counter(other.entry.ID).Tally; a != b {
			rt.Fatalf("zone: %+v in order, %+v shuffled", a, b)
		}
	})
}
