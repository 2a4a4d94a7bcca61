package catalog

import (
	"context"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// farthestZone is how far the local time of any zone is from UTC at most, and a bit more.
const farthestZone = 15 * time.Hour

// activeFilter is that of the list of activated events: it has none.
type activeFilter struct{ now time.Time }

var activatedList = &list.List[Event, activeFilter]{
	Needs: readers,
	Name:  "activated-events", Max: maxActive, Table: Events, Uncounted: true, ByOffset: true,
	Plan: func(r app.Reader, f *activeFilter) (list.Plan[Event], error) { return f.plan(r) },
}

// ActivatedEvents lists what scanning devices show, by start. It has no pages.
func ActivatedEvents(ctx context.Context, a *app.App, c *app.Caller) (EventPage, error) {
	f := activeFilter{a.Now()}
	return scannerPage(ctx, a, c, activatedList, f, list.Request{}, f.now)
}

// plan looks at the published events that are not over for a day: those that were
// activated, and those that begin today at the latest.
func (f *activeFilter) plan(r app.Reader) (list.Plan[Event], error) {
	shown, err := eventGroups(r, func(class int64) bool { return class&(eventDeleted|eventDraft) == 0 })
	if err != nil {
		return list.Plan[Event]{}, err
	}
	over, tomorrow := f.now.Add(-activeTail), f.now.Add(24*time.Hour+farthestZone)
	lasting, err := list.Members(r, eventByEnd, shown, list.Times(&over, nil))
	if err != nil {
		return list.Plan[Event]{}, err
	}
	begun, err := list.Members(r, eventByStart, shown, list.Times(nil, &tomorrow))
	if err != nil {
		return list.Plan[Event]{}, err
	}
	active, err := list.Members(r, eventByEnd, chosen(shown, func(class int64) bool { return class&eventActivated != 0 }), list.All)
	plan := list.Groups(r, eventByStart, shown, list.All, false)
	plan.Exact = false
	plan.Sets = []list.IDs{lasting.Both(list.Sorted(append(begun, active...)))}
	plan.Fits = func(e *Event) (bool, error) { return e.OnScanners(f.now), nil }
	plan.Key = func(e *Event) indexes.Position { return list.AtTime(e.Start, e.ID) }
	return plan, err
}

// FutureFilter narrows the list of future events.
type FutureFilter struct {
	// Query are parts of the name.
	Query string `list:"query"`
	// Date asks for events in progress on a day instead of those that start in
	// the future. Day tells that it is a date and no moment.
	Date *time.Time `list:"date"`
	Day  bool       `list:"day"`
	list.Request

	now time.Time
}

var futureList = &list.List[Event, FutureFilter]{
	Needs: readers,
	Name:  "future-events", Max: MaxEventPage, Table: Events, Uncounted: true, ByOffset: true,
	Plan: func(r app.Reader, f *FutureFilter) (list.Plan[Event], error) { return f.plan(r) },
}

// FutureEvents lists events that are not activated yet and start in the future,
// or are in progress on a day, by start.
func FutureEvents(ctx context.Context, a *app.App, c *app.Caller, f FutureFilter) (EventPage, error) {
	f.now, f.Query = a.Now(), strings.TrimSpace(f.Query)
	return scannerPage(ctx, a, c, futureList, f, f.Request, f.now)
}

func (f *FutureFilter) plan(r app.Reader) (list.Plan[Event], error) {
	groups, err := eventGroups(r, func(class int64) bool {
		return class&eventDeleted == 0 && (class&eventActivated == 0 || f.Date != nil)
	})
	if err != nil {
		return list.Plan[Event]{}, err
	}
	soon := f.now.Add(time.Microsecond)
	plan := list.Groups(r, eventByStart, groups, list.Times(&soon, nil), false)
	if f.Date != nil {
		plan = list.Groups(r, eventByStart, groups, list.All, false)
		plan.Exact = false
		around, err := f.around(r, groups)
		if err != nil {
			return plan, err
		}
		plan.Sets = append(plan.Sets, around)
	}
	if f.Query != "" {
		named, err := EventsNamed(r, search.Query(f.Query))
		if err != nil {
			return plan, err
		}
		plan.Sets = append(plan.Sets, named)
	}
	plan.Fits = func(e *Event) (bool, error) { return f.keeps(e), nil }
	plan.Key = func(e *Event) indexes.Position { return list.AtTime(e.Start, e.ID) }
	return plan, nil
}

// around are the events in progress at any moment that is the day somewhere.
func (f *FutureFilter) around(r app.Reader, groups []indexes.Group) (list.IDs, error) {
	from, until := f.Date.Add(-24*time.Hour-farthestZone), f.Date.Add(24*time.Hour+farthestZone)
	lasting, err := list.Members(r, eventByEnd, groups, list.Times(&from, nil))
	if err != nil {
		return nil, err
	}
	begun, err := list.Members(r, eventByStart, groups, list.Times(nil, &until))
	return lasting.Both(begun), err
}

func (f *FutureFilter) keeps(e *Event) bool {
	if e.DeletedAt != nil || e.Activated(f.now) {
		return false
	}
	if f.Date == nil {
		return e.Start.After(f.now)
	}
	from, until := dayOf(*f.Date, e.Location())
	if f.Day {
		y, m, d := f.Date.Date()
		from, until = dayOf(time.Date(y, m, d, 12, 0, 0, 0, e.Location()), e.Location())
	}
	return e.InProgressOn(from, until)
}

// scannerPage reads a page of events as scanning devices see them.
func scannerPage[F any](ctx context.Context, a *app.App, c *app.Caller, l *list.List[Event, F], f F, q list.Request, now time.Time) (EventPage, error) {
	var views []EventView
	page, err := l.Read(ctx, a, c, f, q, func(r app.Reader, _ *F, rows []Event) (err error) {
		views, err = viewEvents(r, rows, now, EventWants{Slots: true})
		return err
	})
	for i := range views {
		views[i].in(c.Language)
	}
	return EventPage{page.Info, views}, err
}
