package office

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/list"
)

// CustomerNames are the names of some customers, for who may see customers; none for others.
func CustomerNames(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (names map[int64]string, err error) {
	names = map[int64]string{}
	if !c.Holds(app.ViewCustomers) {
		return names, nil
	}
	err = a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		all, err := customer.Contacts(r, list.Sorted(ids))
		for _, who := range all {
			names[who.ID] = who.Name
		}
		return err
	})
	return names, err
}

// UserNames are the names of some users, for who may see what they did. Who has none, or is gone,
// is left out.
func UserNames(ctx context.Context, a *app.App, c *app.Caller, needs app.Requirement, ids []int64) (names map[int64]string, err error) {
	err = a.View(ctx, c, needs, func(r app.Reader) error {
		names = map[int64]string{}
		for _, id := range ids {
			if _, known := names[id]; known || id == 0 {
				continue
			}
			u, err := company.UserByID(app.Whole(r), id)
			if err != nil && app.KindOf(err) != app.NotFound {
				return err
			}
			names[id] = u.Name
		}
		return nil
	})
	return names, err
}

// EventNames are the names of some events, for who sees them. Which are gone is left out.
func EventNames(ctx context.Context, a *app.App, c *app.Caller, needs app.Requirement, ids []int64) (names map[int64]string, err error) {
	err = a.View(ctx, c, needs, func(r app.Reader) error {
		names = map[int64]string{}
		for _, id := range ids {
			e, err := catalog.EventByID(r, id)
			if err != nil && app.KindOf(err) != app.NotFound {
				return err
			}
			if err == nil {
				names[id] = e.NameIn(c.Language)
			}
		}
		return nil
	})
	return names, err
}
