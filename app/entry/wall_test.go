package entry_test

import (
	"testing"
	"time"

	"marquee/app"
	. "marquee/app/entry"
	"marquee/app/order"

	"github.com/matryer/is"
)

// A clock that was ahead once leaves the store's own time ahead for good. What is
// allowed is judged by the wall clock; what happened keeps its order.
func TestScansAreJudgedByTheWallClock(t *testing.T) {
	is := is.New(t)
	d := newDoor(t)
	from, until := noon.Add(-time.Hour), noon.Add(time.Hour)
	d.window(&from, &until, 0)
	sold := d.order(2)
	const ahead = 400 * 24 * time.Hour
	d.w.Clock.Jump(ahead)
	d.change(sold[1].ID, func(i *order.Item) { i.SaleName = "Other" }) // a commit takes the time over
	is.True(d.scan(d.entry.ID, "in", sold[0].Barcode).Status != Valid)

	d.w.Clock.Jump(-ahead)
	d.update(func(tx app.Tx) error {
		is.True(tx.Now().After(noon.Add(ahead)))
		is.True(tx.Wall().Before(until))
		return nil
	})
	is.Equal(d.scan(d.entry.ID, "in", sold[0].Barcode).Status, Valid)
	is.Equal(d.scan(d.entry.ID, "in", sold[1].Barcode).Status, Valid)
	rows := d.rows()
	for i := range rows[1:] {
		is.True(!rows[i+1].At.Before(rows[i].At))
	}
}
