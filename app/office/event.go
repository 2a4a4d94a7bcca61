package office

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/report"
)

// Event is one event with everything on sale at it.
type Event struct {
	Row
	// Brought is what each of its items brought, nil where the caller may not see that.
	Brought map[int64]report.Brought
	// Stored has its texts as they were written, in all languages.
	Stored catalog.Event
}

// ReadEvent reads an event with everything on sale at it.
func ReadEvent(ctx context.Context, a *app.App, c *app.Caller, id int64) (out Event, err error) {
	if err := CatchUp(ctx, a, c); err != nil {
		return out, err
	}
	err = a.View(ctx, c, app.ViewEvents, func(r app.Reader) (err error) {
		out, err = readEvent(r, c, id)
		return err
	})
	return out, err
}

// CatchUp brings the figures up to date for a caller who sees any.
func CatchUp(ctx context.Context, a *app.App, c *app.Caller) error {
	if !c.Holds(app.ViewReports) {
		return nil
	}
	return report.CatchUp(ctx, a, c.CompanyID)
}

func readEvent(r app.Reader, c *app.Caller, id int64) (out Event, err error) {
	e, err := catalog.EventViewIn(r, c, id, app.Of(r).Now(), catalog.EventWants{SaleItems: true, Slots: true, Tags: true, Channel: catalog.Shop})
	if err != nil {
		return out, err
	}
	if out.Stored, err = catalog.EventByID(r, id); err != nil {
		return out, err
	}
	money := c.Holds(app.ViewReports)
	if out.Row, err = readRow(r, &e, money); err != nil || !money {
		return out, err
	}
	out.Brought, err = report.BroughtBy(r, id)
	return out, err
}

// Item finds something on sale, nil if it is not there.
func (e *Event) Item(id int64) *catalog.SaleItemView {
	for i := range e.Items {
		if e.Items[i].ID == id {
			return &e.Items[i]
		}
	}
	return nil
}
