package sales_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/sales/modification"
	"marquee/indexes"
)

// to moves a ticket to another evening, however often the store is asked to try again.
func (d *dates) to(b order.Basket, i, evening int) error {
	_, err := patient(func() (order.Basket, error) {
		return d.rebook(b, modification.RebookedItem{ItemID: b.Items[i].ID, SaleItemID: d.plain[evening].ID})
	})
	return err
}

func TestRebookingsRace(t *testing.T) {
	t.Run("two move one ticket: one does", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t, apptest.Calm())
		for range 4 {
			b := d.bought(one(d.plain[0], 1))
			before := d.stock(d.plain[1]).Sold + d.stock(d.plain[2]).Sold
			var errs [2]error
			together(2, func(i int) { errs[i] = d.to(b, 0, i+1) })
			is.True((errs[0] == nil) != (errs[1] == nil))
			is.Equal(d.stock(d.plain[0]).Sold, int64(0))
			is.Equal(d.stock(d.plain[1]).Sold+d.stock(d.plain[2]).Sold, before+1)
		}
	})
	t.Run("with a scan: who was let in moves nothing", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t, apptest.Calm())
		for round := range 4 {
			b := d.bought(one(d.plain[0], 1))
			barcode := d.items(b)[0].Barcode
			var moved error
			together(2, func(i int) {
				if i == round%2 {
					moved = d.to(b, 0, 1)
					return
				}
				d.scan(barcode)
			})
			was, err := wasScanned(d.teller, b.Items[0].ID)
			is.NoErr(err)
			is.True(was != (moved == nil))
		}
	})
	t.Run("for the last place of another date: one has it", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t, apptest.Calm())
		d.bought(one(d.plain[1], 3)) // of four
		in := adding(one(d.plain[0], 1))
		in.Payment = &cash
		var orders [3]order.Basket
		for i := range orders {
			orders[i] = d.mustAdd(in)
		}
		var errs [3]error
		together(len(orders), func(i int) { errs[i] = d.to(orders[i], 0, 1) })
		moved := int64(0)
		for _, err := range errs {
			if err == nil {
				moved++
			}
		}
		is.Equal(moved, int64(1))
		is.Equal(d.stock(d.plain[1]).Sold, int64(4))
		is.Equal(d.stock(d.plain[0]).Sold, int64(2))
	})
	t.Run("control: who looked before a scan moves whom it let in", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t, apptest.Calm(), apptest.Unchecked())
		b := d.bought(one(d.plain[0], 1))
		was, items := d.order(b), d.items(b)
		is.NoErr(d.to(b, 0, 1))
		is.True(items[0].Admissible()) // a gate that looked before lets the ticket in still,
		is.True(!d.items(b)[0].Admissible())
		is.Equal(was.Status, order.Complete)
		is.Equal(d.stock(d.plain[0]).Sold, int64(0)) // to a place that is free for somebody else
	})
	t.Run("control: who moves what they saw moves it twice", func(t *testing.T) {
		is := is.New(t)
		d := newDates(t, apptest.Calm(), apptest.Unchecked())
		d.bought(one(d.plain[0], 1))
		in := adding(one(d.plain[0], 1))
		in.Payment = &cash
		b := d.mustAdd(in)
		was, items := d.order(b), d.items(b)
		is.NoErr(d.to(b, 0, 1))
		d.update(func(tx app.Tx) error { // the other one did not look again
			items[0].Barcode = "SEEN"
			if _, err := indexes.Forge(order.Orders).Update(tx, was.ID, func(o *order.Order) error { *o = was; return nil }); err != nil {
				return err
			}
			_, err := indexes.Forge(order.Items).Update(tx, items[0].ID, func(it *order.Item) error { *it = items[0]; return nil })
			if err != nil {
				return err
			}
			return order.PortsOf(tx).ItemsChanged(tx, []int64{items[0].ID})
		})
		is.NoErr(d.to(b, 0, 2))
		is.Equal(d.stock(d.plain[0]).Sold, int64(0)) // one stands there still
		is.True(len(d.breaches()) > 0)
	})
}
