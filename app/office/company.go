package office

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
)

// CompanyCounts is how much there is of a company, for whoever runs the installation.
type CompanyCounts struct {
	// Users have access, Events stand, drafts too, and Orders went through and stand.
	Users, Events, Orders int64
}

// CountCompany counts what there is of a company that the caller belongs to.
func CountCompany(ctx context.Context, a *app.App, c *app.Caller, id int64) (n CompanyCounts, err error) {
	err = a.View(ctx, c, app.Installation, func(r app.Reader) error {
		own := app.ReadCompany(r, id)
		if n.Users, err = company.CountMembers(own); err != nil {
			return err
		}
		if n.Events, err = catalog.CountEvents(own); err != nil {
			return err
		}
		n.Orders, err = order.CountSold(own)
		return err
	})
	return n, err
}
