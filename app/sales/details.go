package sales

import (
	"context"
	"strings"
	"unicode/utf8"

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
		switch {
		case !utf8.ValidString(*f.text) || strings.ContainsAny(*f.text, "\x00\r\n"):
			p.Add(f.name, "contains characters that are not allowed")
		case utf8.RuneCountInString(*f.text) > f.most:
			p.Add(f.name, "must not be longer than %d characters", f.most)
		}
	}
	return p.Err()
}
