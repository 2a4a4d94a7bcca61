package sales_test

import (
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/recovery"

	"github.com/matryer/is"
)

// dearOnline is a ticket of 20.00 at the box office and of 30.00 online.
func dearOnline(s *catalog.SaleItem, _ *catalog.InventoryItem) {
	online := s.Prices[0]
	online.ID, online.Channel, online.Base = 2, catalog.Shop, 3000
	s.Prices = append(s.Prices, online)
}

// bases are what the units of a basket cost without fees, in the order of adding.
func bases(b order.Basket) (all []int64) {
	for i := range b.Items {
		all = append(all, b.Items[i].Base)
	}
	return all
}

// A unit keeps the channel whose price it was sold at, whatever a later call adds.
func TestAUnitKeepsTheChannelOfItsPrice(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(-1, dearOnline)
	in := adding(one(s, 1))
	in.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada"}
	in.PriceChannel = catalog.Shop // the first call also sets whose prices the basket has
	b := h.mustAdd(in)
	in.Basket, in.PriceChannel = key(b), catalog.BoxOffice
	b = h.mustAdd(in)
	is.Equal(bases(b), []int64{3000, 2000})

	set := func(n int64) order.Basket {
		b, err := sales.SetQuantity(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(b), SaleItemID: s.ID, Quantity: n, Channel: catalog.APIChannel})
		is.NoErr(err)
		return b
	}
	is.Equal(bases(set(3)), []int64{3000, 2000, 2000}) // like the newest of its kind
	is.Equal(bases(set(2)), []int64{3000, 2000})

	h.Clock.Jump(time.Hour)
	b, missing, err := recovery.RecoverBasket(t.Context(), h.App, h.A.Owner, recovery.Recovery{Email: "ada@example.com", Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(len(missing), 0)
	is.Equal(bases(b), []int64{3000, 2000})
}

// A bundle's top-up is worth what it costs on the channel of the bundle.
func TestABundleHasOneChannel(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	lead := h.mustBundle(of(h.addItem(-1, dearOnline), 2))
	in := adding(one(lead, 1))
	first := h.mustAdd(in)
	in.Basket, in.PriceChannel = key(first), catalog.Shop
	b := h.mustAdd(in)
	for i := range b.Items {
		want := catalog.NoChannel
		if i >= len(first.Items) {
			want = catalog.Shop
		}
		is.Equal(b.Items[i].PriceChannel, want)
	}
}
