package office

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/report"
)

// Row is an event with what it sold.
type Row struct {
	catalog.EventView
	Standing Standing
	// Sold is how many people it let in for, Of how many there are places for; nil: nobody says.
	Sold int64
	Of   *int64
	// Net is what it brought by currency, nil where the caller may not see that.
	Net map[int64]int64
}

// Events is a page of the events of a state.
type Events struct {
	Rows  []Row
	Total int64
	// Counts are how many there are of each state.
	Counts map[catalog.EventState]int64
}

// AskEvents asks for a page of events.
type AskEvents struct {
	State catalog.EventState
	Query string
	Page  int64 // the first is 0
}

// ReadEvents reads a page of the events of a state, with what they sold.
func ReadEvents(ctx context.Context, a *app.App, c *app.Caller, in AskEvents) (out Events, err error) {
	money := c.Holds(app.ViewReports)
	if money {
		if err := report.CatchUp(ctx, a, c.CompanyID); err != nil {
			return out, err
		}
	}
	f := catalog.EventFilter{State: in.State, Query: in.Query, HideChildren: true, Request: list.Request{Offset: in.Page * PageSize, Limit: PageSize}}
	want := catalog.EventWants{SaleItems: true, Channel: catalog.Shop}
	page, err := catalog.ListEventsWith(ctx, a, c, f, want, func(r app.Reader, views []catalog.EventView) error {
		for i := range views {
			row, err := readRow(r, &views[i], money)
			if err != nil {
				return err
			}
			out.Rows = append(out.Rows, row)
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	for i := range page.Events {
		for n := range out.Rows {
			if out.Rows[n].ID == page.Events[i].ID {
				out.Rows[n].EventView = page.Events[i]
				out.Rows[n], out.Rows[i] = out.Rows[i], out.Rows[n]
			}
		}
	}
	out.Total = page.Total
	out.Counts, err = countEvents(ctx, a, c)
	return out, err
}

// countEvents counts the events of each state.
func countEvents(ctx context.Context, a *app.App, c *app.Caller) (map[catalog.EventState]int64, error) {
	counts := map[catalog.EventState]int64{}
	for _, state := range catalog.EventStates() {
		f := catalog.EventFilter{State: catalog.EventState(state), HideChildren: true, Request: list.Request{Limit: 1}}
		page, err := catalog.ListEvents(ctx, a, c, f, catalog.EventWants{})
		if err != nil {
			return nil, err
		}
		counts[f.State] = page.Total
	}
	return counts, nil
}

// readRow is an event with what it sold.
func readRow(r app.Reader, e *catalog.EventView, money bool) (Row, error) {
	row := Row{EventView: *e, Standing: standingOf(e, app.Of(r).Now()), Of: placesOf(e)}
	for i := range e.Items {
		if e.Items[i].Admits() {
			row.Sold += e.Items[i].Stock.Sold
		}
	}
	if !money {
		return row, nil
	}
	brought, err := report.BroughtBy(r, e.ID)
	if err != nil {
		return row, err
	}
	row.Net = map[int64]int64{}
	for _, b := range brought {
		for currency, net := range b.Net {
			row.Net[currency] += net
		}
	}
	return row, nil
}

// placesOf is how many people there is room for: what the event says, else what is on sale of
// everything that lets somebody in.
func placesOf(e *catalog.EventView) *int64 {
	var least *int64
	for _, limit := range []*int64{e.Capacity.Event.Total, e.Capacity.Tickets.Total} {
		if limit != nil && (least == nil || *limit < *least) {
			least = limit
		}
	}
	all, there := int64(0), false
	for i := range e.Items {
		it := &e.Items[i]
		if !it.Admits() {
			continue
		}
		there = true
		if it.Stock.Total == nil {
			return least
		}
		all += *it.Stock.Total
	}
	if there && (least == nil || all < *least) {
		return &all
	}
	return least
}
