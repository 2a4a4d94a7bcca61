package catalog

import (
	"marquee/app"
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
	words := search.Words(name)
	if len(words) == 0 {
		return nil, nil
	}
	ids, err := EventsNamed(r, words)
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
	words := search.Words(name)
	if len(words) == 0 {
		return nil, nil
	}
	for hit, err := range venueByWord.Scan(r, indexes.Equal(words[0])) {
		if err != nil {
			return nil, err
		}
		if v := hit.Rec; v.DeletedAt == nil && app.Fold(v.Name) == app.Fold(name) {
			if all = append(all, v); len(all) == limit {
				break
			}
		}
	}
	return all, nil
}

// GroupsOf are the sale-item groups of an event that are not deleted.
func GroupsOf(r app.Reader, eventID int64) (all []Group, err error) {
	for hit, err := range groupByEvent.Scan(r, indexes.Equal(eventID<<1+standing)) {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec)
	}
	return all, nil
}
