package entry_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	. "marquee/app/entry"
	"marquee/app/entry/rules"
	"marquee/app/order"
	"marquee/indexes"
)

// replace gives a ticket another barcode; heir is who has it from then on.
func (d *door) replace(it, heir *order.Item, barcode string) {
	d.t.Helper()
	d.update(func(tx app.Tx) error {
		old := order.OldBarcode{OrderItemID: heir.ID, Old: it.Barcode, New: barcode, ChangedAt: tx.Now()}
		return indexes.Forge(order.OldBarcodes).Insert(tx, &old)
	})
	if it.ID != heir.ID {
		d.change(it.ID, func(i *order.Item) { i.Barcode, i.SuccessorID, i.CancelledAt = "", heir.ID, &noon })
	}
	d.change(heir.ID, func(i *order.Item) {
		if i.Barcode, i.Reissued = barcode, true; it.ID != heir.ID {
			i.Replaced = &order.Replaced{ItemID: it.ID, OrderID: it.OrderID}
		}
	})
	heir.Barcode = barcode
}

func (d *door) doubles() (all []Double) {
	d.t.Helper()
	d.view(func(r app.Reader) (err error) { all, err = DoublesAt(r, d.event.ID, 10); return err })
	return all
}

func TestUploadOfReplacedBarcodes(t *testing.T) {
	t.Run("a gate that was cut off let in the old barcode, another the new one", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		row := d.offline(it.Barcode, 20, false)
		row.UUID = "old"
		d.replace(&it, &it, "NEW")
		is.Equal(d.scan(d.entry.ID, rules.In, "NEW").Status, Valid)
		is.Equal(d.upload("", row), UploadResult{Kept: 1})
		is.Equal(d.upload("", row), UploadResult{Skipped: 1})
		is.Equal(d.counter(d.entry.ID).Tally, Tally{Attendance: 1, UniqueIn: 1, TotalIn: 2})
		both := d.doubles()
		is.Equal(len(both), 1)
		is.Equal(both[0].First.Detail, HistoricBarcode)
		is.Equal(both[0].Second.Detail, "")
	})
	t.Run("whoever came with the old barcode is in, and the new one stays out", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		items := d.order(3)
		row := d.offline(items[0].Barcode, 20, false)
		row.Forced, row.Detail = true, "knows the band"
		// Sold on twice while the gate was cut off.
		d.replace(&items[0], &items[1], "SECOND")
		d.replace(&items[1], &items[2], "THIRD")
		is.Equal(d.upload("", row).Kept, int64(1))
		is.Equal(d.rows()[0].ItemID, items[2].ID)
		is.Equal(d.rows()[0].Detail, "knows the band")
		is.Equal(d.scan(d.entry.ID, rules.In, "THIRD").Status, AlreadyIn)
	})
	t.Run("what was refused is nobody's", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		it := d.order(1)[0]
		row := d.offline(it.Barcode, 20, false)
		row.Refused = true
		d.replace(&it, &it, "NEW")
		d.upload("", row)
		is.Equal(d.rows()[0].ItemID, int64(0))
		is.Equal(d.counter(d.entry.ID).Tally, Tally{})
	})
	t.Run("what is for another event now is nobody's here", func(t *testing.T) {
		is := is.New(t)
		d := newDoor(t)
		other := doorAt(t, d.w, d.side)
		other.made = 10
		it, moved := d.order(1)[0], other.order(1)[0]
		d.replace(&it, &moved, "MOVED")
		d.w.Clock.Jump(time.Second)
		is.Equal(d.upload("", d.offline("T1-0", 20, false)).Misses, []UploadMiss{{0, "", UnknownBarcode}})
	})
}
