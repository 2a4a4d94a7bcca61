package catalog

import (
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
