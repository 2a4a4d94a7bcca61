package entry_test

import (
	"testing"
	"time"

	"marquee/app"
	. "marquee/app/entry"
	"marquee/app/entry/rules"

	"github.com/matryer/is"
)

// named is an admission of some minutes before noon with a uuid.
func (d *door) named(uuid, code string, minutes int) UploadRow {
	row := d.offline(code, minutes, false)
	row.UUID = uuid
	return row
}

func TestUploadOfKnownUUIDs(t *testing.T) {
	t.Run("that of a live scan of another guest is refused, and noted", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		d.scanAs(d.side.Owner, ScanRequest{UUID: "live", ZoneID: d.entry.ID, Direction: rules.In, Barcodes: []string{items[0].Barcode}})
		out := d.named("live", items[0].Barcode, 5)
		out.Out = true
		res := d.upload("", d.named("live", items[0].Barcode, 5), d.named("live", items[1].Barcode, 5), out)
		is.Equal(res.Skipped, int64(1))
		is.Equal(res.Misses, []UploadMiss{{1, "live", UUIDReused}, {2, "live", UUIDReused}})
		is.Equal(len(d.rows()), 1)
		is.Equal(d.w.App.ReusedUUIDs(), int64(1))
	})
	t.Run("that of a refusal lets nobody in", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		refused := d.named("row", it.Barcode, 5)
		refused.Refused = true
		d.upload("", refused)
		is.Equal(d.upload("", refused, d.named("row", it.Barcode, 4)), UploadResult{Skipped: 1, Misses: []UploadMiss{{1, "row", UUIDReused}}})
		is.Equal(d.w.App.ReusedUUIDs(), int64(1))
	})
	t.Run("whoever was let in stays in, whatever the device says later", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		row := d.named("row", it.Barcode, 5)
		d.upload("", row)
		row.Refused = true
		is.Equal(d.upload("", row), UploadResult{Skipped: 1})
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
	})
	t.Run("a live scan that arrives after it was brought is done already", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		auto := ScanAuto
		zone, items := d.zone("Tent", ZoneFields{Mode: &auto}), d.order(3)
		first, further := d.named("late", items[0].Barcode, 1), d.named("late/1", items[1].Barcode, 1)
		first.ZoneID, further.ZoneID = zone.ID, zone.ID
		d.upload("", first, further)
		res := d.scanAs(d.side.Owner, ScanRequest{UUID: "late", ZoneID: zone.ID, Barcodes: []string{items[0].Barcode, items[1].Barcode}})
		is.Equal(res.Status, Valid)
		is.Equal(res.Moved, []Moved{{ItemID: items[0].ID}, {ItemID: items[1].ID}})
		is.Equal(res.Attendance, int64(2)) // nobody was sent out again
		is.Equal(len(d.rows()), 2)

		d.scan(zone.ID, "", items[2].Barcode)
		_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, ScanRequest{UUID: "late", ZoneID: zone.ID, Barcodes: []string{items[2].Barcode}})
		is.True(app.Reused(err))
		is.Equal(d.counter(zone.ID).Attendance, int64(3))
		is.Equal(d.scan(zone.ID, "", items[0].Barcode).Attendance, int64(2)) // another scan goes out
	})
	t.Run("those of further tickets of a live scan are known", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(4)
		codes := []string{items[0].Barcode, items[1].Barcode, items[2].Barcode}
		d.scanAs(d.side.Owner, ScanRequest{UUID: "group", ZoneID: d.entry.ID, Direction: rules.In, Barcodes: codes})
		res := d.upload("", d.named("group", codes[0], 1), d.named("group/1", codes[1], 1), d.named("group/2", codes[2], 1))
		is.Equal(res, UploadResult{Skipped: 3})
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 3, UniqueIn: 3, TotalIn: 3})
		// What it did not let in is new, and known from then on.
		more := d.named("group/3", items[3].Barcode, 1)
		is.Equal(d.upload("", more).Kept, int64(1))
		is.Equal(d.upload("", more).Skipped, int64(1))
	})
}

