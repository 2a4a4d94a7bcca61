package timeline

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/company"
)

// Who is who changed a record, and when.
type Who struct {
	Name string
	At   time.Time
}

// editors change what others may have changed before them.
var editors = app.AnyOf{app.EditEvents, app.EditSaleData, app.EditOrders, app.EditCustomers}

// ChangedBy says who changed a record last, for somebody whose own change was refused because of
// that: their name and the time, and nothing of what they did. It is nobody where the log does
// not go back so far, or no user did it.
func ChangedBy(ctx context.Context, a *app.App, c *app.Caller, table string, id int64) (who Who, found bool, err error) {
	err = a.View(ctx, c, editors, func(r app.Reader) error {
		who, found = Who{}, false
		e, known, err := audit.LastOf(app.Whole(r), table, id)
		if err != nil || !known || e.UserID == 0 {
			return err
		}
		u, err := company.UserByID(app.Whole(r), e.UserID)
		if app.KindOf(err) == app.NotFound {
			return nil
		}
		who, found = Who{u.Name, e.At}, err == nil && u.Name != ""
		return err
	})
	return who, found, err
}
