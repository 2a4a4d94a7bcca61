package sales_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/transfer"
	"marquee/indexes"
)

func TestChangingThePurchaserRaces(t *testing.T) {
	change := func(h *teller, b order.Basket) error {
		_, err := patient(func() (struct{}, error) { return struct{}{}, h.purchaser(b, "grace@example.com", true, true) })
		return err
	}
	t.Run("a refund: all of the money goes back once, whoever has the order", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for round := range 4 {
			b := h.soldTo("ada@example.com", s, 2)
			var changed, refunded error
			together(2, func(i int) {
				if i == round%2 {
					changed = change(h, b)
					return
				}
				_, refunded = patient(func() (int64, error) { return h.refundOf(b, asIs) })
			})
			is.NoErr(refunded)
			o := h.order(b)
			is.Equal(o.Totals.Refunded, o.Totals.Paid)
			is.Equal(changed == nil, o.CustomerID == h.known("grace@example.com"))
		}
	})
	t.Run("a claim: what somebody was given is theirs", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for round := range 4 {
			b := h.soldTo("ada@example.com", s, 1)
			made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
			var changed, claimed error
			together(2, func(i int) {
				if i == round%2 {
					changed = change(h, b)
					return
				}
				_, claimed = patient(func() (transfer.Done, error) { return h.claim(made.Token, "joan@example.com") })
			})
			is.NoErr(claimed)
			is.Equal(h.items(b)[0].CustomerID, h.known("joan@example.com"))
			is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
			is.Equal(changed == nil, h.order(b).CustomerID == h.known("grace@example.com"))
		}
	})
	t.Run("a scan: one of the two barcodes lets somebody in", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for round := range 4 {
			b := h.soldTo("ada@example.com", s, 1)
			barcode := h.items(b)[0].Barcode
			var first entry.Status
			together(2, func(i int) {
				if i == round%2 {
					is.NoErr(change(h, b))
					return
				}
				first = h.scan(barcode)
			})
			h.Clock.Jump(time.Second)
			second := h.scan(h.items(b)[0].Barcode)
			is.True((first == entry.Valid) != (second == entry.Valid))
		}
	})
	t.Run("control: who changes what they saw takes a ticket from who was given it", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm(), apptest.Unchecked())
		b := h.soldTo("ada@example.com", s, 1)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
		seen := h.items(b)[0]
		_, err := h.claim(made.Token, "joan@example.com")
		is.NoErr(err)
		claimed := h.items(b)[0].Barcode
		grace := h.known("grace@example.com")
		h.update(func(tx app.Tx) error { // the other one did not look again
			seen.CustomerID, seen.Barcode, seen.TransferID = grace, "SEEN", 0
			_, err := indexes.Forge(order.Items).Update(tx, seen.ID, func(it *order.Item) error { *it = seen; return nil })
			if err != nil {
				return err
			}
			return order.PortsOf(tx).ItemsChanged(tx, []int64{seen.ID})
		})
		is.Equal(h.scan(claimed), entry.Denied) // Joan stands before the door
	})
}
