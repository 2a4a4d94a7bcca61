package catalog

import (
	"errors"
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// MassUpdate takes fields of an updated event over to other events.
type MassUpdate struct {
	Events []int64
	Fields MassFields
}

// MassFields tells which fields to take over: those of [EventChange] with the
// same name.
type MassFields struct {
	Name, Description, Page, Start, End, Venue, Tags, Organiser, Stream bool
	OnlineOnly, Hidden, MaxTickets                                      bool
	ShareTicketsBefore, ShareTicketsAfter                               bool
	ShareProductsBefore, ShareProductsAfter                             bool
}

func (m *MassUpdate) problems() app.Problems {
	var p app.Problems
	if m != nil {
		wantRange(&p, "massUpdates.events", int64(len(m.Events)), 0, maxMassUpdates)
	}
	return p
}

// take applies the chosen fields to each event. An unknown event refuses the
// whole call; one that is cancelled, or would break a rule, is left out.
func (m *MassUpdate) take(tx app.Tx, from *Event) ([]int64, error) {
	taken := []int64{}
	if m == nil {
		return taken, nil
	}
	for i, id := range m.Events {
		if id == from.ID {
			continue
		}
		e, err := Events.Get(tx, id)
		if errors.Is(err, indexes.ErrNotFound) || err == nil && e.DeletedAt != nil {
			return nil, absent(fmt.Sprintf("massUpdates.events.%d", i), "event")
		}
		if err != nil {
			return nil, err
		}
		was := e
		m.Fields.copy(&e, from)
		if fits, err := m.fits(tx, &e); err != nil || !fits {
			if err != nil {
				return nil, err
			}
			continue
		}
		if _, err := eventTable.Update(tx, id, func(old *Event) error { *old = e; return nil }); err != nil {
			return nil, err
		}
		if err := tellMoved(tx, &was, &e); err != nil {
			return nil, err
		}
		taken = append(taken, id)
	}
	return taken, nil
}

// fits tells whether an event may be stored as it is.
func (m *MassUpdate) fits(r app.Reader, e *Event) (bool, error) {
	if e.CancelledAt != nil || e.problems().Err() != nil {
		return false, nil
	}
	err := checkSlots(r, e)
	if app.KindOf(err) == app.Invalid {
		return false, nil
	}
	return err == nil, err
}

func (f *MassFields) copy(to, from *Event) {
	if f.Name {
		to.Texts.take(nameText, &to.Name, &from.Texts, from.Name)
	}
	if f.Description {
		to.Texts.take(descriptionText, &to.Description, &from.Texts, from.Description)
	}
	if f.Page {
		to.takePage(from)
	}
	pick(f.Start, &to.Start, from.Start)
	pick(f.End, &to.End, from.End)
	pick(f.Venue, &to.VenueID, from.VenueID)
	pick(f.Tags, &to.Tags, from.Tags)
	pick(f.Organiser, &to.OrganiserName, from.OrganiserName)
	pick(f.Organiser, &to.OrganiserEmail, from.OrganiserEmail)
	pick(f.Organiser, &to.OrganiserPhone, from.OrganiserPhone)
	pick(f.Stream, &to.Stream, from.Stream)
	pick(f.OnlineOnly, &to.OnlineOnly, from.OnlineOnly)
	pick(f.Hidden, &to.Hidden, from.Hidden)
	pick(f.MaxTickets, &to.MaxTicketsPerCustomer, from.MaxTicketsPerCustomer)
	pick(f.ShareTicketsBefore, &to.Settings.TicketsBefore, from.Settings.TicketsBefore)
	pick(f.ShareTicketsAfter, &to.Settings.TicketsAfter, from.Settings.TicketsAfter)
	pick(f.ShareProductsBefore, &to.Settings.ProductsBefore, from.Settings.ProductsBefore)
	pick(f.ShareProductsAfter, &to.Settings.ProductsAfter, from.Settings.ProductsAfter)
}

func pick[T any](yes bool, to *T, from T) {
	if yes {
		*to = from
	}
}
