package catalog

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
)

// AnnouncedIn are the events that a company shows to everybody, by start: published, not hidden
// and not over. It looks at limit of them, those that end first. A damaged event hides no other
// from a lenient reader.
func AnnouncedIn(r app.Reader, now time.Time, limit int) ([]Event, error) {
	groups, err := eventGroups(r, func(class int64) bool { return class&(eventDeleted|eventDraft) == 0 })
	if err != nil {
		return nil, err
	}
	var ids []int64
	for row, err := range list.Groups(r, eventByEnd, groups, list.Times(&now, nil), false).Walk(nil) {
		if err != nil {
			return nil, err
		}
		if ids = append(ids, row.ID); len(ids) == limit {
			break
		}
	}
	events, err := Events.GetMany(r, ids)
	events = slices.DeleteFunc(events, func(e Event) bool { return e.Hidden })
	slices.SortStableFunc(events, func(a, b Event) int { return a.Start.Compare(b.Start) })
	return events, err
}

// Announced tells whether an event is among what its company announces.
func (e *Event) Announced(now time.Time) bool {
	return e.DeletedAt == nil && e.Published && !e.Hidden && !e.Ended(now)
}
