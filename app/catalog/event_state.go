package catalog

import (
	"time"

	"marquee/app"
)

// applyState moves an event between its states (domain 4.2). A new event of
// somebody who may not publish starts as a draft, whatever was asked for.
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
	if err := c.Need(app.CancelEvents); err != nil {
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

func (in *EventChange) publish(e *Event, c *app.Caller, fresh bool) error {
	if in.Published == nil || *in.Published == e.Published {
		return nil
	}
	if !c.Can(app.Publish) {
		if fresh {
			return nil
		}
		return c.Need(app.Publish)
	}
	e.Published = *in.Published
	return nil
}

// cancel is for ever: off sale and hidden, and nothing else (domain 4.3).
func (e *Event) cancel(now time.Time) {
	e.CancelledAt, e.OffSale, e.Hidden = &now, true, true
}
