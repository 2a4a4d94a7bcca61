package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// Awaiting is an event that awaits approval.
type Awaiting struct {
	Event    Event
	Approval Approval
}

// approvalFilter has nothing to ask for: the list is short.
type approvalFilter struct{}

var approvalList = &list.List[Event, approvalFilter]{
	Needs: app.ViewEvents,
	Name:  "event approvals", Max: MaxEventPage, Table: Events, ByOffset: true,
	Plan: func(r app.Reader, _ *approvalFilter) (list.Plan[Event], error) {
		var ids []int64
		for e, err := range approvalAwaiting.Keys(r, indexes.All[int64]()) {
			if err != nil {
				return list.Plan[Event]{}, err
			}
			ids = append(ids, e.Key)
		}
		plan := list.OfIDs[Event](list.Sorted(ids))
		plan.Exact = false
		plan.Fits = func(e *Event) (bool, error) { return e.DeletedAt == nil && e.CancelledAt == nil, nil }
		return plan, nil
	},
}

// ListAwaiting lists the events that await approval, the oldest event first.
func ListAwaiting(ctx context.Context, a *app.App, c *app.Caller, q list.Request) (list.Page[Awaiting], error) {
	var out []Awaiting
	page, err := approvalList.Read(ctx, a, c, approvalFilter{}, q, func(r app.Reader, _ *approvalFilter, rows []Event) error {
		for _, e := range rows {
			p, err := approvals.Get(r, e.ID)
			if err != nil {
				return err
			}
			out = append(out, Awaiting{e, p})
		}
		return nil
	})
	return list.Page[Awaiting]{Rows: out, Info: page.Info}, err
}
