package company

import (
	"context"

	"marquee/app"
)

// modeChanged tells of another mode. Whoever switches it decides whether what is sold is paid
// for: that is for those who may make themselves and others anything.
func (c *Company) modeChanged(tx app.Tx, by *app.Caller) error {
	if err := by.Need(app.ManageUsers); err != nil {
		return err
	}
	note := "left demo mode: real money is taken"
	if c.Demo {
		note = "entered demo mode: no real money moves"
	}
	app.Note(tx, "companies", c.ID, note)
	return ports(tx).ModeChanged(tx, c)
}

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
