package sales_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales"
	front "marquee/app/shop"

	"github.com/matryer/is"
)

// page gives what a guest is shown of a sale item.
func (h *hall) page(s catalog.SaleItem, basket order.Key) (out front.Item) {
	h.t.Helper()
	var guest *app.Caller
	h.update(func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err == nil {
			guest = own.Buyer("", "en")
		}
		return err
	})
	e, _, err := front.ReadEvent(h.t.Context(), h.App, guest, front.Ask{EventID: s.EventID, Basket: basket})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, g := range e.Groups {
		for _, it := range g.Items {
			if it.ID == s.ID {
				out = it
			}
		}
	}
	return out
}

// What somebody who is not known is shown is what they are charged, where the tax depends on the
// country, too: it comes on top, at the rate of the place.
func TestThePageShowsWhatIsCharged(t *testing.T) {
	is := is.New(t)
	h := newBorder(t, company.ReverseNamed)
	in := adding(one(h.ticket, 1))
	in.Channel, in.PriceChannel = catalog.Shop, catalog.Shop
	b := h.mustAdd(in)
	is.Equal(b.Order.Totals.Total, int64(13090)) // 110.00 and 19 %
	is.Equal(h.page(h.ticket, order.Key{}).Price, b.Order.Totals.Total)
}

func TestPricesWithTheirFees(t *testing.T) {
	h := newHall(t, apptest.Calm())
	s := h.addItem(-1, plain)
	yes := true
	h.fee("Booking", fee.Fixed, fee.PerOrder, 150)
	h.fee("Service", fee.Percent, fee.PerItem, 500)
	h.fee("Inside", fee.Fixed, fee.PerItem, 70, func(f *fee.Fields) { f.Absorbed = &yes })
	h.fee("Resold", fee.Fixed, fee.PerItem, 70, func(f *fee.Fields) { f.OnlyOnResale = &yes })
	h.fee("Post", fee.Fixed, fee.PerOrder, 490, delivered(fee.Shipped))
	for _, c := range []struct {
		shows company.AllIn
		price int64
	}{
		{company.AllInNone, 2250}, {company.AllInItem, 2350}, {company.AllInOrder, 2350}, // an order has its fee once
	} {
		t.Run(string(c.shows), func(t *testing.T) {
			is := is.New(t)
			_, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{AllIn: &c.shows})
			is.NoErr(err)
			is.Equal(h.page(s, order.Key{}).Price, c.price)
			d, err := catalog.ViewSaleItem(t.Context(), h.App, h.A.Owner, s.ID, catalog.APIChannel, false)
			is.NoErr(err)
			if c.shows == company.AllInNone {
				is.Equal(len(d.AllIn), 0)
				return
			}
			is.Equal(d.AllIn, []int64{c.price})
		})
	}
	t.Run("are what each unit costs in the end, beside the fee of the order", func(t *testing.T) {
		is := is.New(t)
		is.Equal(h.mustAdd(adding(one(s, 1))).Order.Totals.Total, int64(2350+150))
		is.Equal(h.mustAdd(adding(one(s, 3))).Order.Totals.Total, int64(3*2350+150))
	})
	t.Run("and go with no tax that depends on the buyer", func(t *testing.T) {
		is := is.New(t)
		in := company.TaxBandFields{Name: new("By country"), Rate: new(int64(0)), Abroad: &[]company.RateAbroad{{Rate: 1}}}
		_, err := company.CreateTaxBand(t.Context(), h.App, h.A.Owner, in)
		is.Equal(fieldsOf(err), []string{"abroad"})
		none, shown := company.AllInNone, company.AllInItem
		_, err = company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{AllIn: &none})
		is.NoErr(err)
		_, err = company.CreateTaxBand(t.Context(), h.App, h.A.Owner, in)
		is.NoErr(err)
		_, err = company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{AllIn: &shown})
		is.Equal(fieldsOf(err), []string{"allInPrices"})
	})
}

// A buyer who accounts for the tax is told so with the order.
func TestReverseChargeIsTold(t *testing.T) {
	is := is.New(t)
	h := newBorder(t, company.ReverseNamed)
	h.from("eve", france, "FR1", false)
	in := adding(one(h.ticket, 1))
	in.Buyer = customer.Buyer{Email: someone("eve").Email}
	b := h.mustAdd(in)
	is.Equal(b.Order.Totals.Tax, int64(0))
	is.Equal(order.ReverseTaxOf(b.Items), int64(2200))
	done, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: cash, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(order.ReverseTaxOf(done.Items), int64(2200))
}
