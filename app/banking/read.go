package banking

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// Filter says which transfers a list shows.
type Filter struct {
	// States narrows it to some states.
	States  []State `list:"states"`
	OrderID int64   `list:"orderId"`
	list.Request
}

// Shown is a transfer with the order that it is for, or may be.
type Shown struct {
	Transfer
	Match
}

var transferList = &list.List[Transfer, Filter]{
	Needs: app.Everywhere(app.ViewPayments),
	Name:  "bank-transfers", Max: MaxPage, Table: transfers.Table,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Transfer], error) { return f.plan(r) },
}

// List lists the transfers of the company, the newest first.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (all []Shown, info list.Info, err error) {
	page, err := transferList.Read(ctx, a, c, f, f.Request, func(r app.Reader, _ *Filter, rows []Transfer) error {
		if err := maySee(r); err != nil {
			return err
		}
		m := matcher{r: r}
		all = make([]Shown, len(rows))
		for i := range rows {
			if all[i], err = m.shown(rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return all, page.Info, err
}

// ReadOf reads one transfer.
func ReadOf(ctx context.Context, a *app.App, c *app.Caller, id int64) (s Shown, err error) {
	err = a.View(ctx, c, app.Everywhere(app.ViewPayments), func(r app.Reader) error {
		if err := maySee(r); err != nil {
			return err
		}
		t, err := one(r, id)
		if err != nil {
			return err
		}
		m := matcher{r: r}
		s, err = m.shown(t)
		return err
	})
	return s, err
}

// shown tells of an open transfer what it may be for, of one that was taken what it was.
func (m *matcher) shown(t Transfer) (s Shown, err error) {
	s.Transfer = t
	switch t.State {
	case Open:
		s.Match, err = m.of(&t.Booking)
	case Taken:
		var o order.Order
		if o, err = order.Orders.Get(m.r, t.OrderID); err == nil {
			s.Match = Match{Order: candidateOf(&o)}
		}
	}
	return s, err
}

func (f *Filter) plan(r app.Reader) (list.Plan[Transfer], error) {
	groups, err := byState.Groups(r, int64(Open), int64(Aside)+1)
	wants := func(s State) bool { return len(f.States) == 0 || slices.Contains(f.States, s) }
	plan := list.Groups(r, byState, slices.DeleteFunc(groups, func(g indexes.Group) bool { return !wants(State(g.Key)) }), list.All, true)
	plan.Key = func(t *Transfer) indexes.Position { return list.AtID(t.ID) }
	plan.Descending = true
	plan.Fits = func(t *Transfer) (bool, error) {
		return wants(t.State) && (f.OrderID == 0 || slices.Contains(t.Orders(), f.OrderID)), nil
	}
	if err != nil || f.OrderID == 0 {
		return plan, err
	}
	ids, err := indexes.Gather(byOrder.IDs(r, indexes.Equal(f.OrderID)))
	plan.Exact, plan.Sets = false, append(plan.Sets, list.Sorted(ids))
	return plan, err
}

// Waiting counts the open transfers of the reader's company.
func Waiting(r app.Reader) (int64, error) { return byState.CountOf(r, indexes.Equal(int64(Open))) }
