package catalog

import (
	"time"

	"marquee/app"
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
