package sales_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
	"marquee/indexes"
)

func TestTwoBuyersOfOneListing(t *testing.T) {
	t.Run("exactly one has it", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t, apptest.Calm())
		for range 20 {
			b, v := h.offered(s)
			var errs [2]error
			together(2, func(i int) {
				_, errs[i] = patient(func() (order.Basket, error) {
					return h.buy([]string{"grace@example.com", "joan@example.com"}[i], b.Items[0].ID)
				})
			})
			is.True((errs[0] == nil) != (errs[1] == nil))
			is.Equal(h.listing(v).Contracts[0].State, resale.Sold)
			h.Clock.Jump(time.Minute)
			bought, err := h.refundOf(order.Basket{Order: order.Order{ID: h.listing(v).Contracts[0].BasketID}}, asIs)
			is.NoErr(err)
			is.Equal(bought, int64(2250))
		}
	})
	t.Run("control: two have what is looked at before", func(t *testing.T) {
		is := is.New(t)
		h, s := resellers(t, apptest.Calm(), apptest.Unchecked())
		b, v := h.offered(s)
		id := v.Contracts[0].ID
		free := 0
		for i := range 2 { // both looked in a snapshot in which it was free
			h.update(func(tx app.Tx) error {
				c, err := resale.Contracts.Get(tx, id)
				if err != nil {
					return err
				}
				c.State, c.BasketID = resale.Active, 0
				if _, err := indexes.Forge(resale.Contracts).Update(tx, id, func(stored *resale.Contract) error { *stored = c; return nil }); err != nil {
					return err
				}
				free++
				return resale.Reserve(tx, id, b.Order.ID+int64(i)+1)
			})
		}
		is.Equal(free, 2)
	})
}

func TestBuyingRacesTheEndOfAListing(t *testing.T) {
	for name, end := range map[string]func(h *teller, v resale.View) error{
		"somebody ends it": func(h *teller, v resale.View) error {
			_, err := patient(func() (resale.Ended, error) {
				return resale.Cancel(h.t.Context(), h.App, h.A.Owner, resale.Which{ListingID: v.ID})
			})
			return err
		},
		"its time is up": func(h *teller, v resale.View) error {
			h.Clock.Jump(367 * 24 * time.Hour)
			_, err := patient(func() (int, error) { return 0, h.App.RunJob(h.t.Context(), resale.ExpireListings) })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			var sold, ended int
			for round := range 12 {
				h, s := resellers(t, apptest.Calm())
				b, v := h.offered(s)
				var bought error
				together(2, func(i int) {
					if i == round%2 {
						_, bought = patient(func() (order.Basket, error) { return h.buy("grace@example.com", b.Items[0].ID) })
						return
					}
					_ = end(h, v)
				})
				own := h.items(b)[0]
				switch got := h.listing(v).Contracts[0]; {
				case bought == nil:
					sold++
					is.Equal(got.State, resale.Sold)
					is.True(own.SuccessorID != 0 && own.CancelledAt != nil)
				default:
					ended++
					is.True(got.State != resale.Sold)
					is.True(own.SuccessorID == 0 && own.CancelledAt == nil)
				}
			}
			t.Logf("%d sold, %d ended", sold, ended)
		})
	}
}

func TestAListingRacesARefund(t *testing.T) {
	is := is.New(t)
	h, s := resellers(t, apptest.Calm())
	var listed, refunded int
	for round := range 20 {
		b := h.soldTo("ada@example.com", s, 1)
		var listing, refunding error
		var v resale.View
		together(2, func(i int) {
			if i == round%2 {
				v, listing = patient(func() (resale.View, error) { return h.list(1, resale.Ask{ItemID: b.Items[0].ID}) })
				return
			}
			_, refunding = patient(func() (int64, error) { return h.refundOf(b, asIs) })
		})
		is.True((listing == nil) != (refunding == nil)) // one of them, never both
		if listing != nil {
			refunded++
			continue
		}
		listed++
		is.True(h.items(b)[0].Frozen)
		_, err := resale.Cancel(t.Context(), h.App, h.A.Owner, resale.Which{ListingID: v.ID})
		is.NoErr(err)
		_, err = h.refundOf(b, func(*rules.Refund) {})
		is.NoErr(err)
	}
	t.Logf("%d listed, %d refunded", listed, refunded)
}

func TestAListingRacesAScan(t *testing.T) {
	is := is.New(t)
	h, s := resellers(t, apptest.Calm())
	for round := range 9 {
		b := h.soldTo("ada@example.com", s, 1)
		it := h.items(b)[0]
		var listing error
		var admitted bool
		together(2, func(i int) {
			if i == round%2 {
				_, listing = patient(func() (resale.View, error) { return h.list(1, resale.Ask{ItemID: it.ID}) })
				return
			}
			admitted = h.scan(it.Barcode).String() == "valid"
		})
		is.True((listing == nil) != admitted) // who was let in sells nothing, and what is offered lets nobody in
	}
}
