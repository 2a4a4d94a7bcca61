package catalog

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// EventByExternalID finds the event that a system elsewhere calls so.
func EventByExternalID(r app.Reader, external string) (Event, bool, error) {
	return eventByExternalID.Find(r, external)
}

// EventsCalled finds the events with exactly this name, but for its case, that are not
// deleted; at most limit of them.
func EventsCalled(r app.Reader, name string, limit int) (all []Event, err error) {
	ids, err := EventsNamed(r, search.Query(name))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		e, err := Events.GetShared(r, id)
		if err != nil {
			return nil, err
		}
		if e.DeletedAt == nil && app.Fold(e.Name) == app.Fold(name) {
			if all = append(all, *e); len(all) == limit {
				break
			}
		}
	}
	return all, nil
}

// VenueByExternalID finds the venue that a system elsewhere calls so.
func VenueByExternalID(r app.Reader, external string) (Venue, bool, error) {
	return venueByExternalID.Find(r, external)
}

// VenuesCalled finds the venues with exactly this name, but for its case, that are not
// deleted; at most limit of them.
func VenuesCalled(r app.Reader, name string, limit int) (all []Venue, err error) {
	named, err := list.Named(r, venueByText, search.Query(name))
	if err != nil {
		return nil, err
	}
	venues, err := Venues.GetMany(r, named.IDs())
	for _, v := range venues {
		if v.DeletedAt == nil && app.Fold(v.Name) == app.Fold(name) {
			if all = append(all, v); len(all) == limit {
				break
			}
		}
	}
	return all, err
}

// GroupsOf are the sale-item groups of an event that are not deleted.
func GroupsOf(r app.Reader, eventID int64) (all []Group, err error) {
	return indexes.Records(groupByEvent.Scan(r, indexes.Equal(eventID<<1+standing)))
}

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
