package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
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
		{"a ticket that another buyer sold on", func(h *teller, _, single order.Basket) (order.Basket, []int64) {
			return h.boughtOn(single), nil
		}, "was bought from another buyer"},
		{"one that is named", func(h *teller, _, single order.Basket) (order.Basket, []int64) {
			b := h.boughtOn(single)
			return b, []int64{b.Items[0].ID}
		}, "was bought from another buyer"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h, s := givers(t)
			_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
			is.NoErr(err)
			of, ids := c.do(h, h.soldTo("ada@example.com", h.mustBundle(catalog.Bundled{SaleItemID: s.ID, Quantity: 2}), 1), h.soldTo("ada@example.com", s, 1))
			_, err = refund.Self(t.Context(), h.App, h.A.Owner, key(of), ids)
			refusedWith(t, err, c.want)
		})
	}
}

// boughtOn has Grace buy what the customer of an order sells on.
func (t *teller) boughtOn(of order.Basket) order.Basket {
	t.t.Helper()
	t.resell(resale.Change{Enabled: app.Is(true)})
	_, err := t.list(1, resale.Ask{ItemID: of.Items[0].ID})
	t.noErr(err)
	b, err := t.buy("grace@example.com", of.Items[0].ID)
	t.noErr(err)
	return b
}

// TestWhatADepositHeldIsNotGivenBack: staff alone refund the rest of it.
func TestWhatADepositHeldIsNotGivenBack(t *testing.T) {
	is := is.New(t)
	h := newTeller(t)
	h.offersDeposit(30)
	_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	b, err := h.balance(h.sold(h.addItem(9, plain), inDeposit), cash)
	is.NoErr(err)
	_, err = refund.Self(t.Context(), h.App, h.A.Owner, key(b), nil)
	refusedWith(t, err, "was held by a deposit")
	_, err = h.refundOf(b, func(in *rules.Refund) { in.Kind = rules.ToBalance })
	is.NoErr(err)
}

// TestWhatLiesBesideAResoldTicketIsGivenBack: the ticket that another buyer sold on stands.
func TestWhatLiesBesideAResoldTicketIsGivenBack(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	h.resell(resale.Change{Enabled: app.Is(true)})
	_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	sold, _ := h.offered(s)
	in := reselling("grace@example.com", sold.Items[0].ID)
	in.Items, in.Payment = append(in.Items, one(s, 1)), &cash
	b, err := h.add(in)
	is.NoErr(err)
	did, err := refund.Self(t.Context(), h.App, h.A.Owner, key(b), []int64{b.Items[0].ID})
	is.NoErr(err)
	is.Equal(did.Amount(), int64(2250))
	is.True(h.items(b)[1].Resale != nil && h.items(b)[1].Holds())
}

// TestNamingNothingGivesEverythingBack: an empty list of items is none.
func TestNamingNothingGivesEverythingBack(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	_, err := wallet.ChangeSettings(t.Context(), h.App, h.A.Owner, wallet.SettingsChange{SelfRefunds: new(true)})
	is.NoErr(err)
	b := h.soldTo("ada@example.com", s, 2)
	did, err := refund.Self(t.Context(), h.App, h.A.Owner, key(b), []int64{})
	is.NoErr(err)
	is.Equal(did.Amount(), int64(2*2250))
}
