package catalog

import (
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// applyState moves an event between its states.
func (in *EventChange) applyState(e *Event, c *app.Caller, fresh bool, now time.Time) error {
	if err := in.stateProblems(e).Err(); err != nil {
		return err
	}
	if err := in.publish(e, c, fresh); err != nil {
		return err
	}
	set(&e.Hidden, in.Hidden)
	flip(&e.OffSale, in.OnSale)
	if in.Cancelled == nil || !*in.Cancelled {
		return nil
	}
	if err := c.NeedAt(app.CancelEvents, e.Subject()); err != nil {
		return err
	}
	e.cancel(now)
	return nil
}

// stateProblems refuses what a cancelled event, or one about to be, cannot be.
func (in *EventChange) stateProblems(e *Event) app.Problems {
	var p app.Problems
	yes := func(b *bool) bool { return b != nil && *b }
	was := e.CancelledAt != nil
	if was && in.Cancelled != nil {
		p.Add("isCancelled", "is final for a cancelled event")
	}
	if !was && !yes(in.Cancelled) {
		return p
	}
	if yes(in.Published) {
		p.Add("isPublished", "is not possible for a cancelled event")
	}
	if yes(in.OnSale) {
		p.Add("onSale", "is not possible for a cancelled event")
	}
	return p
}

// publish sets whether the public sees the event. A new event is published unless
// the request says no or cancels it: an existing client expects to sell what it made,
// and its requests have no such field. Somebody who may not publish makes a draft,
// whatever was asked for.
func (in *EventChange) publish(e *Event, c *app.Caller, fresh bool) error {
	if fresh {
		wanted := in.Published == nil || *in.Published
		e.Published = wanted && (in.Cancelled == nil || !*in.Cancelled) && c.MeetsAt(app.Publish, e.Subject())
		return nil
	}
	if in.Published == nil || *in.Published == e.Published {
		return nil
	}
	if err := c.NeedAt(app.Publish, e.Subject()); err != nil {
		return err
	}
	e.Published = *in.Published
	return nil
}

// cancel is for ever: off sale and hidden, and nothing else.
func (e *Event) cancel(now time.Time) {
	e.CancelledAt, e.OffSale, e.Hidden = &now, true, true
}

// EventState is where an event is between being written and being over.
type EventState string

// The states.
const (
	Coming    EventState = "coming" // published, and not over
	Drafts    EventState = "drafts"
	Over      EventState = "over"
	Cancelled EventState = "cancelled"
)

// EventStates are all of them, in their order.
func EventStates() []string {
	return []string{string(Coming), string(Drafts), string(Over), string(Cancelled)}
}

// State is that of an event.
func (e *Event) State(now time.Time) EventState {
	switch {
	case e.CancelledAt != nil:
		return Cancelled
	case !e.Published:
		return Drafts
	case e.Ended(now):
		return Over
	}
	return Coming
}

// inState plans the events of a state: their classes, and of those the ones that end in its
// time. Only of what is stopped the records tell whether it was cancelled.
func (f *EventFilter) inState(r app.Reader) (list.Plan[Event], error) {
	groups, err := eventGroups(r, func(class int64) bool {
		return f.shows(class) && (f.State == Cancelled || (class&eventDraft != 0) == (f.State == Drafts)) &&
			(f.State != Cancelled || class&eventStopped != 0)
	})
	if err != nil {
		return list.Plan[Event]{}, err
	}
	span := list.All
	switch soon := f.now.Add(time.Microsecond); f.State {
	case Coming:
		span = list.Times(&soon, nil)
	case Over:
		span = list.Times(nil, &soon)
	}
	plan := list.Groups(r, eventByEnd, groups, span, f.State == Over || f.State == Cancelled)
	plan.Exact = false
	plan.Fits = func(e *Event) (bool, error) { return f.fits(e) && e.State(f.now) == f.State, nil }
	plan.Key = func(e *Event) indexes.Position { return list.AtTime(e.End, e.ID) }
	if f.Query != "" {
		named, err := EventsNamed(r, search.Query(f.Query))
		if err != nil {
			return plan, err
		}
		plan.Sets = append(plan.Sets, named)
	}
	return f.unscheduled(r, plan), nil
}
