package sales_test

import (
	"errors"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

// types lists the types of a typed refusal.
func types(err error) []string {
	var e *app.Error
	if !errors.As(err, &e) {
		return nil
	}
	var all []string
	for _, b := range e.Reasons {
		all = append(all, b.Type)
	}
	return all
}

// fieldsOf lists the fields of a refusal.
func fieldsOf(err error) []string {
	var e *app.Error
	if !errors.As(err, &e) {
		return nil
	}
	var all []string
	for _, f := range e.Fields {
		all = append(all, f.Field)
	}
	return all
}

func TestBasketToOrder(t *testing.T) {
	kvtest.SingleGoroutine(t)
	t.Run("a basket reserves, a completed one sells", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(10, plain)
		b := h.mustAdd(adding(one(s, 3)))
		is.True(b.New)
		is.Equal(b.Order.Totals.Total, int64(6750))
		is.Equal(b.Order.Totals.Fees, int64(750))
		is.Equal(b.Lines[0].Quantity(), int64(3))
		is.Equal(h.stock(s).Reserved, int64(3))
		is.Equal(b.Order.ExpiresAt.Sub(h.Clock.Now()).Round(time.Second), 10*time.Minute)

		done, err := h.complete(b, cash)
		is.NoErr(err)
		is.Equal(done.Order.Status, order.Complete)
		is.Equal(done.Order.Totals.Paid, int64(6750))
		is.Equal(len(done.Items[0].Barcode), order.BarcodeLength)
		is.Equal(len(done.Order.TransactionIDs), 1)
		is.Equal(h.stock(s).Reserved, int64(0))
		is.Equal(h.stock(s).Sold, int64(3))
	})
	t.Run("completing twice is refused", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		b := h.mustAdd(adding(one(h.addItem(10, plain), 1)))
		_, err := h.complete(b, cash)
		is.NoErr(err)
		_, err = h.complete(b, cash)
		is.Equal(fieldsOf(err), []string{"basketId"})
	})
	t.Run("a basket whose time is up cannot be completed and its stock is free at once", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(1, plain)
		b := h.mustAdd(adding(one(s, 1)))
		_, err := h.add(adding(one(s, 1)))
		is.Equal(types(err), []string{"not_enough_stock"})
		h.Clock.Jump(10*time.Minute + time.Second)
		_, err = h.complete(b, cash)
		is.Equal(fieldsOf(err), []string{"basketId"})
		other := h.mustAdd(adding(one(s, 1)))
		is.True(other.Order.ID != b.Order.ID)
		old, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, key(b))
		is.NoErr(err)
		is.True(old.Expired)
	})
	t.Run("the sweeper gives stock back", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		s := h.addItem(500, plain)
		for range 120 {
			h.mustAdd(adding(one(s, 2)))
		}
		h.Clock.Jump(10*time.Minute + time.Second)
		is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
		is.Equal(h.stock(s).Reserved, int64(0))
	})
	t.Run("one damaged order does not keep the sweeper from the others", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t, apptest.Unchecked())
		lost, s := h.addItem(5, plain), h.addItem(5, plain)
		h.mustAdd(adding(one(s, 1)))
		h.mustAdd(adding(one(lost, 1)))
		h.mustAdd(adding(one(s, 1)))
		h.update(func(tx app.Tx) error { return indexes.Forge(catalog.SaleItems).Delete(tx, lost.ID) })
		h.Clock.Jump(11 * time.Minute)
		is.True(h.App.RunJob(t.Context(), sales.ExpireBaskets) != nil)
		is.Equal(h.stock(s).Reserved, int64(0))
	})
	t.Run("the reference finds the basket, whatever its case", func(t *testing.T) {
		is := is.New(t)
		h := newHall(t)
		b := h.mustAdd(adding(one(h.addItem(10, plain), 1)))
		found, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, order.ParseKey(" "+lower(b.Order.Reference)))
		is.NoErr(err)
		is.Equal(found.Order.ID, b.Order.ID)
		_, err = order.ReadBasket(t.Context(), h.App, h.B.Owner, order.ParseKey(b.Order.Reference))
		is.Equal(app.KindOf(err), app.NotFound)
	})
}
