package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// activeTail is how long an event stays on the scanners after its end.
const activeTail = 24 * time.Hour

// ActivateEvents flags events for scanning devices. It is idempotent, neither
// publishes nor opens anything, and takes all events or none: an unknown one is
// NotFound, one that is over is refused. field is what the caller
// calls the list.
func ActivateEvents(ctx context.Context, a *app.App, c *app.Caller, ids []int64, field string) error {
	if err := c.NeedSome(app.ViewEvents); err != nil {
		return err
	}
	var p app.Problems
	if len(ids) == 0 {
		p.Add(field, "is required")
	}
	if len(ids) > maxActivations {
		p.Add(field, "must be at most %d", maxActivations)
	}
	if err := p.Err(); err != nil {
		return err
	}
	return a.Update(ctx, c, app.ScanZones, func(tx app.Tx) error {
		for i, id := range ids {
			if err := activate(tx, c, id, fmt.Sprintf("%s.%d", field, i)); err != nil {
				return err
			}
		}
		return nil
	})
}

func activate(tx app.Tx, c *app.Caller, id int64, field string) error {
	e, err := Events.Get(tx, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && (e.DeletedAt != nil || !c.MeetsAt(app.ViewEvents, e.Subject())) {
		return absent(field, "event")
	}
	if err != nil {
		return err
	}
	if e.Ended(tx.Wall()) {
		return app.Field(field, "has ended")
	}
	now := tx.Now()
	if e.ActivatedAt != nil {
		return nil
	}
	app.Note(tx, "events", id, "activated for scanning")
	_, err = eventTable.Update(tx, id, func(e *Event) error { e.ActivatedAt = &now; return nil })
	return err
}

// Activated tells whether the event is flagged for scanning devices; the flag
// clears itself a day after the end.
func (e *Event) Activated(now time.Time) bool {
	return e.ActivatedAt != nil && now.Before(e.End.Add(activeTail))
}

// InProgressOn tells whether the event goes on at any moment of a stretch of time.
func (e *Event) InProgressOn(from, until time.Time) bool {
	return e.Start.Before(until) && e.End.After(from)
}

// OnScanners tells whether scanning devices see the event now: published, and in
// progress today, or activated and not over, or over for less than a day.
func (e *Event) OnScanners(now time.Time) bool {
	if e.DeletedAt != nil || !e.Published {
		return false
	}
	from, until := dayOf(now, e.Location())
	if e.InProgressOn(from, until) {
		return true
	}
	if e.Ended(now) {
		return now.Before(e.End.Add(activeTail))
	}
	return e.ActivatedAt != nil
}
