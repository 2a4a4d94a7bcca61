package order

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// Page is one page of the list of orders.
type Page struct {
	list.Page[Order]
	// Orders are the rows with their items, if those were asked for.
	Orders  []View
	Related *Related
}

var orderList = &list.List[Order, Filter]{
	Needs: app.ListOrders,
	Name:  "orders", Max: MaxPage, Table: Orders,
	Plan:    func(r app.Reader, f *Filter) (list.Plan[Order], error) { return f.plan(r) },
	Changed: func(o *Order) time.Time { return o.ChangedAt },
}

// List lists orders, newest completion first; with LastUpdated in the order of their
// changes, oldest first, up to a moment behind which no change can still appear. Who
// follows the cursor misses no change.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (Page, error) {
	f = f.trimmed()
	if err := f.forCaller(c); err != nil {
		return Page{}, err
	}
	var page Page
	var err error
	page.Page, err = orderList.Read(ctx, a, c, f, f.request(), func(r app.Reader, asked *Filter, rows []Order) (err error) {
		page.Orders, page.Related, err = loadOrders(r, rows, f.Include, asked.WithTrashed)
		return err
	})
	return page, err
}

// plan picks the groups of one index, and looks up what is searched for.
func (f *Filter) plan(r app.Reader) (list.Plan[Order], error) {
	plan, err := f.groups(r)
	if err != nil {
		return plan, err
	}
	plan.Fits = func(o *Order) (bool, error) { return f.fits(o), nil }
	plan.Key = func(o *Order) indexes.Position {
		if f.LastUpdated != nil {
			return list.AtTime(o.ChangedAt, o.ID)
		}
		return list.AtTime(o.Date(), o.ID)
	}
	searched, err := f.searches(r)
	for _, marks := range searched {
		plan.Among(marks)
	}
	return plan, err
}

// groups plans the walk: by change, by event, by state, or over all orders.
func (f *Filter) groups(r app.Reader) (plan list.Plan[Order], err error) {
	var all []indexes.Group
	dates, states := list.Times(f.From, f.Until), f.states()
	switch {
	case f.LastUpdated != nil:
		plan, err = f.changes(r)
		plan.Exact = plan.Exact && f.From == nil && f.Until == nil
	case f.EventID != nil:
		plan, err = f.ofEvent(r, dates, states)
	case len(states) > 0:
		all, err = stateGroups(r, states)
		plan = list.Groups(r, orderByState, all, dates, true)
	default:
		all, err = orderListed.Groups(r, 0, 1<<orderClassBits)
		plan = list.Groups(r, orderListed, chosen(all, f.shows), dates, true)
	}
	plan.Exact = plan.Exact && !f.looks()
	return plan, err
}

// ofEvent plans the walk over the orders of the event, or over those in states that are asked for
// where these are fewer.
func (f *Filter) ofEvent(r app.Reader, dates indexes.Span, states []Status) (list.Plan[Order], error) {
	all, err := f.eventGroups(r)
	if err != nil || len(states) == 0 {
		return list.Groups(r, orderByEvent, all, dates, true), err
	}
	of, err := stateGroups(r, states)
	if err != nil {
		return list.Plan[Order]{}, err
	}
	return list.Crossed(r, dates, true, list.Of(orderByEvent, all), list.Of(orderByState, of))
}

func stateGroups(r app.Reader, states []Status) ([]indexes.Group, error) {
	all, err := orderByState.Groups(r, int64(Active), int64(Unknown)+1)
	return chosen(all, func(key int64) bool { return slices.Contains(states, Status(key)) }), err
}

// eventGroups are those of the event.
func (f *Filter) eventGroups(r app.Reader) ([]indexes.Group, error) {
	if *f.EventID < 0 || *f.EventID >= 1<<(63-orderClassBits) {
		return nil, nil // no event has such an id
	}
	first := *f.EventID << orderClassBits
	all, err := orderByEvent.Groups(r, first, first+1<<orderClassBits)
	return chosen(all, func(key int64) bool { return f.shows(key - first) }), err
}

// changes plans the walk over changes; those of an event are a set beside it.
func (f *Filter) changes(r app.Reader) (list.Plan[Order], error) {
	all, err := orderListed.Groups(r, 0, 1<<orderClassBits)
	plan := list.Groups(r, orderChanged, chosen(all, f.shows), list.Since(r, *f.LastUpdated), false)
	if err != nil || f.EventID == nil {
		return plan, err
	}
	groups, err := f.eventGroups(r)
	if err != nil {
		return plan, err
	}
	if plan.Exact = false; list.Many(groups) {
		return plan, nil
	}
	ids, err := list.Members(r, orderByEvent, groups, list.All)
	plan.Sets = append(plan.Sets, ids)
	return plan, err
}
