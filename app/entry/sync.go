package entry

import (
	"context"
	"iter"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// TicketQuery asks for the list that a gate keeps for when the network is gone.
type TicketQuery struct {
	EventID int64 `list:"eventId"`
	// Since lists what changed at or after a moment, refunded tickets included;
	// nil lists all that still stand.
	Since *time.Time `list:"since"`
	// Products adds products.
	Products bool `list:"products"`
	// Guests adds guests.
	Guests bool `list:"guests"`
	// Gone adds refunded ones where they would not be listed.
	Gone bool `list:"gone"`
	// Began is when a walk without Since began; its cursor remembers it.
	Began *time.Time `list:"began"`

	// Zones adds what is known of each zone.
	Zones bool
	// Doors are the zones where a phone scans: it hears how tickets stand there, also where
	// nobody is shown who is inside.
	Doors []int64
	// Cursor goes on behind an earlier page; it beats Offset.
	Cursor        string
	Offset, Limit int64
}

// TicketList is one page of it, in the order of changes, ties by id.
type TicketList struct {
	list.Info
	Tickets []EntryTicket
	// End is what the next request passes as Since to miss nothing: the newest
	// change handed out.
	End time.Time
	// Cursor is where this page goes on; empty when nothing follows.
	Cursor string
}

var ticketList = &list.List[TicketState, TicketQuery]{
	Needs: scanners,
	Name:  "entry-tickets", Max: MaxPage, Table: TicketStates, ByChange: true,
	Plan: func(r app.Reader, q *TicketQuery) (list.Plan[TicketState], error) {
		plan, err := q.plan(r)
		if q.Gone {
			plan.Total, plan.Seek = nil, nil // the counter has those that stand
		}
		return plan, err
	},
	Changed: func(t *TicketState) time.Time { return t.ChangedAt },
}

// ListTickets gives one page of the offline list. Whoever follows
// the cursors to the end and then asks again with End misses no change: the list
// is read only up to a moment behind which nothing can still appear.
func ListTickets(ctx context.Context, a *app.App, c *app.Caller, q TicketQuery) (out TicketList, err error) {
	if q.EventID == 0 && q.Cursor == "" {
		return out, app.Field("eventId", "is required")
	}
	from, _, _ := strings.Cut(q.Cursor, ".") // those of earlier releases had the time of their beginning behind it
	page, err := ticketList.Read(ctx, a, c, q, list.Request{Cursor: from, Offset: q.Offset, Limit: q.Limit},
		func(r app.Reader, asked *TicketQuery, rows []TicketState) (err error) {
			out.Tickets, err = asked.load(r, rows)
			return err
		})
	if err != nil {
		return out, err
	}
	out.Info, out.End = page.Info, *page.ListEndTime
	if page.HasMore {
		out.Cursor = page.Cursor
	}
	return out, nil
}

// plan walks the changes of the event. A ticket that was refunded while the walk
// goes on is listed even where refunded ones are not: an earlier page may have
// shown it.
func (q *TicketQuery) plan(r app.Reader) (list.Plan[TicketState], error) {
	if _, err := liveEvent(r, q.EventID); err != nil {
		return list.Plan[TicketState]{}, err
	}
	standing, all := ticketKeys(q.EventID, q.isListed), ticketKeys(q.EventID, q.lists)
	if q.Gone {
		standing = all
	}
	if q.Since != nil {
		return list.Keys(r, ticketChanged, all, list.Since(r, *q.Since), false), nil
	}
	if q.Began == nil {
		now := r.SafeTime()
		q.Began = &now
	}
	later := q.Began.Add(time.Microsecond)
	before := list.Keys(r, ticketChanged, standing, list.Times(nil, &later), false)
	behind := list.Keys(r, ticketChanged, all, list.Since(r, later), false)
	plan := before
	plan.Walk = func(after indexes.Position) iter.Seq2[list.Row[TicketState], error] {
		return chain(before.Walk(after), behind.Walk(after))
	}
	plan.Total = func() (int64, bool, error) {
		c, _, err := TicketCounts.Find(r, q.EventID)
		if q.Products {
			return c.Tickets + c.Products, false, err
		}
		return c.Tickets, false, err
	}
	return plan, nil
}

// lists tells whether a ticket with these flags is on the list at all.
func (q *TicketQuery) lists(flags int64) bool {
	kind := Kind(flags & kindBits)
	return (q.Guests || kind != KindGuest) && (q.Products || kind != KindProduct) && flags&flagPending == 0
}

// isListed tells whether it is on the list for those who do not ask for changes.
func (q *TicketQuery) isListed(flags int64) bool { return q.lists(flags) && flags&flagGone == 0 }

// chain walks one sequence behind the other.
func chain[T any](walks ...iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, walk := range walks {
			for row, err := range walk {
				if !yield(row, err) {
					return
				}
			}
		}
	}
}
