package order

import (
	"context"
	"time"

	"marquee/app"
)

// Page is one page of the list of orders.
type Page struct {
	app.ListPage[Order]
	// Orders are the rows with their items, if those were asked for.
	Orders  []View
	Related *Related
}

// List lists orders, newest completion first; with LastUpdated, or a cursor
// that came from it, in the order of their changes, oldest first, up to a moment
// behind which no change can still appear. Who follows the cursor misses no
// change.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (Page, error) {
	f = f.fold()
	match := newMatcher(&f)
	var page Page
	list := app.List[Order]{
		Table: Orders, Filters: f.key(), Since: f.LastUpdated,
		Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit,
		Changed: func(o *Order) time.Time { return o.ChangedAt },
		Plan: func(r app.Reader, since *time.Time) (app.Plan[Order], error) {
			if since != nil {
				return f.changes(r, match, *since), nil
			}
			return f.partitions(r, match)
		},
		Load: func(r app.Reader, rows []Order) (err error) {
			page.Orders, page.Related, err = loadOrders(r, rows, f.Include, f.WithTrashed)
			return err
		},
	}
	var err error
	page.ListPage, err = list.Read(ctx, a, c)
	return page, err
}
