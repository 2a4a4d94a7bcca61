package catalog

import (
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// readers may see events and what is sold for them.
var readers = app.AnyOf{app.ViewEvents, app.ListEvents}

// SaleEditors change what is sold for events, and how it is let in.
var SaleEditors = app.AnyOf{app.EditEvents, app.EditSaleData}

// mayEdit refuses those who edit at some events alone what belongs to none.
func mayEdit(c *app.Caller, needs app.Requirement, eventID int64) error {
	if eventID != 0 {
		return nil
	}
	return c.Need(needs)
}

// EventByID finds an event of the company, deleted ones included.
func EventByID(r app.Reader, id int64) (Event, error) {
	e, err := Events.Get(r, id)
	return e, missing(err, "event")
}

// EventExists tells whether there is an event, for a reader who may see it.
func EventExists(r app.Reader, id int64) (bool, error) {
	e, err := Events.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil && e.DeletedAt == nil, err
}

// VenueExists tells whether there is a venue, for a reader who may see it.
func VenueExists(r app.Reader, id int64) (bool, error) {
	v, err := Venues.GetShared(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil && v.DeletedAt == nil, err
}

// SharedEvent is EventByID without a copy: everybody has the same event, and it
// must not be changed.
func SharedEvent(r app.Reader, id int64) (*Event, error) {
	e, err := Events.GetShared(r, id)
	return e, missing(err, "event")
}

// EventsByID reads many events; those that are not there are left out.
func EventsByID(r app.Reader, ids []int64) (map[int64]Event, error) {
	all, err := Events.GetMany(r, ids)
	return byID(all, func(e Event) int64 { return e.ID }), err
}

// SaleItemByID finds a sale item of the company, deleted ones included.
func SaleItemByID(r app.Reader, id int64) (SaleItem, error) {
	s, err := SaleItems.Get(r, id)
	return s, missing(err, "sale item")
}

// SharedSaleItem is SaleItemByID without a copy: it must not be changed.
func SharedSaleItem(r app.Reader, id int64) (*SaleItem, error) {
	s, err := SaleItems.GetShared(r, id)
	return s, missing(err, "sale item")
}

// SaleItemsByID reads many sale items; those that are not there are left out.
func SaleItemsByID(r app.Reader, ids []int64) (map[int64]SaleItem, error) {
	all, err := SaleItems.GetMany(r, ids)
	return byID(all, func(s SaleItem) int64 { return s.ID }), err
}

// SaleItemsOfEvent reads every sale item of an event by id, deleted ones
// included.
func SaleItemsOfEvent(r app.Reader, eventID int64) ([]SaleItem, error) {
	return indexes.Records(saleItemByEvent.Scan(r, indexes.Equal(eventID)))
}

// SharedInventoryItem finds an inventory item of the company, deleted ones
// included. It must not be changed.
func SharedInventoryItem(r app.Reader, id int64) (*InventoryItem, error) {
	i, err := InventoryItems.GetShared(r, id)
	return i, missing(err, "inventory item")
}

// InventoryItemsByID reads many inventory items; those that are not there are
// left out.
func InventoryItemsByID(r app.Reader, ids []int64) (map[int64]InventoryItem, error) {
	all, err := InventoryItems.GetMany(r, ids)
	return byID(all, func(i InventoryItem) int64 { return i.ID }), err
}

// VenuesByID reads many venues; those that are not there are left out.
func VenuesByID(r app.Reader, ids []int64) (map[int64]Venue, error) {
	all, err := Venues.GetMany(r, ids)
	return byID(all, func(v Venue) int64 { return v.ID }), err
}

// SharedTimeslot finds a timeslot of the company, deleted ones included. It must
// not be changed.
func SharedTimeslot(r app.Reader, id int64) (*Timeslot, error) {
	t, err := Timeslots.GetShared(r, id)
	return t, missing(err, "timeslot")
}

// TimeslotsOfEvent reads every timeslot of an event by id, deleted ones included.
func TimeslotsOfEvent(r app.Reader, eventID int64) ([]Timeslot, error) {
	return indexes.Records(timeslotByEvent.Scan(r, indexes.Equal(eventID)))
}

// missing turns an unknown id into the refusal that names what was looked for.
func missing(err error, model string) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing(model)
	}
	return err
}

func byID[T any](all []T, id func(T) int64) map[int64]T {
	m := make(map[int64]T, len(all))
	for _, v := range all {
		m[id(v)] = v
	}
	return m
}
