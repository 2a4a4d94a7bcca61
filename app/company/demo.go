package company

import (
	"context"

	"marquee/app"
)

// InDemo names the companies in demo mode, whose payments by card are simulated. What
// cannot be read is left out.
func InDemo(ctx context.Context, a *app.App) (names []string, err error) {
	ids, err := IDs(ctx, a)
	if err != nil {
		return nil, err
	}
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		names = nil
		for _, id := range ids {
			if c, err := CompanyByID(r, id); err == nil && c.Demo {
				names = append(names, c.Name)
			}
		}
		return nil
	})
	return names, err
}
