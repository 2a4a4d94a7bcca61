package transfer

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// View is a transfer as it is shown.
type View struct {
	Transfer
	// From and To are who gives and who claimed, the zero ones where nobody knows.
	From, To customer.Contact
}

func viewOf(r app.Reader, t *Transfer) (View, error) {
	v := View{Transfer: *t}
	people, err := customer.Contacts(r, []int64{t.FromID, t.ToID})
	for _, p := range people {
		if p.ID == t.FromID {
			v.From = p
		}
		if p.ID == t.ToID {
			v.To = p
		}
	}
	return v, err
}

// ByID finds a transfer, for whoever writes mails about it.
func ByID(r app.Reader, id int64) (View, error) {
	t, err := find(r, id)
	if err != nil {
		return View{}, err
	}
	return viewOf(r, &t)
}

// Read reads one transfer.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		v, err = ByID(r, id)
		return err
	})
	return v, err
}

// Filter says which transfers a list shows and which page of them.
type Filter struct {
	OrderID *int64 `list:"orderId"`
	ItemID  *int64 `list:"orderItemId"`
	State   State  `list:"status"`

	Offset, Limit int64
}

var listed = &list.List[Transfer, Filter]{
	Needs: app.ListOrders,
	Name:  "transfers", Max: MaxPage, Table: transfers.Table, ByOffset: true,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Transfer], error) { return f.plan(r) },
}

// List lists transfers, the oldest first.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[View], error) {
	return list.Views(ctx, a, c, listed, f, list.Request{Offset: f.Offset, Limit: f.Limit}, viewOf)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Transfer], error) {
	by, from, to := byState, int64(Pending), int64(Cancelled)+1
	exact := f.OrderID == nil && f.ItemID == nil
	switch {
	case f.ItemID != nil:
		by, from, to = byItem, *f.ItemID, *f.ItemID+1
		exact = f.OrderID == nil && f.State == 0
	case f.OrderID != nil:
		by, from, to = byOrder, *f.OrderID, *f.OrderID+1
		exact = f.State == 0
	case f.State != 0:
		from, to = int64(f.State), int64(f.State)+1
	}
	if from < 0 || from > 1<<60 {
		return list.OfIDs[Transfer](nil), nil // nothing has such an id
	}
	groups, err := by.Groups(r, from, to)
	plan := list.Groups(r, by, groups, list.Times(nil, nil), false)
	if !exact {
		plan.Exact = false
		plan.Fits = func(t *Transfer) (bool, error) {
			return (f.OrderID == nil || t.OrderID == *f.OrderID) && (f.State == 0 || t.State == f.State), nil
		}
		plan.Key = func(t *Transfer) indexes.Position { return list.AtTime(t.CreatedAt, t.ID) }
	}
	return plan, err
}

// PendingOf are the pending ones of the latest transfers of an order, for its buyer.
func PendingOf(r app.Reader, orderID int64) (all []View, err error) {
	for hit, err := range byOrder.Scan(r, indexes.PrefixOf[time.Time](orderID).Reversed().Limit(MaxPage)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.State != Pending {
			continue
		}
		v, err := viewOf(r, &hit.Rec)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// ByLink finds the transfer that a link leads to, whatever became of it.
func ByLink(r app.Reader, d order.Download, token string) (View, error) {
	t, err := byToken(r, d, token)
	if err != nil {
		return View{}, err
	}
	return viewOf(r, &t)
}

// Sendable are the items of an order that its buyer may give to somebody else now, those
// alone that go by themselves.
func Sendable(r app.Reader, o *order.Order, now time.Time) ([]order.Item, error) {
	g := &giving{now: now, order: *o, buyer: true, basket: o.Status == order.Active && !o.Overdue(now)}
	var err error
	if g.all, err = order.ItemsOf(r, o); err != nil {
		return nil, err
	}
	if g.returning, err = order.Returning(r, o.ID); err != nil {
		return nil, err
	}
	if err := g.know(r, g.all); err != nil {
		return nil, err
	}
	var out []order.Item
	for i := range g.all {
		it := g.all[i]
		g.items = []order.Item{it}
		if it.ParentItemID != 0 || !it.Holds() || g.refusal(&it) != "" {
			continue
		}
		if err := g.look(r, g.items); err != nil {
			return nil, err
		}
		if g.used(&it) == "" {
			out = append(out, it)
		}
	}
	return out, nil
}
