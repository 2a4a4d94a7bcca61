package sales_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/indexes"
	"marquee/kv"
)

// damage spoils the nth record of a table, counted from 1 over all companies.
func (h *hall) damage(space kv.Space, n int) {
	h.t.Helper()
	err := h.App.Engine().Update(context.Background(), func(tx kv.Tx) error {
		left := n
		for p, err := range tx.Scan(space, kv.Range{}) {
			if err != nil {
				return err
			}
			if left--; left == 0 {
				value := append([]byte(nil), p.Value...)
				value[len(value)-1] ^= 0xff
				return tx.Put(space, append([]byte(nil), p.Key...), value)
			}
		}
		h.t.Fatalf("%s has too few records", space)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// TestOneDamagedRecord: a basket that cannot be read keeps its own stock and
// stops nobody else.
func TestOneDamagedRecord(t *testing.T) {
	// The counters of the event come first, then those of its two sale items.
	for space, nth := range map[kv.Space]int{"orders": 1, "order_items": 1, "sale_items": 1, "stock": 3} {
		t.Run(string(space), func(t *testing.T) {
			is := is.New(t)
			h := newHall(t, apptest.Unchecked())
			lost, s := h.addItem(5, plain), h.addItem(2, plain)
			h.mustAdd(adding(one(lost, 1)))
			h.mustAdd(adding(one(s, 2)))
			h.damage(space, nth)
			h.Clock.Jump(11 * time.Minute)

			page, err := catalog.ListSaleItems(t.Context(), h.App, h.A.Owner, catalog.SaleItemFilter{ItemID: &s.ItemID})
			is.NoErr(err)
			is.Equal(*page.Items[0].Left(), int64(2)) // what is overdue is free for readers
			_, err = h.add(adding(one(s, 2)))
			is.NoErr(err) // and for buyers, before any sweep
			h.Clock.Jump(11 * time.Minute)
			is.True(h.App.RunJob(t.Context(), sales.ExpireBaskets) != nil) // the damaged one is reported
			is.Equal(h.stock(s).Reserved, int64(0))
		})
	}
}

// TestManyDamagedBaskets: more than one batch of them at the head of the queue
// does not keep the sweeper from those behind.
func TestManyDamagedBaskets(t *testing.T) {
	is := is.New(t)
	h := newHall(t, apptest.Unchecked())
	lost, s := h.addItem(500, plain), h.addItem(5, plain)
	for range 120 {
		h.mustAdd(adding(one(lost, 1)))
	}
	h.mustAdd(adding(one(s, 3)))
	h.update(func(tx app.Tx) error { return indexes.Forge(catalog.SaleItems).Delete(tx, lost.ID) })
	h.Clock.Jump(11 * time.Minute)
	is.True(h.App.RunJob(t.Context(), sales.ExpireBaskets) != nil)
	is.Equal(h.stock(s).Reserved, int64(0))
	is.Equal(h.stock(lost).Reserved, int64(120))
	_, err := order.ReadBasket(t.Context(), h.App, h.A.Owner, order.Key{ID: 121})
	is.NoErr(err)
}

// TestACompanyWhoseBasketsAreDamaged does not stop the next one's.
func TestACompanyWhoseBasketsAreDamaged(t *testing.T) {
	is := is.New(t)
	h := newHall(t, apptest.Unchecked())
	h.mustAdd(adding(one(h.addItem(5, plain), 1)))
	var b order.Order
	err := h.App.Update(t.Context(), h.B.Owner, app.Authenticated, func(tx app.Tx) error {
		until := tx.Now().Add(time.Minute)
		b = order.Order{Reference: order.NewReference(h.App), Status: order.Active, CurrencyID: 978, ExpiresAt: &until}
		return indexes.Forge(order.Orders).Insert(tx, &b)
	})
	is.NoErr(err)
	h.damage("orders", 1)
	h.Clock.Jump(11 * time.Minute)
	is.True(h.App.RunJob(t.Context(), sales.ExpireBaskets) != nil)
	again, err := order.ReadBasket(t.Context(), h.App, h.B.Owner, order.Key{ID: b.ID})
	is.NoErr(err)
	is.Equal(again.Order.Status, order.Expired)
}
