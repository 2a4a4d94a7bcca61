package sales_test

import (
	"testing"

	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

// TestWhatBuyersDoNotGiveBack: what others hold, what somebody was let in with, and what is
// no ticket by itself.
func TestWhatBuyersDoNotGiveBack(t *testing.T) {
	for _, c := range []struct {
		must string
		do   func(h *teller, bundle, single order.Basket) (of order.Basket, ids []int64)
		want string
	}{
		{"a bundle with a ticket that somebody else has", func(h *teller, bundle, _ order.Basket) (order.Basket, []int64) {
			_, err := h.handOver("grace@example.com", bundle.Items[1].ID)
			h.noErr(err)
			return bundle, nil
		}, "was given to somebody else"},
		{"its lead", func(h *teller, bundle, _ order.Basket) (order.Basket, []int64) {
			_, err := h.handOver("grace@example.com", bundle.Items[1].ID)
			h.noErr(err)
			return bundle, []int64{bundle.Items[0].ID}
		}, "was given to somebody else"},
		{"a ticket with which somebody was let in", func(h *teller, _, single order.Basket) (order.Basket, []int64) {
			is.New(h.t).Equal(h.scan(single.Items[0].Barcode), entry.Valid)
			return single, nil
		}, "was scanned"},
		{"a bundle of which one was", func(h *teller, bundle, _ order.Basket) (order.Basket, []int64) {
			is.New(h.t).Equal(h.scan(bundle.Items[2].Barcode), entry.Valid)
			return bundle, []int64{bundle.Items[0].ID}
		}, "was scanned"},
		{"a part of a bundle", func(h *teller, bundle, _ order.Basket) (order.Basket, []int64) {
			return bundle, []int64{bundle.Items[1].ID}
		}, "is given back with what it belongs to"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h, s := givers(t)
			_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
			is.NoErr(err)
			of, ids := c.do(h, h.soldTo("ada@example.com", h.mustBundle(catalog.Bundled{SaleItemID: s.ID, Quantity: 2}), 1), h.soldTo("ada@example.com", s, 1))
			_, err = sales.RefundSelf(t.Context(), h.App, h.A.Owner, key(of), ids)
			refusedWith(t, err, c.want)
		})
	}
}

// TestNamingNothingGivesEverythingBack: an empty list of items is none.
func TestNamingNothingGivesEverythingBack(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	b := h.soldTo("ada@example.com", s, 2)
	did, err := sales.RefundSelf(t.Context(), h.App, h.A.Owner, key(b), []int64{})
	is.NoErr(err)
	is.Equal(did.Amount(), int64(2*2250))
}
