package catalog

import (
	"context"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// MaxEventPage is how many events one page of their lists holds at most.
const MaxEventPage = 100

// EventFilter narrows the list of events. Its zero value lists events that end
// in the future.
type EventFilter struct {
	// After lists ids greater than this.
	After int64 `list:"after"`
	// Any of these, and LastUpdated, replaces the default; each bound itself is left
	// out, but for EndingAfter and StartingAfter, which is not before it.
	EndingBefore   *time.Time `list:"endingBefore"`
	EndingAfter    *time.Time `list:"endingAfter"`
	StartingBefore *time.Time `list:"startingBefore"`
	StartingAfter  *time.Time `list:"startingAfter"`
	// LastUpdated lists events of which anything changed from this time on, oldest
	// change first.
	LastUpdated *time.Time `list:"since"`
	// Query are parts of the name.
	Query string `list:"query"`
	// State keeps the events of one state, by their ends: those that are over and those that
	// were cancelled latest first.
	State EventState `list:"state"`
	// OnlyOnSale keeps events with something that can be bought on the channel.
	OnlyOnSale bool `list:"onlyOnSale"`
	// OnlyUnseated keeps events without a seating plan.
	OnlyUnseated bool `list:"unseated"`
	// Kiosk keeps events that offer something at a kiosk, which is then the channel.
	Kiosk bool `list:"kiosk"`
	// ScheduleID keeps the events of a schedule; 0 those of none.
	ScheduleID *int64 `list:"scheduleId"`
	// GroupScheduled keeps one event of each schedule: the next that fits.
	GroupScheduled bool `list:"groupScheduledEvents"`
	// HideChildren leaves out the events of companies below the caller's, HideDemo those of
	// companies in demo mode.
	HideChildren bool `list:"hideChildEvents"`
	HideDemo     bool `list:"hideDemoMode"`
	WithTrashed  bool `list:"withTrashed"`
	list.Request

	now time.Time
}

// EventPage is one page of a list of events.
type EventPage struct {
	list.Info
	Events []EventView
}

var eventList = &list.List[Event, EventFilter]{
	Needs: readers,
	Name:  "events", Max: MaxEventPage, Table: Events,
	Plan:  func(r app.Reader, f *EventFilter) (list.Plan[Event], error) { return f.plan(r) },
	Joint: func(r app.Reader, f *EventFilter) (list.Joint[Event], error) { return f.joint(r) },
}

// ListEvents lists events by id; with LastUpdated in the order of their changes, and with State
// in that of their ends.
func ListEvents(ctx context.Context, a *app.App, c *app.Caller, f EventFilter, want EventWants) (EventPage, error) {
	return ListEventsWith(ctx, a, c, f, want, nil)
}

// ListEventsWith is ListEvents for who reads something beside the events of a page, in the same
// snapshot.
func ListEventsWith(ctx context.Context, a *app.App, c *app.Caller, f EventFilter, want EventWants, beside func(r app.Reader, views []EventView) error) (EventPage, error) {
	f.now, f.Query = a.Now(), strings.TrimSpace(f.Query)
	var views []EventView
	page, err := eventList.Read(ctx, a, c, f, f.Request, func(r app.Reader, asked *EventFilter, rows []Event) error {
		want.Channel, want.WithTrashed = asked.channel(), asked.WithTrashed
		some, err := viewEvents(r, rows, f.now, want)
		views = append(views, some...)
		if err == nil && beside != nil {
			err = beside(r, some)
		}
		return err
	})
	inOrder(views, page.Rows)
	for i := range views {
		views[i].in(c.Language)
	}
	return EventPage{page.Info, views}, err
}

// inOrder puts events, which were loaded company by company, into the order of their list.
func inOrder(views []EventView, rows []Event) {
	place := make(map[int64]int, len(rows))
	for i := range rows {
		place[rows[i].ID] = i
	}
	slices.SortFunc(views, func(a, b EventView) int { return place[a.ID] - place[b.ID] })
}

// channel is where events are looked at.
func (f *EventFilter) channel() Channel {
	if f.Kiosk {
		return Kiosk
	}
	return BoxOffice
}

func (f *EventFilter) plan(r app.Reader) (list.Plan[Event], error) {
	plan, err := f.walk(r)
	if err == nil && f.OnlyUnseated {
		plan = unseated(plan)
	}
	if err != nil || !f.OnlyOnSale && !f.Kiosk {
		if err == nil && f.GroupScheduled {
			plan, err = f.grouped(r, plan)
		}
		return plan, err
	}
	stock, err := readStock(r, f.now)
	recorded := plan.Fits
	plan.Exact, plan.Cost = false, offerCost
	plan.Fits = func(e *Event) (bool, error) {
		if recorded != nil {
			if fits, err := recorded(e); err != nil || !fits {
				return false, err
			}
		}
		fits, err := f.offers(stock, e)
		if app.Skip(r, err) {
			return false, nil
		}
		return fits, err
	}
	if err == nil && f.GroupScheduled {
		plan, err = f.grouped(r, plan)
	}
	return plan, err
}

// unseated leaves out events with a seating plan.
func unseated(p list.Plan[Event]) list.Plan[Event] {
	also := p.Fits
	p.Exact = false
	p.Fits = func(e *Event) (bool, error) {
		if e.Seats != nil || also == nil {
			return e.Seats == nil, nil
		}
		return also(e)
	}
	return p
}

// walk plans all but what an event has on offer.
func (f *EventFilter) walk(r app.Reader) (list.Plan[Event], error) {
	if f.State != "" {
		return f.inState(r)
	}
	groups, err := eventGroups(r, f.shows)
	if err != nil {
		return list.Plan[Event]{}, err
	}
	sets, err := f.sets(r)
	if err != nil {
		return list.Plan[Event]{}, err
	}
	if f.LastUpdated == nil {
		ids, err := f.inTime(r, groups)
		for _, set := range sets {
			ids = ids.Both(set)
		}
		return f.unscheduled(r, list.OfIDs[Event](ids)), err
	}
	plan := list.Groups(r, eventByChange, groups, list.Since(r, *f.LastUpdated), false)
	plan.Exact = !f.bounded() && f.After == 0
	plan.Fits = func(e *Event) (bool, error) { return f.fits(e), nil }
	plan.Key = func(e *Event) indexes.Position { return list.AtTime(e.ChangedAt, e.ID) }
	plan.Sets = sets
	return f.unscheduled(r, plan), nil
}

// sets are the events that have all words, and those of the schedule.
func (f *EventFilter) sets(r app.Reader) (sets []list.IDs, err error) {
	if f.Query != "" {
		named, err := EventsNamed(r, search.Query(f.Query))
		if err != nil {
			return nil, err
		}
		sets = append(sets, named)
	}
	if f.ScheduleID == nil || *f.ScheduleID == 0 {
		return sets, nil
	}
	var run []int64
	for e, err := range eventBySchedule.Keys(r, indexes.PrefixOf[time.Time](*f.ScheduleID)) {
		if err != nil {
			return nil, err
		}
		run = append(run, e.ID)
	}
	return append(sets, list.Sorted(run)), nil
}

// unscheduled leaves the events of schedules out where the others are asked for.
func (f *EventFilter) unscheduled(r app.Reader, plan list.Plan[Event]) list.Plan[Event] {
	if f.ScheduleID == nil || *f.ScheduleID != 0 {
		return plan
	}
	return narrowed(plan, func(e *Event) (bool, error) { return e.ScheduleID == 0, nil })
}

// grouped leaves all but the next event that fits out of each schedule.
func (f *EventFilter) grouped(r app.Reader, plan list.Plan[Event]) (list.Plan[Event], error) {
	next := map[int64]int64{}
	for entry, err := range eventBySchedule.Keys(r, indexes.All[classTime]()) {
		if err != nil {
			return plan, err
		}
		e, err := Events.GetShared(r, entry.ID)
		if err != nil {
			if app.Skip(r, err) {
				continue
			}
			return plan, err
		}
		if next[e.ScheduleID] != 0 || !f.listed(e) {
			continue
		}
		fits := true
		if plan.Fits != nil {
			if fits, err = plan.Fits(e); err != nil {
				return plan, err
			}
		}
		if fits {
			next[e.ScheduleID] = e.ID
		}
	}
	return narrowed(plan, func(e *Event) (bool, error) { return e.ScheduleID == 0 || next[e.ScheduleID] == e.ID, nil }), nil
}

// listed decides about a record by all filters but what is on offer.
func (f *EventFilter) listed(e *Event) bool {
	if !f.fits(e) || f.LastUpdated == nil && !f.bounded() && e.Ended(f.now) {
		return false
	}
	return f.Query == "" || search.Query(f.Query).Matches(e.Name)
}

// narrowed is a plan that decides about one more thing.
func narrowed(plan list.Plan[Event], also func(*Event) (bool, error)) list.Plan[Event] {
	before := plan.Fits
	plan.Exact = false
	plan.Fits = func(e *Event) (bool, error) {
		if before != nil {
			if fits, err := before(e); err != nil || !fits {
				return fits, err
			}
		}
		return also(e)
	}
	return plan
}

// eventGroups are the groups of events whose class passes.
func eventGroups(r app.Reader, pass func(class int64) bool) ([]indexes.Group, error) {
	all, err := eventByEnd.Groups(r, 0, eventClasses)
	return chosen(all, pass), err
}

// CountEvents counts those that are not deleted, drafts too.
func CountEvents(r app.Reader) (n int64, err error) {
	groups, err := eventGroups(r, func(class int64) bool { return class&eventDeleted == 0 })
	for _, g := range groups {
		n += g.N
	}
	return n, err
}

// EventsNotOver are the ids of those that are not deleted and end after a moment.
func EventsNotOver(r app.Reader, at time.Time) ([]int64, error) {
	groups, err := eventGroups(r, func(class int64) bool { return class&eventDeleted == 0 })
	if err != nil {
		return nil, err
	}
	return list.Members(r, eventByEnd, groups, list.Times(&at, nil))
}

// shows tells whether a class passes the filters.
func (f *EventFilter) shows(class int64) bool {
	return (f.WithTrashed || class&eventDeleted == 0) &&
		(!f.OnlyOnSale || class&(eventDeleted|eventDraft|eventStopped) == 0)
}

// bounded tells whether start or end have a bound.
func (f *EventFilter) bounded() bool {
	return f.EndingBefore != nil || f.EndingAfter != nil || f.StartingBefore != nil || f.StartingAfter != nil
}

// inTime are the events between the bounds; without any, those that end in the future.
func (f *EventFilter) inTime(r app.Reader, groups []indexes.Group) (ids list.IDs, err error) {
	switch {
	case !f.bounded():
		soon := f.now.Add(time.Microsecond)
		ids, err = list.Members(r, eventByEnd, groups, list.Times(&soon, nil))
	case f.StartingBefore == nil && f.StartingAfter == nil:
		ids, err = list.Members(r, eventByEnd, groups, list.Times(f.EndingAfter, f.EndingBefore))
	default:
		ids, err = list.Members(r, eventByStart, groups, list.Times(f.StartingAfter, f.StartingBefore))
		if err == nil && (f.EndingBefore != nil || f.EndingAfter != nil) {
			var ending list.IDs
			ending, err = list.Members(r, eventByEnd, groups, list.Times(f.EndingAfter, f.EndingBefore))
			ids = ids.Both(ending)
		}
	}
	return ids.Behind(f.After), err
}

// fits decides about a record by all filters but the words and what is on offer.
func (f *EventFilter) fits(e *Event) bool {
	return f.shows(e.class()) && e.ID > f.After &&
		(f.LastUpdated == nil || !e.ChangedAt.Before(*f.LastUpdated)) &&
		Open(f.EndingAfter, f.EndingBefore, e.End) && Open(f.StartingAfter, f.StartingBefore, e.Start)
}

// EventsNamed are the events, deleted ones too, whose name contains all words.
func EventsNamed(r app.Reader, asked search.Asked) (list.IDs, error) {
	named, err := list.Named(r, eventByText, asked)
	return named.IDs(), err
}

// offers tells whether an event has something on the channel, and when only what
// is on sale counts, something with a price and stock left.
func (f *EventFilter) offers(stock *stockReader, e *Event) (bool, error) {
	items, err := SaleItemsOfEvent(stock.r, e.ID)
	if err != nil {
		return false, err
	}
	for _, it := range items {
		if it.DeletedAt != nil || !it.OfferedOn(f.channel()) {
			continue
		}
		if !f.OnlyOnSale {
			return true, nil
		}
		buyable, err := stock.buyable(&it, f.channel(), f.now)
		if app.Skip(stock.r, err) {
			continue
		}
		if err != nil || buyable {
			return buyable, err
		}
	}
	return false, nil
}

// buyable tells whether one unit could be bought now.
func (s *stockReader) buyable(it *SaleItem, ch Channel, now time.Time) (bool, error) {
	reason, err := OnSaleNow(s.r, it, ch, now)
	if err != nil || reason != OnSale || len(it.Prices) == 0 {
		return false, err
	}
	for _, k := range LayersOf(it) {
		c, err := s.of(Layer(k.A), k.B)
		if err != nil {
			return false, err
		}
		if left := c.Current(); left != nil && *left <= 0 {
			return false, nil
		}
	}
	return true, nil
}

// LookForEvents gives a few events whose name contains all words: those to come first, and the
// newest.
func LookForEvents(r app.Reader, asked search.Asked, now time.Time, most int) ([]Event, error) {
	found, err := list.Named(r, eventByText, asked)
	if err != nil {
		return nil, err
	}
	all, err := list.Latest(r, Events, &found, 2*most, func(e *Event) bool { return e.DeletedAt == nil })
	slices.SortStableFunc(all, func(a, b Event) int {
		switch {
		case a.Ended(now) == b.Ended(now):
			return 0
		case a.Ended(now):
			return 1
		}
		return -1
	})
	return all[:min(most, len(all))], err
}
