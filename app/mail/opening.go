package mail

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/transfer"
	"marquee/indexes"
	"marquee/kv"
)

// opening is the round of an event whose tickets open at a moment.
func opening(event int64, at time.Time) round {
	return round{EventID: event, Kind: TicketsReady, N: at.Unix()}
}

// openedAt is the moment of the round.
func (n *round) openedAt() time.Time { return time.Unix(n.N, 0) }

// beginOpenings begins the mails of events whose tickets have opened. What opened before it
// was said that they open at all was never withheld.
func beginOpenings(ctx context.Context, w *app.Work) error {
	var open []round
	err := w.View(ctx, func(r app.Reader) error {
		open = nil
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		now := w.App.Now()
		all, err := catalog.EventsStarting(r, now.Add(-openedWithin), now.Add((company.MaxTicketLead+1)*time.Hour))
		for i := range all {
			e := &all[i]
			at, since, delayed := e.TicketsOpen(own)
			if err != nil || !delayed || at.After(now) || !at.After(since) || e.CancelledAt != nil || e.Ended(now) {
				continue
			}
			var told bool
			if told, err = openedSince(r, e.ID, at); err == nil && !told {
				open = append(open, opening(e.ID, at))
			}
		}
		return err
	})
	for i := range open {
		if err == nil {
			err = w.Record(ctx, open[i].EventID, func() error {
				return w.Update(ctx, func(tx app.Tx) error { return begin(tx, open[i]) })
			})
		}
	}
	return err
}

// openedSince tells whether a round told at a moment, or after it, that tickets are open: an
// event that is moved has another moment, which counts if its tickets were closed again.
func openedSince(r app.Reader, event int64, at time.Time) (told bool, err error) {
	first := roundKey{A: event, B: TicketsReady.number()}
	last := kv.Triple[int64, int64, int64]{A: event, B: TicketsReady.number() + 1}
	for hit, err := range rounds.Scan(r, indexes.Between(first, last)) {
		if err != nil {
			return false, err
		}
		told = told || !hit.Rec.At.Before(at)
	}
	return told, nil
}

// writeOpening writes the mail with the tickets that somebody has of an order. Who bought
// when they were open has them.
func (n *round) writeOpening(tx app.Tx, p Post, a *app.App, it *order.Item) (int64, error) {
	once := fmt.Sprintf("%s/%d/%d/%d/%d", n.Kind, n.EventID, n.N, it.OrderID, it.CustomerID)
	if _, has, err := messageByOnce.Find(tx, once); err != nil || has {
		return 0, err
	}
	f, err := factsOf(tx, p.BaseURL, it.OrderID)
	if gone(err) {
		return 0, nil
	}
	if err == nil && it.CustomerID != f.order.CustomerID {
		err = f.readBuyer(tx, it.CustomerID)
	}
	if err != nil || f.buyer.ID != it.CustomerID || f.buyer.Email == "" || f.order.CompletedAt == nil || !f.order.CompletedAt.Before(n.openedAt()) {
		return 0, err
	}
	m := Message{
		Kind: n.Kind, To: f.buyer.Email, Name: f.buyer.Name, Language: f.reads(), CustomerID: it.CustomerID, EventID: n.EventID,
		OrderID: it.OrderID, Once: once,
	}
	for i := range f.items {
		if f.items[i].EventID == n.EventID && f.items[i].CustomerID == it.CustomerID {
			m.Items = append(m.Items, f.items[i].ID)
		}
	}
	if err := f.finish(tx, p, &m, a); err != nil {
		return 0, err
	}
	return 1, insert(tx, &m)
}

// unopened says why there is nothing to be told of tickets: they are closed again, or gone.
func (f *facts) unopened(r app.Reader, m *Message, now time.Time) (string, error) {
	own := f.of(m)
	switch {
	case len(own.events) == 0 || own.events[0].DeletedAt != nil:
		return "the event was deleted", nil
	case own.events[0].CancelledAt != nil:
		return "the event was cancelled", nil
	case own.events[0].Ended(now):
		return "the event is over", nil
	}
	open, err := order.Printed(r, order.Download{Scope: order.SomeItems}, f.order, own.heldBy(m.CustomerID))
	if err == nil && len(open) == 0 {
		return "there are no tickets to be opened", nil
	}
	return "", err
}

// heldBy are the items that the mail names, as far as somebody has them still.
func (f *facts) heldBy(customer int64) (held []order.Item) {
	for i := range f.named {
		if it := &f.named[i]; it.CustomerID == customer && it.Downloadable() {
			held = append(held, *it)
		}
	}
	return held
}

// tokenFor opens what whoever gets a mail has of the order; "" where nothing is to be opened.
func (f *facts) tokenFor(m *Message) string {
	if m.Kind == TicketsReady && m.CustomerID != f.order.CustomerID {
		return transfer.LinkTo(f.company, f.order, f.of(m).heldBy(m.CustomerID))
	}
	return order.NewLinks(f.company.ID, f.company.LinkKey).Order(f.order, f.order.BuyerScope())
}

// ticketsDate is when the first of the tickets of the order open that are withheld now.
func (f *facts) ticketsDate(now time.Time) (e *catalog.Event, first time.Time) {
	for i := range f.events {
		at, _, delayed := f.events[i].TicketsOpen(f.company)
		if delayed && now.Before(at) && (e == nil || at.Before(first)) {
			e, first = &f.events[i], at
		}
	}
	return e, first
}
