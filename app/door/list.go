package door

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/entry"
)

// Ticket is one line of the list that a phone keeps.
type Ticket struct {
	entry.PhoneTicket
	// Last is how it was moved last, nil when it never was.
	Last *Move
}

// Page is a part of that list.
type Page struct {
	entry.PhoneList
	Tickets []Ticket
}

// ListQuery asks for a page of the list.
type ListQuery struct {
	// Since asks for what changed since a moment; nil is the list from its beginning, in which
	// Gone adds what was refunded.
	Since *time.Time
	Gone  bool
	// Cursor goes on behind an earlier page.
	Cursor string
}

// Tickets gives a page of the tickets of the event of the device.
func (p *Pass) Tickets(ctx context.Context, a *app.App, q ListQuery) (out Page, err error) {
	out.PhoneList, err = entry.ListForPhone(ctx, a, p.Caller, entry.TicketQuery{EventID: p.Device.EventID, Since: q.Since, Gone: q.Gone, Cursor: q.Cursor, Doors: p.Device.ZoneIDs})
	if err != nil {
		return out, err
	}
	out.Tickets = make([]Ticket, len(out.PhoneList.Tickets))
	err = a.View(ctx, p.Caller, scanners, func(r app.Reader) error {
		known := scanned{}
		for i := range out.Tickets {
			t := Ticket{PhoneTicket: out.PhoneList.Tickets[i]}
			if t.PhoneTicket.Last != nil {
				m, err := known.of(r, t.PhoneTicket.Last)
				if err != nil {
					return err
				}
				t.Last = &m
			}
			out.Tickets[i] = t
		}
		return nil
	})
	return out, err
}
