package customer

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// Read reads a customer by id, or by e-mail when the id is 0. A deleted one shows
// only withTrashed, and only by id (spec: GET /customer).
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64, email string, withTrashed bool) (Customer, error) {
	var found Customer
	err := a.View(ctx, c, func(r app.Reader) (err error) {
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
