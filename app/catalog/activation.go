package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	if err := c.Need(app.ViewEvents); err != nil {
		return err
	}
	if err := c.Need(app.ScanZones); err != nil {
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
	return a.Update(ctx, c, func(tx app.Tx) error {
		for i, id := range ids {
			if err := activate(tx, id, fmt.Sprintf("%s.%d", field, i)); err != nil {
				return err
			}
		}
		return nil
	})
}

func activate(tx app.Tx, id int64, field string) error {
	e, err := Events.Get(tx, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && e.DeletedAt != nil {
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
	_, err = Events.Update(tx, id, func(e *Event) error { e.ActivatedAt = &now; return nil })
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

// ActivatedEvents lists what scanning devices show, by start.
func ActivatedEvents(ctx context.Context, a *app.App, c *app.Caller) ([]EventView, error) {
	now := a.Now()
	return scannerList(ctx, a, c, now.Add(-activeTail), Page{Limit: maxListed}, func(e *Event) bool { return e.OnScanners(now) })
}

// FutureFilter narrows the list of future events.
type FutureFilter struct {
	// Query is part of the name, in any case.
	Query string
	// Date asks for events in progress on a day instead of those that start in
	// the future. Day tells that it is a date and no moment.
	Date *time.Time
	Day  bool
	// Offset and Limit cut the page.
	Offset, Limit int64
}

// FutureEvents lists events that are not activated yet and start in the future,
// or are in progress on a day, by start.
func FutureEvents(ctx context.Context, a *app.App, c *app.Caller, f FutureFilter) ([]EventView, error) {
	now := a.Now()
	endsAfter := now
	if f.Date != nil {
		endsAfter = f.Date.Add(-48 * time.Hour) // wider than any zone; the day itself is looked at below
	}
	return scannerList(ctx, a, c, endsAfter, Page{Offset: f.Offset, Limit: f.Limit}, func(e *Event) bool { return f.keeps(e, now) })
}

func (f *FutureFilter) keeps(e *Event, now time.Time) bool {
	if e.DeletedAt != nil || e.Activated(now) || !nameHas(e.Name, f.Query) {
		return false
	}
	if f.Date == nil {
		return e.Start.After(now)
	}
	from, until := dayOf(*f.Date, e.Location())
	if f.Day {
		y, m, d := f.Date.Date()
		from, until = dayOf(time.Date(y, m, d, 12, 0, 0, 0, e.Location()), e.Location())
	}
	return e.InProgressOn(from, until)
}

// scannerList reads the events that end after a moment and pass, by start.
func scannerList(ctx context.Context, a *app.App, c *app.Caller, endsAfter time.Time, page Page, pass func(*Event) bool) ([]EventView, error) {
	var views []EventView
	err := a.View(ctx, c, func(r app.Reader) error {
		var found []Event
		examined := 0
		for hit, err := range eventByEnd.Scan(r, indexes.From(endsAfter)) {
			if err != nil {
				return err
			}
			if examined++; examined > maxExamined {
				break
			}
			if pass(&hit.Rec) {
				found = append(found, hit.Rec)
			}
		}
		slices.SortStableFunc(found, func(a, b Event) int { return a.Start.Compare(b.Start) })
		w := listing[Event](page)
		w.offerAll(found)
		var err error
		views, err = viewEvents(r, w.rows, a.Now(), EventWants{Slots: true})
		return err
	})
	for i := range views {
		views[i].in(c.Language)
	}
	return views, err
}
