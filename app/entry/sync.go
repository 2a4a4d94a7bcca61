package entry

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"marquee/app"
)

// TicketQuery asks for the list that a gate keeps for when the network is gone.
type TicketQuery struct {
	EventID int64
	// Since lists what changed at or after a moment, refunded tickets included;
	// nil lists all that still stand.
	Since *time.Time
	// Cursor goes on behind an earlier page; it beats Offset.
	Cursor        string
	Offset, Limit int64
	// Products adds products; Zones adds what is known of each zone.
	Products, Zones bool
}

// TicketList is one page of it, in the order of changes, ties by id.
type TicketList struct {
	Tickets []EntryTicket
	// End is what the next request passes as Since to miss nothing: the newest
	// change handed out. When more tickets share one moment than a page holds, only
	// the cursor leads past them.
	End time.Time
	// Total is the length of the list. With Since it is exact on the last page; the
	// pages before tell how many tickets the event has.
	Total int64
	// Cursor is where this page goes on; empty when nothing follows.
	Cursor string
}

// ListTickets gives one page of the offline list. Whoever follows
// the cursors to the end and then asks again with End misses no change: the feed
// is read only up to a moment behind which nothing can still appear.
func ListTickets(ctx context.Context, a *app.App, c *app.Caller, q TicketQuery) (TicketList, error) {
	var out TicketList
	began, err := q.resume()
	if err != nil {
		return out, err
	}
	list := app.List[TicketState]{
		Table: TicketStates, Since: q.Since, Cursor: q.Cursor, Offset: q.Offset, Limit: q.Limit,
		Filters: fmt.Sprint("tickets of ", q.EventID, q.Products),
		Changed: func(t *TicketState) time.Time { return t.ChangedAt }, Uncounted: true,
		Plan: func(r app.Reader, since *time.Time) (app.Plan[TicketState], error) {
			if _, err := liveEvent(r, q.EventID); err != nil {
				return app.Plan[TicketState]{}, err
			}
			if began.IsZero() {
				began = r.SafeTime()
			}
			return q.plan(r, since, began), nil
		},
		Load: func(r app.Reader, rows []TicketState) (err error) {
			if out.Tickets, err = q.load(r, rows); err != nil {
				return err
			}
			out.End, out.Total, err = q.known(r)
			return err
		},
	}
	page, err := list.Read(ctx, a, c)
	if err != nil {
		return out, err
	}
	if page.ListEndTime != nil {
		out.End = *page.ListEndTime
	}
	if q.Since != nil && !page.HasMore || out.Total < page.Total {
		out.Total = page.Total
	}
	if page.HasMore {
		out.Cursor = page.Cursor + "." + strconv.FormatInt(began.UnixMicro(), 36)
	}
	return out, nil
}

// resume takes the moment the walk began out of the cursor.
func (q *TicketQuery) resume() (time.Time, error) {
	if q.Cursor == "" {
		return time.Time{}, nil
	}
	cursor, began, ok := strings.Cut(q.Cursor, ".")
	micros, err := strconv.ParseInt(began, 36, 64)
	if !ok || err != nil || micros < 1 || cursor == "" {
		return time.Time{}, app.Field("cursor", "is not valid")
	}
	q.Cursor = cursor
	return time.UnixMicro(micros).UTC(), nil
}

// plan walks the feed of the event. A ticket that was refunded while the walk
// goes on is listed even where refunded ones are not: an earlier page may have
// shown it.
func (q *TicketQuery) plan(r app.Reader, since *time.Time, began time.Time) app.Plan[TicketState] {
	var from time.Time
	if since != nil {
		from = *since
	}
	return app.Plan[TicketState]{
		Walks: []app.Walk[TicketState]{app.FeedWalk(r, ticketFeed, q.EventID, from)},
		Fits: func(t *TicketState) (bool, error) {
			kind := t.Kind != KindGuest && (q.Products || t.Kind != KindProduct)
			return kind && !t.Pending && (!t.Gone || since != nil || t.ChangedAt.After(began)), nil
		},
	}
}

// known is where the feed stands, and how long the whole list is.
func (q *TicketQuery) known(r app.Reader) (time.Time, int64, error) {
	c, _, err := TicketCounts.Find(r, q.EventID)
	total := c.Tickets
	if q.Products {
		total += c.Products
	}
	return r.SafeTime(), total, err
}
