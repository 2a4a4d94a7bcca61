package report

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/list"
)

// zoneRows are the zones of events with their counters.
type zoneRows struct{}

func (zoneRows) takes() []string { return []string{"event_ids", "zone_ids"} }
func (zoneRows) whole() bool     { return true }
func (zoneRows) shown() int      { return 11 }

func (zoneRows) needs() app.Requirement { return app.ViewReports }

// zoneRow is a zone with its event.
type zoneRow struct {
	entry.Zone
	entry.Tally
}

var zoneCols = []col[zoneRow]{
	{labelled("event_name", Text), func(n *near, z *zoneRow) any { return n.eventName(z.EventID) }},
	{labelled("zone_id", Integer), func(_ *near, z *zoneRow) any { return z.Zone.ID }},
	{labelled("zone_name", Text), func(_ *near, z *zoneRow) any { return z.Name }},
	{labelled("total_capacity", Integer), func(_ *near, z *zoneRow) any {
		if z.Capacity == nil {
			return nil
		}
		return *z.Capacity
	}},
	{labelled("live_capacity", Integer), func(_ *near, z *zoneRow) any {
		if z.Capacity == nil {
			return nil
		}
		return max(0, *z.Capacity-z.Attendance)
	}},
	{labelled("current_attendance", Integer), func(_ *near, z *zoneRow) any { return z.Present(z.Mode) }},
	{labelled("total_scans_in", Integer), func(_ *near, z *zoneRow) any { return z.TotalIn }},
	{labelled("total_scans_out", Integer), func(_ *near, z *zoneRow) any { return z.TotalOut }},
	{labelled("unique_items", Integer), func(_ *near, z *zoneRow) any { return z.UniqueIn }},
	{labelled("unique_visitors", Integer), func(_ *near, z *zoneRow) any { return z.UniqueIn }},
	{labelled("average_stay", Integer), func(_ *near, z *zoneRow) any {
		if a := z.Average(); a != nil {
			return *a
		}
		return nil
	}},
}

func (zoneRows) columns() []Column { return columnsOf(zoneCols) }

func columnsOf[T any](cols []col[T]) []Column {
	all := make([]Column, len(cols))
	for i := range cols {
		all[i] = cols[i].Column
	}
	return all
}

func (zoneRows) page(ctx context.Context, a *app.App, c *app.Caller, q *query) ([]Row, list.Info, error) {
	return held(ctx, a, c, q, zoneCols, func(n *near) (rows []zoneRow, err error) {
		events, all, err := q.filter.events(n.r)
		if err == nil && all {
			events, err = allEvents(n.r)
		}
		for _, id := range events {
			zones, tallies, err := entry.TalliesOf(n.r, id)
			if err != nil {
				return nil, err
			}
			for i := range zones {
				if oneOf(q.filter.ZoneIDs, zones[i].ID) {
					rows = append(rows, zoneRow{zones[i], tallies[i]})
				}
			}
		}
		return rows, err
	})
}

// held reads rows that are few enough to hold, and gives some of them.
func held[T any](ctx context.Context, a *app.App, c *app.Caller, q *query, cols []col[T], all func(n *near) ([]T, error)) ([]Row, list.Info, error) {
	if q.Cursor != "" {
		return nil, list.Info{}, app.Field("cursor", "is not valid") // these rows go on by offset
	}
	var rows []Row
	var info list.Info
	err := a.Browse(ctx, c, app.ViewReports, func(r app.Reader) error {
		n := &near{r: r, c: c}
		recs, err := all(n)
		if err != nil {
			return err
		}
		page := list.Held(recs, q.Request)
		rows, info = make([]Row, len(page.Rows)), page.Info
		for i := range page.Rows {
			row := make(Row, len(q.columns))
			for j, at := range q.columns {
				row[j] = cols[at].value(n, &page.Rows[i])
			}
			rows[i] = row
		}
		return nil
	})
	return rows, info, err
}

// eventRows are the events of the company with what they sold.
type eventRows struct{}

// eventRow is an event with its figures in one currency.
type eventRow struct {
	*catalog.Event
	currency int64
	sums
}

func (eventRows) takes() []string {
	return []string{"event_ids", "schedule_ids", "venue_ids", "event_start_from", "event_start_to", "currency_id"}
}
func (eventRows) whole() bool { return true }
func (eventRows) shown() int  { return len(eventCols) }

func (eventRows) needs() app.Requirement { return app.ViewReports }

var eventCols = []col[eventRow]{
	{labelled("event_id", Integer), func(_ *near, e *eventRow) any { return e.ID }},
	{labelled("event_name", Text), func(n *near, e *eventRow) any { return e.NameIn(n.c.Language) }},
	{labelled("event_start", Moment), func(_ *near, e *eventRow) any { return e.Start }},
	{labelled("event_end", Moment), func(_ *near, e *eventRow) any { return e.End }},
	{labelled("timezone", Text), func(_ *near, e *eventRow) any { return e.Timezone }},
	{labelled("venue_name", Text), func(n *near, e *eventRow) any { return n.venueName(e.VenueID) }},
	{labelled("event_status", Text), func(_ *near, e *eventRow) any { return eventStatus(e.Event) }},
	{labelled("orders", Integer), func(_ *near, e *eventRow) any { return e.sums[orders] }},
	{labelled("items_issued_after", Integer), func(_ *near, e *eventRow) any { return e.sums[live] }},
	{labelled("gross", Cash), func(_ *near, e *eventRow) any { return Amount{e.sums[gross], e.currency} }},
	{labelled("net", Cash), func(_ *near, e *eventRow) any { return Amount{e.net(), e.currency} }},
	{labelled("currency_code", Text), func(n *near, e *eventRow) any { return n.currencyCode(e.currency) }},
}

func eventStatus(e *catalog.Event) string {
	switch {
	case e.DeletedAt != nil:
		return "deleted"
	case e.CancelledAt != nil:
		return "cancelled"
	case !e.Published:
		return "draft"
	}
	return "published"
}

func (eventRows) columns() []Column { return columnsOf(eventCols) }

func (eventRows) page(ctx context.Context, a *app.App, c *app.Caller, q *query) ([]Row, list.Info, error) {
	return held(ctx, a, c, q, eventCols, func(n *near) (rows []eventRow, err error) {
		id := int64(0)
		if q.filter.CurrencyID != nil {
			id = *q.filter.CurrencyID
		}
		currency, err := currencyOf(n.r, id)
		if err != nil {
			return nil, err
		}
		settings, err := company.SettingsOf(n.r)
		if err != nil {
			return nil, err
		}
		events, all, err := q.filter.events(n.r)
		if err == nil && all {
			events, err = allEvents(n.r)
		}
		g := read(n.r)
		for _, id := range events {
			row := eventRow{Event: n.event(id), currency: currency.ID}
			if row.Event == nil || row.DeletedAt != nil {
				continue
			}
			err := g.each(salesCube, id, span{}, time.UTC, total, func(k *cellKey, s *sums) {
				if k.Dims[byCurrency] == currency.ID && shows(settings.Demo, k.Dims[bySimulated]) {
					row.add(s, 1)
				}
			})
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
		return rows, err
	})
}
