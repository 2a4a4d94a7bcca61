package entry_test

import (
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	. "marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

// scanWhile runs one scan whose first attempt is overtaken: the rival commits
// after the scan has decided and before it commits.
func (d *door) scanWhile(in ScanRequest, rival func()) ScanResult {
	d.t.Helper()
	s, err := NewScanning(d.w.App, d.side.Owner, in)
	d.must(err)
	overtaken := false
	d.w.Clock.Jump(time.Minute)
	d.update(func(tx app.Tx) error {
		err := s.Run(tx)
		if !overtaken {
			overtaken = true
			d.w.Clock.Jump(-time.Minute)
			rival()
			d.w.Clock.Jump(time.Minute)
		}
		return err
	})
	return s.Result()
}

func TestWhatHappensBetween(t *testing.T) {
	t.Run("a refund that comes first is seen", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm())
		it := d.order(1)[0]
		in := ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}}
		res := d.scanWhile(in, func() { d.change(it.ID, func(i *order.Item) { now := noon; i.CancelledAt = &now }) })
		is.Equal(res.Status, Denied)
	})
	t.Run("control: a refund that tells no gate is missed", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm(), apptest.Unchecked())
		it := d.order(1)[0]
		in := ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}}
		res := d.scanWhile(in, func() {
			d.update(func(tx app.Tx) error {
				_, err := indexes.Forge(order.Items).Update(tx, it.ID, func(i *order.Item) error { now := noon; i.CancelledAt = &now; return nil })
				return err
			})
		})
		is.Equal(res.Status, Valid)
	})
	t.Run("a lock that comes first is seen", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm())
		it := d.order(1)[0]
		in := ScanRequest{ZoneID: d.entry.ID, Barcodes: []string{it.Barcode}}
		res := d.scanWhile(in, func() { d.change(it.ID, func(i *order.Item) { i.Frozen = true }) })
		is.Equal(res.Detail, OrderLocked)
	})
	t.Run("a lowered capacity and a deleted zone are seen", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm())
		items := d.order(2)
		z := d.zone("Tent", ZoneFields{Capacity: catalog.Is(int64(2))})
		d.scan(z.ID, "in", items[0].Barcode)
		in := ScanRequest{ZoneID: z.ID, Barcodes: []string{items[1].Barcode}}
		res := d.scanWhile(in, func() {
			_, err := UpdateZone(t.Context(), d.w.App, d.side.Owner, z.ID, ZoneFields{Capacity: catalog.Is(int64(1))})
			d.must(err)
		})
		is.Equal(res.Status, Full)
	})
	t.Run("lowering a capacity below the attendance is allowed and noted", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(2)
		z := d.zone("Tent", ZoneFields{})
		d.scan(z.ID, "in", items[0].Barcode, items[1].Barcode)
		_, err := UpdateZone(t.Context(), d.w.App, d.side.Owner, z.ID, ZoneFields{Capacity: catalog.Is(int64(0))})
		is.NoErr(err)
		is.Equal(d.counter(z.ID).Over, int64(2))
		is.Equal(d.scan(z.ID, "out", items[0].Barcode).Status, Valid)
		is.Equal(d.scan(z.ID, "in", items[0].Barcode).Status, Full)
	})
	t.Run("one upload brought twenty times at once is kept once", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t, apptest.Calm())
		it := d.order(1)[0]
		row := d.offline(it.Barcode, 5, false)
		row.UUID = "row"
		var done sync.WaitGroup
		for i := range 20 {
			done.Go(func() {
				uuid := ""
				if i%2 == 0 {
					uuid = "request"
				}
				for {
					_, err := UploadScans(t.Context(), d.w.App, d.side.Owner, Upload{UUID: uuid, Rows: []UploadRow{row}})
					if app.KindOf(err) != app.TooMany {
						d.must(err)
						return
					}
				}
			})
		}
		done.Wait()
		is.Equal(len(d.rows()), 1)
	})
}
