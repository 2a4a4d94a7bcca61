package order

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// ShowingsOf are when what was bought takes place, by their starts: a ticket of a slot at that,
// a season ticket at each event of its run, everything else at its event. What is gone is left
// out. Whoever has it is told, whatever of the run they may see.
func ShowingsOf(r app.Reader, it *Item) (all []catalog.Showing, err error) {
	r = app.Whole(r)
	events := it.Run
	if len(events) == 0 && it.EventID != 0 {
		events = []int64{it.EventID}
	}
	for _, id := range events {
		e, err := catalog.SharedEvent(r, id)
		if err == nil {
			all = append(all, catalog.Showing{Event: e})
		} else if !Unreadable(err) {
			return nil, err
		}
	}
	if len(it.Run) == 0 && len(all) == 1 {
		all[0].Slot, err = slotOf(r, it)
	}
	catalog.SortShowings(all)
	return all, err
}

// slotOf is the slot of what was bought, nil for none.
func slotOf(r app.Reader, it *Item) (*catalog.Timeslot, error) {
	s, err := catalog.SharedSaleItem(r, it.SaleItemID)
	if err == nil && s.TimeslotID != 0 {
		var slot *catalog.Timeslot
		if slot, err = catalog.SharedTimeslot(r, s.TimeslotID); err == nil {
			return slot, nil
		}
	}
	if err != nil && !Unreadable(err) {
		return nil, err
	}
	return nil, nil
}

// Showings are those of some items, each once, by their starts. What lets nobody in, such as a
// product, does not bring its whole event beside a slot of it.
func Showings(r app.Reader, items []Item) (all []catalog.Showing, err error) {
	for _, admits := range []bool{true, false} {
		for i := range items {
			it := &items[i]
			if admits != (it.Type == catalog.Ticket || it.Type == catalog.SeasonTicket || it.Type == catalog.GuestList) {
				continue
			}
			of, err := ShowingsOf(r, it)
			if err != nil {
				return nil, err
			}
			for _, s := range of {
				had := func(o catalog.Showing) bool {
					return o.Same(&s) || !admits && s.Slot == nil && o.Event.ID == s.Event.ID
				}
				if !slices.ContainsFunc(all, had) {
					all = append(all, s)
				}
			}
		}
	}
	catalog.SortShowings(all)
	return all, nil
}

// WindowAt is when what was bought lets its holder in over all that it is for: the window of a
// season ticket lies around each event of its run.
func WindowAt(s *catalog.SaleItem, showings []catalog.Showing) (from, until *time.Time) {
	for i := range showings {
		own, end := s.ValidIn(showings[i].Slot)
		if first := s.OwnEvent(showings); first != nil {
			own, end = s.MovedTo(first, showings[i].Event).Window(own, end)
		}
		if own != nil && (from == nil || own.Before(*from)) {
			from = own
		}
		if end != nil && (until == nil || end.After(*until)) {
			until = end
		}
	}
	if len(showings) == 0 {
		return s.ValidFrom, s.ValidUntil
	}
	return from, until
}
