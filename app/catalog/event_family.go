package catalog

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/indexes"
)

// joint is the list of events of several companies, or of none; nil where it has those of the
// reader's company alone. A kiosk shows what it sells.
func (f *EventFilter) joint(r app.Reader) (list.Joint[Event], error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	var shown []app.Reader
	if !f.HideDemo || !own.Demo {
		shown = append(shown, r)
	}
	if own.Leads && !f.HideChildren && !f.Kiosk {
		children, err := company.Shown(r)
		if err != nil {
			return nil, err
		}
		for _, c := range children {
			if !f.HideDemo || !c.Demo {
				shown = append(shown, c.Reader)
			}
		}
	}
	if len(shown) == 1 && shown[0].Company() == r.Company() {
		return nil, nil
	}
	return list.Join(Events, shown, f.plan)
}

// Seeing is a caller as they see an event: as themselves or, where it is an event of a child
// of their company, as who looks at it from there.
func Seeing(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (*app.Caller, error) {
	at := c
	err := a.Browse(ctx, c, app.ViewEvents, func(r app.Reader) error {
		child, err := childWith(r, Events, eventID)
		if err == nil && child != nil {
			at = company.In(c, child.ID)
		}
		return err
	})
	return at, err
}

// ChildSelling is the child of the reader's company that has a sale item, nil: none.
func ChildSelling(r app.Reader, saleItemID int64) (*company.Child, error) {
	return childWith(r, SaleItems, saleItemID)
}

// childWith is the child that has a record, nil: it is the reader's own, or nobody's that they
// hear of.
func childWith[T any](r app.Reader, t *indexes.Table[T], id int64) (*company.Child, error) {
	children, err := company.Shown(r)
	if err != nil || len(children) == 0 {
		return nil, err
	}
	if _, err := t.GetShared(r, id); !errors.Is(err, indexes.ErrNotFound) {
		return nil, err
	}
	for i := range children {
		_, err := t.GetShared(children[i].Reader, id)
		if err == nil {
			return &children[i], nil
		}
		if !errors.Is(err, indexes.ErrNotFound) {
			return nil, err
		}
	}
	return nil, nil
}
