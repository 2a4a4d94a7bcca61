package entry_test

import (
	"testing"

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
