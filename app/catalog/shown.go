package catalog

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Callers in visibility groups see the events and venues that share a group with them, and
// the events given to them; whoever holds the ability that is asked for at some events
// alone sees these. Of what hangs on an event they see that of these. All that is said here,
// and with the tables that ask it; see indexes.Narrow for who obeys.

// ShownAt tells whether what hangs on an event is shown. What hangs on none is.
func ShownAt(r app.Reader, eventID int64) (bool, error) {
	if eventID == 0 {
		return true, nil
	}
	_, err := Events.GetShared(r, eventID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// ShownAtAny tells whether what hangs on some events is shown: one of them is enough.
func ShownAtAny(r app.Reader, events []int64) (bool, error) {
	for _, id := range events {
		if shown, err := ShownAt(r, id); err != nil || shown {
			return shown, err
		}
	}
	return len(events) == 0, nil
}

// ShownForAny tells whether what is for some events, schedules or sale items is shown: one of
// them is enough. What is for none of them is.
func ShownForAny(r app.Reader, events, schedules, saleItems []int64) (bool, error) {
	if len(events)+len(schedules)+len(saleItems) == 0 {
		return true, nil
	}
	if shown, err := anyShown(r, Events, events); err != nil || shown {
		return shown, err
	}
	if shown, err := anyShown(r, Schedules, schedules); err != nil || shown {
		return shown, err
	}
	return anyShown(r, SaleItems, saleItems)
}

// anyShown tells whether one of some records is shown.
func anyShown[T any](r app.Reader, t *indexes.Table[T], ids []int64) (bool, error) {
	for _, id := range ids {
		_, err := t.Get(r, id)
		if err == nil {
			return true, nil
		}
		if !errors.Is(err, indexes.ErrNotFound) {
			return false, err
		}
	}
	return false, nil
}

// PutSeen is app.PutList for ids of records of which the caller may not see all: those that
// are hidden from them stay, for they could not be named.
func PutSeen[T any](tx app.Tx, t *indexes.Table[T], in app.Maybe[[]int64], ids *[]int64) error {
	had := *ids
	app.PutList(in, ids)
	if !in.Given || len(had) == 0 || !t.Narrows(tx) {
		return nil
	}
	recs, err := t.GetMany(app.Whole(tx), had)
	for i := range recs {
		shown, err := t.Shows(tx, &recs[i])
		if err != nil {
			return err
		}
		if !shown {
			*ids = append(*ids, t.IDOf(&recs[i]))
		}
	}
	return err
}

func (e *Event) shown(r app.Reader) (bool, error) {
	return e.seenBy(app.VisibilityOf(r)), nil
}

// Subject is the event as abilities are asked for at it.
func (e *Event) Subject() app.Subject {
	return app.Subject{ID: e.ID, MadeBy: e.CreatedBy, Published: e.Published}
}

func (e *Event) seenBy(s *app.Visibility) bool {
	return s.Sees(e.Groups, e.Users) && s.Covers(e.Subject())
}

// shown: a venue is seen by its own groups, and by whoever sees an event there.
func (v *Venue) shown(r app.Reader) (bool, error) {
	visibility := app.VisibilityOf(r)
	if !visibility.Owns(app.ViewVenues.Entity(), v.ID, v.CreatedBy) {
		return false, nil
	}
	if visibility.Sees(v.Groups, nil) {
		return true, nil
	}
	r = app.Whole(r)
	for e, err := range eventByVenue.Keys(r, indexes.Equal(v.ID).Reversed()) {
		if err != nil {
			return false, err
		}
		if seen, err := sees(r, visibility, e.ID); err != nil || seen {
			return seen, err
		}
	}
	return false, nil
}

// shown: an inventory item is seen by whoever sees something that is sold of it, and by
// everybody while nothing is.
func (i *InventoryItem) shown(r app.Reader) (bool, error) {
	visibility, sold := app.VisibilityOf(r), false
	r = app.Whole(r)
	for e, err := range saleItemByItem.Keys(r, indexes.Equal(i.ID)) {
		if err != nil {
			return false, err
		}
		s, err := SaleItems.GetShared(r, e.ID)
		if err != nil {
			return false, err
		}
		if sold = true; s.EventID == 0 {
			return true, nil
		}
		if seen, err := seesAny(r, visibility, append([]int64{s.EventID}, s.Run...)); err != nil || seen {
			return seen, err
		}
	}
	return !sold, nil
}

// seesAny tells whether one of some events is seen.
func seesAny(r app.Reader, visibility *app.Visibility, events []int64) (bool, error) {
	for _, id := range events {
		if seen, err := sees(r, visibility, id); err != nil || seen {
			return seen, err
		}
	}
	return false, nil
}

// NeedAt refuses a caller who does not hold what is required at an event.
func NeedAt(r app.Reader, c *app.Caller, needs app.Requirement, eventID int64) error {
	if c.Meets(needs) || !c.Holds(needs) || eventID == 0 {
		return c.Need(needs)
	}
	e, err := SharedEvent(r, eventID)
	if err != nil {
		return err
	}
	return c.NeedAt(needs, e.Subject())
}

// sees tells whether an event is seen; it is decoded at most once.
func sees(r app.Reader, visibility *app.Visibility, event int64) (bool, error) {
	e, err := Events.GetShared(r, event)
	return err == nil && e.seenBy(visibility), err
}

// shown: a schedule is seen by whoever sees one of its events.
func (s *Schedule) shown(r app.Reader) (bool, error) {
	visibility := app.VisibilityOf(r)
	r = app.Whole(r)
	for e, err := range eventBySchedule.Keys(r, indexes.PrefixOf[time.Time](s.ID).Reversed()) {
		if err != nil {
			return false, err
		}
		if seen, err := sees(r, visibility, e.ID); err != nil || seen {
			return seen, err
		}
	}
	return false, nil
}
