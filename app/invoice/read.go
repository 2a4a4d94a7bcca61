package invoice

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// Which names a document by its id or its number.
type Which struct {
	ID     int64
	Number string
}

var formOfNumber = regexp.MustCompile(`^([A-Z-]+)([0-9]{4})-([0-9]{1,18})$`)

// find reads a document.
func (w Which) find(r app.Reader) (d Document, err error) {
	if w.ID != 0 {
		d, err = documents.Get(r, w.ID)
	} else if parts := formOfNumber.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(w.Number))); parts != nil {
		year, _ := strconv.ParseInt(parts[2], 10, 64)
		count, _ := strconv.ParseInt(parts[3], 10, 64)
		d, err = byNumber.Get(r, kv.Triple[string, int64, int64]{A: parts[1], B: year, C: count})
	} else {
		return d, app.Missing("invoice")
	}
	if errors.Is(err, indexes.ErrNotFound) {
		return d, app.Missing("invoice")
	}
	return d, err
}

// View is a document with the number of what it corrects.
type View struct {
	Document
	// Corrected is that number, "" for an invoice.
	Corrected string
	// All: it takes back all of what it corrects.
	All bool
}

func viewOf(r app.Reader, d *Document) (View, error) {
	v := View{Document: *d}
	if d.Corrects == 0 {
		return v, nil
	}
	was, err := documents.Get(app.Whole(r), d.Corrects)
	v.Corrected, v.All = was.Number(), was.Gross() == -d.Gross()
	return v, err
}

// Read reads a document for those who may see whose orders are.
func Read(ctx context.Context, a *app.App, c *app.Caller, which Which) (v View, err error) {
	if err := c.Need(app.ViewCustomers); err != nil {
		return v, err
	}
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		d, err := which.find(r)
		if err == nil {
			v, err = viewOf(r, &d)
		}
		return err
	})
	return v, err
}

// OfOrder are the documents of an order that was read, the oldest first.
func OfOrder(r app.Reader, o *order.Order) (all []View, err error) {
	written, err := of(r, o.ID)
	for i := range written {
		v, err := viewOf(r, &written[i])
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, err
}

// Filter says which documents a list shows and which page of them.
type Filter struct {
	OrderID *int64 `list:"orderId"`
	// From and Until bound when they were written, half open; nil is open-ended.
	From  *time.Time `list:"createdAfter"`
	Until *time.Time `list:"createdBefore"`

	Offset, Limit int64
}

var lists = &list.List[Document, Filter]{
	Needs: app.ViewOrders,
	Name:  "invoices", Max: MaxPage, Table: documents.Table, ByOffset: true,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Document], error) { return f.plan(r) },
}

// List lists documents, the oldest first.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[View], error) {
	if err := c.Need(app.ViewCustomers); err != nil {
		return list.Page[View]{}, err
	}
	return list.Views(ctx, a, c, lists, f, list.Request{Offset: f.Offset, Limit: f.Limit}, viewOf)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Document], error) {
	groups, err := listed.Groups(r, 0, 1)
	plan := list.Groups(r, listed, groups, list.Times(f.From, f.Until), false)
	if err != nil || f.OrderID == nil {
		return plan, err
	}
	var ids []int64
	for e, err := range byOrder.Keys(r, indexes.Equal(*f.OrderID)) {
		if err != nil {
			return plan, err
		}
		ids = append(ids, e.ID)
	}
	plan = list.OfIDs[Document](list.Sorted(ids))
	plan.Exact = f.From == nil && f.Until == nil
	plan.Fits = func(d *Document) (bool, error) {
		return (f.From == nil || !d.CreatedAt.Before(*f.From)) && (f.Until == nil || d.CreatedAt.Before(*f.Until)), nil
	}
	return plan, nil
}