// TestUploadOfWhomNobodyHeard: the answer that let a ticket in was lost, and the phone turned its
// guest away.
func TestUploadOfWhomNobodyHeard(t *testing.T) {
	scan := func(d *door, uuid string, codes ...string) {
		d.scanAs(d.side.Owner, ScanRequest{UUID: uuid, Once: true, ZoneID: d.entry.ID, Direction: rules.In, Barcodes: codes})
	}
	unheard := func(d *door, uuid, code string) UploadRow {
		row := d.named(uuid, code, 0)
		row.Refused, row.Unheard, row.Detail = true, true, "full"
		return row
	}
	for _, mode := range []string{ScanIn, ScanInOut} {
		t.Run("they did not come, and may: "+mode, func(t *testing.T) {
			is := is.New(t)
			d := newDoor(t)
			d.zoneFields(d.entry.ID, ZoneFields{Mode: &mode})
			it := d.order(1)[0]
			scan(d, "lost", it.Barcode)
			is.Equal(d.upload("", unheard(d, "lost", it.Barcode)), UploadResult{Kept: 1})
			is.Equal(d.counter(d.entry.ID).Tally, Tally{})
			is.Equal(d.upload("", unheard(d, "lost", it.Barcode)), UploadResult{Skipped: 1})
			is.Equal(len(d.rows()), 3)
			is.Equal([]any{d.rows()[2].Status, d.rows()[2].Detail}, []any{Failed, "full"})

			scan(d, "next", it.Barcode)
			is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 1})
			is.Equal(d.upload("", unheard(d, "lost", it.Barcode)), UploadResult{Skipped: 1})
			is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
		})
	}
	t.Run("nor did those who stood with them", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		scan(d, "group", items[0].Barcode, items[1].Barcode, items[2].Barcode)
		d.upload("", unheard(d, "group", items[0].Barcode), unheard(d, "group/1", items[1].Barcode), unheard(d, "group/2", items[2].Barcode))
		is.Equal(d.counter(d.entry.ID).Tally, Tally{})
	})
	t.Run("who was here before has left", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.scan(d.entry.ID, rules.In, it.Barcode)
		d.scan(d.entry.ID, rules.Out, it.Barcode)
		scan(d, "lost", it.Barcode)
		d.upload("", unheard(d, "lost", it.Barcode))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(0))
		is.Equal(d.state(it.ID).In(d.entry.ID).In, int64(2))
		is.Equal(d.scan(d.entry.ID, rules.In, it.Barcode).Status, Valid)
	})
	t.Run("whom another gate let in since stays in", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		scan(d, "lost", it.Barcode)
		is.Equal(d.scanAs(d.side.Owner, ScanRequest{ZoneID: d.entry.ID, Direction: rules.In, Barcodes: []string{it.Barcode}, IgnoreInside: true}).Status, Valid)
		is.Equal(d.upload("", unheard(d, "lost", it.Barcode)), UploadResult{Skipped: 1})
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
	})
	t.Run("so does whom a gate that was cut off let in since, who is told of later", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		scan(d, "lost", it.Barcode)
		d.w.Clock.Jump(time.Minute)
		other := d.offline(it.Barcode, 0, false)
		other.ScannedOn = d.w.App.Now()
		d.w.Clock.Jump(time.Minute)
		d.upload("", unheard(d, "lost", it.Barcode))
		d.upload("", other)
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 1})
		is.Equal(len(d.doubles()), 0)
	})
	t.Run("a refusal of a device that may have heard the answer takes nobody out", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		scan(d, "live", it.Barcode)
		row := unheard(d, "live", it.Barcode)
		row.Unheard = false
		is.Equal(d.upload("", row), UploadResult{Skipped: 1})
		is.Equal(d.counter(d.entry.ID).Attendance, int64(1))
	})
	t.Run("a request that comes only after that lets nobody in", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		d.upload("", unheard(d, "late", it.Barcode))
		late := ScanRequest{UUID: "late", Once: true, ZoneID: d.entry.ID, Direction: rules.In, Barcodes: []string{it.Barcode}}
		_, err := ScanZone(t.Context(), d.w.App, d.side.Owner, late)
		is.True(app.Reused(err))
		is.Equal(d.counter(d.entry.ID).Attendance, int64(0))
		late.Once = false // of a client that asks again under a uuid
		is.Equal(d.scanAs(d.side.Owner, late).Status, Valid)
	})
}
