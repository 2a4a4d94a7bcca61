package sales

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
)

// SetDetails keeps what a buyer typed about themselves, complete or not, so that nothing
// of it is lost. The time of the basket runs on.
func SetDetails(ctx context.Context, a *app.App, c *app.Caller, k order.Key, in order.Details) (order.Basket, error) {
	if err := checkDetails(&in); err != nil {
		return order.Basket{}, err
	}
	return change(ctx, a, c, k, catalog.NoChannel, func(d *draft) error {
		d.keepsTime = true
		d.unchanged = d.order.Details != nil && *d.order.Details == in
		d.order.Details = &in
		return nil
	})
}

// checkDetails refuses what no field of a form holds.
func checkDetails(in *order.Details) error {
	var p app.Problems
	for _, f := range []struct {
		name string
		text *string
		most int
	}{{"name", &in.Name, customer.MaxName}, {"email", &in.Email, company.MaxEmail}, {"phone", &in.Phone, maxPhone}, {"language", &in.Language, maxLanguage}} {
		*f.text = strings.TrimSpace(*f.text)
		app.CheckShown(&p, f.name, *f.text, f.most)
	}
	return p.Err()
}
