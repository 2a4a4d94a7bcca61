package entry_test

import (
	"testing"

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
