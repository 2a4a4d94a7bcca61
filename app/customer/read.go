package customer

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// Read reads a customer by id, or by e-mail when the id is 0. A deleted one shows
// only withTrashed, and only by id.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64, email string, withTrashed bool) (Customer, error) {
	var found Customer
	err := a.View(ctx, c, app.ViewCustomers, func(r app.Reader) (err error) {
		switch {
		case id == 0:
			found, err = ByEmail(r, email)
		case !withTrashed:
			found, err = ByID(r, id)
		default:
			if found, err = Customers.Get(r, id); errors.Is(err, indexes.ErrNotFound) {
				err = app.Missing("customer")
			}
		}
		return err
	})
	return found, err
}

// CitiesOf reads the cities of customers' addresses.
func CitiesOf(ctx context.Context, a *app.App, c *app.Caller, of []Customer) (map[int64]catalog.City, error) {
	ids := make([]int64, 0, len(of))
	for i := range of {
		ids = append(ids, of[i].Address.CityID)
	}
	slices.Sort(ids)
	known := map[int64]catalog.City{}
	err := a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		cities, err := catalog.Cities.GetMany(r, slices.Compact(ids))
		for _, city := range cities {
			known[city.ID] = city
		}
		return err
	})
	return known, err
}

// Taxed is what decides about the tax that the customer is charged.
func (c *Customer) Taxed() company.TaxedBuyer {
	return company.TaxedBuyer{CountryID: c.Address.CountryID, Named: c.VATNumber != "", Verified: c.VATCountryVerified}
}
