package imports

import (
	"context"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Bulk is something that is to be done to many orders.
type Bulk struct {
	// IDs are the orders; else Filter leaves them, all of its list.
	IDs    []int64
	Filter *order.Filter
	Action Action
	// Until is for Extend: until when they wait.
	Until *time.Time
}

// DoToOrders begins an import that does something to orders: it is checked at once, and does nothing
// until it is approved. What its caller had checked before and did not approve is ended.
func DoToOrders(ctx context.Context, a *app.App, c *app.Caller, in Bulk) (n Import, err error) {
	if _, err := wanted(c, OrderActions); err != nil {
		return n, err
	}
	m := &Mapping{Columns: []Column{{Header: "order", Field: "order"}}, Values: []Value{{Field: "action", Text: string(in.Action)}}}
	if in.Action == Extend {
		if in.Until == nil {
			return n, app.Field("until", "is required")
		}
		m.Values = append(m.Values, Value{Field: "until", Text: in.Until.UTC().Format(time.RFC3339)})
	}
	references, err := in.references(ctx, a, c)
	if err != nil {
		return n, err
	}
	if err := endUnapproved(ctx, a, c); err != nil {
		return n, err
	}
	return Take(ctx, a, c, Upload{Type: OrderActions, Name: string(in.Action), File: []byte("order\n" + strings.Join(references, "\n")), Mapping: m})
}

// references are those of the orders, as they are now: what fits the filter later is not among them.
func (in *Bulk) references(ctx context.Context, a *app.App, c *app.Caller) (all []string, err error) {
	if in.Filter == nil {
		return referencesOf(ctx, a, c, in.IDs)
	}
	f := *in.Filter
	for more := true; more; {
		page, err := order.List(ctx, a, c, f)
		if err != nil {
			return nil, err
		}
		for i := range page.Rows {
			all = append(all, page.Rows[i].Reference)
		}
		if len(all) > MaxRows {
			return nil, app.Field("filter", "leaves more than %d orders", MaxRows)
		}
		more = page.HasMore && page.Cursor != ""
		f = *in.Filter
		f.Cursor = page.Cursor
	}
	if len(all) == 0 {
		return nil, app.Field("filter", "leaves no order")
	}
	return all, nil
}

func referencesOf(ctx context.Context, a *app.App, c *app.Caller, ids []int64) (all []string, err error) {
	if len(ids) == 0 || len(ids) > MaxRows {
		return nil, app.Field("ids", "must have between %d and %d entries", 1, MaxRows)
	}
	err = a.View(ctx, c, app.EditOrders, func(r app.Reader) error {
		all = nil
		for _, id := range ids {
			o, err := order.Find(r, order.Key{ID: id})
			if app.KindOf(err) == app.NotFound {
				return app.Field("ids", "names an order that does not exist")
			}
			if err != nil {
				return err
			}
			all = append(all, o.Reference)
		}
		return nil
	})
	return all, err
}

// endUnapproved ends what a user had checked and did not go on with, so that looking at what would
// happen leaves nothing open.
func endUnapproved(ctx context.Context, a *app.App, c *app.Caller) error {
	return a.Update(ctx, c, opened, func(tx app.Tx) error {
		var left []int64
		for hit, err := range byOpen.Scan(tx, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if n := &hit.Rec; n.Type == OrderActions && n.UserID == c.UserID && n.State == Checked {
				left = append(left, n.ID)
			}
		}
		for _, id := range left {
			if _, err := imports.Update(tx, id, func(n *Import) error { return n.end(tx, Cancelled) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// FirstCells are the first cells of the rows of an import, by their number; none once its rows are
// kept no longer.
func FirstCells(ctx context.Context, a *app.App, c *app.Caller, id int64) (all []string, err error) {
	err = a.View(ctx, c, opened, func(r app.Reader) error {
		if _, err := visible(r, c, id); err != nil {
			return err
		}
		all = nil
		for hit, err := range parts.Scan(r, indexes.Between(partKey{A: id}, partKey{A: id + 1})) {
			if err != nil {
				return err
			}
			for _, row := range hit.Rec.Rows {
				all = append(all, strings.Join(row.Cells[:min(1, len(row.Cells))], ""))
			}
		}
		return nil
	})
	return all, err
}
