package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

func delivered(way fee.Delivery, change ...func(*fee.Fields)) func(*fee.Fields) {
	return func(f *fee.Fields) {
		f.Delivery = way
		for _, fn := range change {
			fn(f)
		}
	}
}

func (h *hall) choose(b order.Basket, id int64, to customer.Address) (order.Basket, error) {
	return sales.ChooseDelivery(h.t.Context(), h.App, h.A.Owner, sales.ChosenDelivery{Basket: key(b), Channel: catalog.APIChannel, FeeID: id, Address: to})
}

// deliveryOf is what the lines of the delivery cost.
func deliveryOf(b order.Basket) (n, sum int64) {
	for _, it := range b.Items {
		if it.Type == catalog.FulfilmentFee {
			n, sum = n+1, sum+it.Price
		}
	}
	return n, sum
}

var home = customer.Address{Line1: "Lange Gasse 1", City: "Wien", Postcode: "1080", CountryID: 40}

func TestADeliveryIsChargedWhereItWasChosen(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	yes := true
	s := h.addItem(50, plain)
	other := h.addEvent(func(*catalog.Event) {})
	h.fee("Booking", fee.Fixed, fee.PerOrder, 150)
	post := h.fee("Post", fee.Fixed, fee.PerOrder, 490, delivered(fee.Shipped, func(f *fee.Fields) { f.NeedsAddress = &yes }))
	desk := h.fee("Box office", fee.Fixed, fee.PerOrder, 0, delivered(fee.InPerson))
	each := h.fee("Printed", fee.Fixed, fee.PerItem, 50, delivered(fee.Digital, func(f *fee.Fields) { f.SaleItemIDs = app.Is([]int64{s.ID}) }))
	away := h.fee("Elsewhere", fee.Fixed, fee.PerOrder, 10, delivered(fee.Shipped, func(f *fee.Fields) { f.EventID = app.Is(other.ID) }))

	b := h.mustAdd(adding(one(s, 2)))
	n, _ := deliveryOf(b)
	is.Equal(n, int64(0)) // nobody chose one
	plainTotal := b.Order.Totals.Total

	offers, err := sales.DeliveryOffers(t.Context(), h.App, h.A.Owner, key(b))
	is.NoErr(err)
	is.Equal(len(offers), 3)
	is.Equal([]int64{offers[0].Fee.ID, offers[0].Price, offers[1].Fee.ID, offers[1].Price, offers[2].Fee.ID, offers[2].Price},
		[]int64{post.ID, 490, desk.ID, 0, each.ID, 100})

	for _, bad := range []customer.Address{{}, {Line1: "x", City: "y"}, {Line1: "x", CountryID: 40}, {Line1: "x", City: "y", CountryID: 9999}} {
		_, err := h.choose(b, post.ID, bad)
		is.Equal(app.KindOf(err), app.Invalid)
	}
	_, err = h.choose(b, away.ID, home)
	is.Equal(fieldsOf(err), []string{"deliveryMethodId"})
	_, err = h.choose(b, 9999, home)
	is.Equal(fieldsOf(err), []string{"deliveryMethodId"})

	b, err = h.choose(b, post.ID, home)
	is.NoErr(err)
	n, sum := deliveryOf(b)
	is.Equal([]int64{n, sum, b.Order.Totals.Total}, []int64{1, 490, plainTotal + 490})
	is.Equal(*b.Order.Delivery.Address, home)
	b, err = h.choose(b, each.ID, customer.Address{})
	is.NoErr(err)
	n, sum = deliveryOf(b)
	is.Equal([]int64{n, sum, b.Order.Totals.Total}, []int64{2, 100, plainTotal + 100}) // it took the place of the other
	b, err = h.choose(b, desk.ID, customer.Address{})
	is.NoErr(err)
	is.Equal(b.Order.Totals.Total, plainTotal) // a free one has no line
	is.Equal(b.Order.Delivery.Way, fee.InPerson)
	b, err = h.choose(b, 0, customer.Address{})
	is.NoErr(err)
	is.Equal(b.Order.Delivery, (*order.Delivery)(nil))
	_, err = h.choose(b, 0, customer.Address{})
	is.NoErr(err)
}

func TestADeliveryDropsOutWithWhatItIsFor(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s, other := h.addItem(50, plain), h.addItem(50, plain)
	way := h.fee("Printed", fee.Fixed, fee.PerOrder, 50, delivered(fee.Digital, func(f *fee.Fields) { f.SaleItemIDs = app.Is([]int64{s.ID}) }))
	b := h.mustAdd(adding(one(s, 1), one(other, 1)))
	b, err := h.choose(b, way.ID, customer.Address{})
	is.NoErr(err)
	b, err = h.setQuantity(b, s, 0)
	is.NoErr(err)
	n, _ := deliveryOf(b)
	is.Equal(n, int64(0))
	is.Equal(b.Order.Delivery, (*order.Delivery)(nil))
}

func TestADeliveryStaysWithTheOrder(t *testing.T) {
	for name, c := range map[string]struct {
		keep     bool
		refunded int64
	}{
		"its fee is given back with the last item": {false, 2250 + 490},
		"its fee is kept":                          {true, 2000},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			h := newHall(t)
			s := h.addItem(50, plain)
			post := h.fee("Post", fee.Fixed, fee.PerOrder, 490, delivered(fee.Shipped))
			b := h.mustAdd(adding(one(s, 1)))
			b, err := h.choose(b, post.ID, home)
			is.NoErr(err)
			b, err = h.complete(b, cash)
			is.NoErr(err)
			is.Equal(b.Order.Delivery.Name, "Post")
			_, err = h.choose(b, 0, customer.Address{})
			is.Equal(fieldsOf(err), []string{"basketId"}) // what was paid is delivered as agreed
			n, err := h.refundOf(b, func(in *rules.Refund) { in.KeepProcessingFee = c.keep })
			is.NoErr(err)
			is.Equal(n, c.refunded)
		})
	}
}
