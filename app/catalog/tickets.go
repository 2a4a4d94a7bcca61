package catalog

import (
	"context"
	"errors"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// TicketAccess says when and how buyers get the tickets of an event.
type TicketAccess struct {
	// LeadHours is how long before the event they open, 0: they are never withheld; nil: as
	// the company says. Since is when that was set.
	LeadHours *int64    `msgpack:"l,omitempty"`
	Since     time.Time `msgpack:"s,omitempty"`
	// Passes tells whether phones are offered passes; nil: as the venue says, or the company.
	Passes *bool `msgpack:"p,omitempty"`
	// DoorsMinutes is how long before the event its doors open, 0: nobody says.
	DoorsMinutes int64 `msgpack:"d,omitempty"`
	// Terms stand on tickets that are printed, empty: those of the company do.
	Terms string `msgpack:"t,omitempty"`
}

// TicketsOpen is when the tickets of the event open, and since when that is so; false where
// they are never withheld. Whole days are those of the clocks of the event.
func (e *Event) TicketsOpen(own *company.Company) (at, since time.Time, delayed bool) {
	hours, since := own.Tickets.LeadHours, own.Tickets.Since
	if e.Tickets.LeadHours != nil {
		hours, since = *e.Tickets.LeadHours, e.Tickets.Since
	}
	if hours == 0 {
		return at, since, false
	}
	if e.CreatedAt.After(since) {
		since = e.CreatedAt
	}
	if hours%24 == 0 {
		return e.Start.In(e.Location()).AddDate(0, 0, -int(hours/24)).UTC(), since, true
	}
	return e.Start.Add(-time.Duration(hours) * time.Hour), since, true
}

// TicketsClosed tells whether the tickets of an event are withheld now, and if so until when on
// the clocks of the event. Those of no event never are.
func TicketsClosed(r app.Reader, eventID int64) (until time.Time, closed bool, err error) {
	e, own, err := ticketEvent(r, eventID)
	if err != nil || e == nil {
		return until, false, err
	}
	at, _, delayed := e.TicketsOpen(own)
	if !delayed || !app.Of(r).Now().Before(at) {
		return until, false, nil // lists ask this often: the zone costs more than the rest
	}
	return at.In(e.Location()), true, nil
}

// DoorsAt is when the doors of the event open, on its clocks; false where nobody says.
func (e *Event) DoorsAt() (at time.Time, known bool) {
	return e.Start.Add(-time.Duration(e.Tickets.DoorsMinutes) * time.Minute).In(e.Location()), e.Tickets.DoorsMinutes > 0
}

// ticketEvent is an event with its company; nil without one.
func ticketEvent(r app.Reader, id int64) (*Event, *company.Company, error) {
	own, err := company.SettingsOf(r)
	if err != nil || id == 0 {
		return nil, own, err
	}
	e, err := SharedEvent(r, id)
	if errors.Is(err, indexes.ErrNotFound) || app.KindOf(err) == app.NotFound {
		return nil, own, nil
	}
	return e, own, err
}

// TicketAccessChange changes it; what is not given stays. Cleared is as the company says.
type TicketAccessChange struct {
	LeadHours    Maybe[int64]
	Passes       Maybe[bool]
	DoorsMinutes Maybe[int64]
	Terms        Maybe[string]
}

// EventTickets is when and how buyers get the tickets of an event, with what the company
// says where it does not.
type EventTickets struct {
	Event *Event
	// OpenAt is when they open; nil: they are never withheld.
	OpenAt *time.Time
	Passes bool
}

// LookAtTickets reads when and how buyers get the tickets of an event.
func LookAtTickets(ctx context.Context, a *app.App, c *app.Caller, id int64) (out EventTickets, err error) {
	err = a.View(ctx, c, app.ViewEvents, func(r app.Reader) (err error) {
		out, err = ticketsOf(r, id)
		return err
	})
	return out, err
}

func ticketsOf(r app.Reader, id int64) (out EventTickets, err error) {
	if out.Event, err = standingEvent(r, id); err != nil {
		return out, err
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return out, err
	}
	if at, _, delayed := out.Event.TicketsOpen(own); delayed {
		out.OpenAt = &at
	}
	out.Passes, err = PassesAt(r, 0, id)
	return out, err
}

// ChangeTickets says when and how buyers get the tickets of an event.
func ChangeTickets(ctx context.Context, a *app.App, c *app.Caller, id int64, in TicketAccessChange) (out EventTickets, err error) {
	var p app.Problems
	if h := in.LeadHours.Value; h != nil && *h != 0 {
		company.CheckTicketLead(&p, "leadHours", h)
	}
	if m := in.DoorsMinutes.Value; m != nil {
		wantRange(&p, "doorsMinutes", *m, 0, maxDoors)
	}
	if t := in.Terms.Value; t != nil {
		wantText(&p, "terms", *t, company.MaxTicketTerms)
	}
	if err := p.Err(); err != nil {
		return out, err
	}
	err = a.Update(ctx, c, app.EditEvents, func(tx app.Tx) error {
		_, err := eventTable.Update(tx, id, func(e *Event) error {
			if e.DeletedAt != nil {
				return app.Missing("event")
			}
			in.LeadHours.Point(&e.Tickets.LeadHours)
			in.Passes.Point(&e.Tickets.Passes)
			in.DoorsMinutes.Put(&e.Tickets.DoorsMinutes)
			in.Terms.Put(&e.Tickets.Terms)
			e.Tickets.Terms = strings.TrimSpace(e.Tickets.Terms)
			if in.LeadHours.Given {
				e.Tickets.Since = tx.Wall()
			}
			return nil
		})
		if err != nil {
			return missing(err, "event")
		}
		out, err = ticketsOf(tx, id)
		return err
	})
	return out, err
}
