package sales_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/indexes"
)

// Countries by their ISO numbers.
const (
	germany int64 = 276
	france  int64 = 250
	poland  int64 = 616
	japan   int64 = 392
)

// border is a hall in Germany whose tickets cost 100.00 and 10.00 of fees without tax, with
// 19 % for Germans, 20 % for the French and 7 % for all others.
type border struct {
	*hall
	ticket catalog.SaleItem
}

func newBorder(t *testing.T, reverse company.ReverseCharge) *border {
	t.Helper()
	return borderOf(t, newHall(t, apptest.Calm()), reverse)
}

func borderOf(t *testing.T, in *hall, reverse company.ReverseCharge) *border {
	t.Helper()
	h := &border{hall: in}
	v, err := catalog.CreateVenue(t.Context(), h.App, h.A.Owner, catalog.NewVenue{Name: "Arena", Address: "Street", City: "Berlin", Region: "Berlin", CountryID: germany})
	if err != nil {
		t.Fatal(err)
	}
	here := h.addEvent(func(e *catalog.Event) { e.VenueID = v.Venue.ID })
	band, err := company.CreateTaxBand(t.Context(), h.App, h.A.Owner, company.TaxBandFields{
		Name: new("By country"), Rate: new(int64(19 * company.RateUnit)), ReverseCharge: &reverse,
		Abroad: &[]company.RateAbroad{{Rate: 7 * company.RateUnit}, {CountryIDs: []int64{france}, Rate: 20 * company.RateUnit}},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.ticket = h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		s.EventID, s.TaxBandID, s.Prices[0].Base, s.Prices[0].ProcessingFee = here.ID, band.ID, 10000, 1000
	})
	return h
}

// from makes somebody a customer from a country, with a sales tax number or none.
func (h *border) from(who string, country int64, number string, verified bool) {
	h.t.Helper()
	h.update(func(tx app.Tx) error {
		c, err := customer.FindOrCreate(tx, someone(who))
		if err == nil {
			_, err = indexes.Forge(customer.Customers).Update(tx, c.ID, func(c *customer.Customer) error {
				c.Address.CountryID, c.VATNumber, c.VATCountryVerified = country, number, verified
				return nil
			})
		}
		return err
	})
}

func TestTheTaxOfABuyerFromAbroad(t *testing.T) {
	for _, c := range []struct {
		must               string
		reverse            company.ReverseCharge
		country            int64
		number             string
		verified           bool
		rate, tax, reverts int64 // in percent, and minor units
	}{
		{"at home", "", germany, "", false, 19, 2090, 0},
		{"from a country that is named", "", france, "", false, 20, 2200, 0},
		{"from any other", "", japan, "", false, 7, 770, 0},
		{"from nobody knows where", "", 0, "", false, 19, 2090, 0},
		{"with a number, where nobody accounts for tax", "", france, "FR1", true, 20, 2200, 0},
		{"with a verified number", company.ReverseVerified, france, "FR1", true, 0, 0, 2200},
		{"with a number that nobody verified", company.ReverseVerified, france, "FR1", false, 20, 2200, 0},
		{"with a number, which is enough", company.ReverseNamed, poland, "PL1", false, 0, 0, 770},
		{"with a number at home", company.ReverseNamed, germany, "DE1", true, 19, 2090, 0},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			h := newBorder(t, c.reverse)
			h.from("ada", c.country, c.number, c.verified)
			check := func(b order.Basket) {
				t.Helper()
				it := b.Items[0]
				is.Equal(it.TaxRate, c.rate*company.RateUnit)
				is.Equal(it.Tax, c.tax)
				is.Equal(it.ReverseTax(), c.reverts)
				is.Equal(it.Price, 11000+c.tax)
				is.Equal(b.Order.Totals.Tax, int64(len(b.Items))*c.tax)
				is.Equal(b.Order.Totals.Total, int64(len(b.Items))*(11000+c.tax))
			}
			b := h.mustAdd(h.buying("ada", one(h.ticket, 1)))
			check(b)
			b, err := h.complete(b, cash)
			is.NoErr(err)
			check(b)

			// Whoever is known only when they pay is taxed then, and asked for as much.
			nobody := h.mustAdd(h.buying("", one(h.ticket, 2)))
			is.Equal(nobody.Order.Totals.Tax, int64(2*2090))
			in := sales.Completion{Basket: key(nobody), Payment: cash, Channel: catalog.APIChannel, Buyer: someone("ada")}
			done, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, in)
			is.NoErr(err)
			check(done.Basket)
			is.Equal(done.Order.Totals.Paid, done.Order.Totals.Total)
		})
	}
}

// Fees and discounts follow the country too, and so does what is touched later.
func TestWhatElseIsTaxedByCountry(t *testing.T) {
	is := is.New(t)
	h := newBorder(t, "")
	h.from("ada", france, "", false)
	h.code("percentage", "TENTH", 1000)
	b := h.mustAdd(h.buying("", one(h.ticket, 1)))
	b = h.mustEnter(b, "TENTH")
	is.Equal(b.Order.Totals.Total, int64(10000+1900)) // 100.00 without tax, and 19 %
	done, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{
		Basket: key(b), Payment: cash, Channel: catalog.APIChannel, Buyer: someone("ada"),
	})
	is.NoErr(err)
	is.Equal(done.Order.Totals.Total, int64(10000+2000))
	is.Equal(done.Order.Totals.Discount, int64(1000))

	mine := h.mustAdd(h.buying("ada", one(h.ticket, 1)))
	mine, err = h.setTo(mine, h.ticket, 2)
	is.NoErr(err)
	is.Equal(mine.Order.Totals.Tax, int64(2*2200))
}

// The tax of a guest's basket is as it was shown, whatever address is typed; and so is that
// of a basket that is paid for by a payment that was begun.
func TestTheTaxIsTheOneThatWasShown(t *testing.T) {
	is := is.New(t)
	till := newTeller(t)
	h := borderOf(t, till.hall, company.ReverseVerified)
	h.from("ada", france, "FR1", true)
	c, b := till.guest(h.ticket, 1)
	shown := b.Order.Totals.Total
	for _, by := range []*app.Caller{c, h.A.Owner} {
		if by == h.A.Owner {
			b = h.mustAdd(h.buying("", one(h.ticket, 1)))
		}
		i, err := pay.CreateIntent(t.Context(), h.App, by, pay.OpenIntent{Basket: key(b), Channel: b.Order.Channel})
		is.NoErr(err)
		done, err := sales.CompleteOrder(t.Context(), h.App, by, sales.Completion{Basket: key(b), Channel: b.Order.Channel, TransactionID: i.TransactionID, Buyer: someone("ada")})
		is.NoErr(err)
		is.Equal(done.Order.Totals.Total, shown)
		is.True(done.Order.CustomerID != 0)
	}
}
