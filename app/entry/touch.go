package entry

import (
	"context"
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/ticketcode/form"
	"marquee/indexes"
	"marquee/kv"
)

// touch is a change of settings that concerns many tickets: which of them a zone
// takes, when they let in. It commits with the change. The tickets are touched
// afterwards, a batch at a time, so that devices that are offline learn of it with
// their next list, and no gate waits for a hundred thousand tickets. A batch is whole
// in itself: after a crash the rest goes on.
type touch struct {
	// ZoneID is the gate that changed; its event's own for the window of a sale item, and
	// everyEvent for all events.
	ZoneID  int64 `msgpack:"z"`
	EventID int64 `msgpack:"e"`
	// Before: tickets that changed since have nothing to learn.
	Before time.Time `msgpack:"t"`
	// SaleItemIDs are those whose tickets are concerned; none is all of the event.
	SaleItemIDs []int64 `msgpack:"s,omitempty"`
	// Rotating: only those whose codes rotate are.
	Rotating bool `msgpack:"r,omitempty"`
	// Demo: only those that were sold in demo mode are. With both, either are.
	Demo bool `msgpack:"d,omitempty"`
	// Renamed: something is called differently, which orders and what is sold with them say, too.
	// Sold is the last of that which was touched.
	Renamed bool  `msgpack:"n,omitempty"`
	Sold    int64 `msgpack:"l,omitempty"`
}

// narrow tells whether it concerns tickets of a kind alone.
func (w *touch) narrow() bool { return w.Rotating || w.Demo }

var touches = indexes.DefineKeyed(indexes.KeyedSpec[int64, touch]{
	Name: "ticket_touches", Version: 1,
	Person:    indexes.Nobody("which tickets changed, by number"),
	Unaudited: "a counter",
	Key:       kv.Int,
	KeyOf:     func(t *touch) int64 { return t.ZoneID },
})

// touchTickets notes that the tickets of some sale items are to be touched, or all of
// the zone's event when items is empty. What was still due is done with it.
func touchTickets(tx app.Tx, z *Zone, items []int64) error {
	_, err := touches.Upsert(tx, z.ID, func(t *touch) error {
		all := len(items) == 0 || !t.Before.IsZero() && len(t.SaleItemIDs) == 0
		t.ZoneID, t.EventID, t.Before, t.Rotating, t.Demo = z.ID, z.EventID, tx.Now(), false, false
		t.SaleItemIDs = slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.SaleItemIDs, items))))
		if all || len(t.SaleItemIDs) > MaxZoneItems {
			t.SaleItemIDs = nil
		}
		return nil
	})
	return err
}

// touchChanged touches the tickets that a change of a zone concerns: those that it
// takes or took. Phones are told when their holders were born only where a zone asks.
func touchChanged(tx app.Tx, was, now *Zone) error {
	asks := now.ages() && !was.ages()
	if slices.Equal(was.SaleItemIDs, now.SaleItemIDs) && was.HideAttendees == now.HideAttendees && !asks {
		return nil
	}
	if len(was.SaleItemIDs) == 0 || len(now.SaleItemIDs) == 0 {
		return touchTickets(tx, now, nil)
	}
	return touchTickets(tx, now, slices.Concat(was.SaleItemIDs, now.SaleItemIDs))
}

// TouchOf touches the tickets of a sale item whose window was changed.
func TouchOf(tx app.Tx, s *catalog.SaleItem) error {
	for _, event := range s.Covers() {
		zones, err := zonesOf(tx, event)
		if err != nil {
			return err
		}
		if err := touchWindows(tx, zones, []int64{s.ID}); err != nil {
			return err
		}
	}
	return nil
}

// TouchItemRenamed touches the tickets of a sale item that is called differently, and what else
// of it was sold.
func TouchItemRenamed(tx app.Tx, s *catalog.SaleItem) error {
	for _, event := range s.Covers() {
		if err := touchRenamed(tx, event, []int64{s.ID}); err != nil {
			return err
		}
	}
	return nil
}

// TouchRenamed touches the tickets of an event that is called differently, and what else was sold
// for it.
func TouchRenamed(tx app.Tx, e *catalog.Event) error { return touchRenamed(tx, e.ID, nil) }

func touchRenamed(tx app.Tx, event int64, items []int64) error {
	zones, err := zonesOf(tx, event)
	z := entryZone(zones)
	if err != nil || z.ID == 0 {
		return err
	}
	if err := touchTickets(tx, &z, items); err != nil {
		return err
	}
	_, err = touches.Upsert(tx, z.ID, func(t *touch) error { t.Renamed, t.Sold = true, 0; return nil })
	return err
}

// touchWindows touches the tickets of sale items whose windows moved. It is the event's
// own gate that keeps the work.
func touchWindows(tx app.Tx, zones []Zone, items []int64) error {
	z := entryZone(zones)
	if z.ID == 0 || len(items) == 0 {
		return nil
	}
	return touchTickets(tx, &z, items)
}

// everyEvent is the key of what is noted for all events of a company, before each has its own.
const everyEvent = 0

// TouchRotating touches the tickets whose codes rotate: the secrets behind them are others now.
func TouchRotating(tx app.Tx, _ *company.Company) error {
	return touchEverywhere(tx, touch{Rotating: true})
}

// TouchDemo touches the tickets that were sold in demo mode: they let in now, or do so no more.
func TouchDemo(tx app.Tx, _ *company.Company) error { return touchEverywhere(tx, touch{Demo: true}) }

// touchEverywhere touches tickets at each event that is not over. The events are looked up
// afterwards: there may be thousands.
func touchEverywhere(tx app.Tx, more touch) error {
	_, err := touches.Upsert(tx, everyEvent, func(t *touch) error {
		*t = touch{ZoneID: everyEvent, Before: tx.Wall(), Rotating: t.Rotating || more.Rotating, Demo: t.Demo || more.Demo}
		return nil
	})
	return err
}

// touchEvents notes at each event what is to be done at all, some of them at a time. After a
// crash it begins again, which changes nothing where it was done.
func touchEvents(ctx context.Context, w *app.Work) error {
	var work touch
	var events []int64
	err := w.View(ctx, func(r app.Reader) (err error) {
		if work, _, err = touches.Find(r, everyEvent); err == nil && work.narrow() {
			events, err = catalog.EventsNotOver(r, work.Before.Add(-uploadMargin))
		}
		return err
	})
	if err != nil || !work.narrow() {
		return err
	}
	for some := range slices.Chunk(events, touchBatch) {
		if err := w.Update(ctx, func(tx app.Tx) error { return touchSomeEvents(tx, some, work) }); err != nil {
			return err
		}
	}
	return w.Update(ctx, func(tx app.Tx) error {
		now, found, err := touches.Find(tx, everyEvent)
		if err != nil || !found || !now.Before.Equal(work.Before) {
			return err // it was noted again meanwhile
		}
		return touches.Delete(tx, everyEvent)
	})
}

func touchSomeEvents(tx app.Tx, events []int64, work touch) error {
	for _, event := range events {
		zones, err := zonesOf(tx, event)
		if err != nil {
			return err
		}
		if z := entryZone(zones); z.ID != 0 {
			if err := touchNarrow(tx, &z, work); err != nil {
				return err
			}
		}
	}
	return nil
}

// touchNarrow notes it at the event's own gate. Where something else is due there, all are
// touched.
func touchNarrow(tx app.Tx, z *Zone, work touch) error {
	_, err := touches.Upsert(tx, z.ID, func(t *touch) error {
		if t.Before.IsZero() || t.narrow() {
			t.Rotating, t.Demo = t.Rotating || work.Rotating, t.Demo || work.Demo
		}
		t.ZoneID, t.EventID, t.Before, t.SaleItemIDs = z.ID, z.EventID, tx.Now(), nil
		return nil
	})
	return err
}

// touchDue does what is due in a company: for zones, and for the holders of tickets.
func touchDue(ctx context.Context, w *app.Work) error {
	if err := w.Record(ctx, everyEvent, func() error { return touchEvents(ctx, w) }); err != nil {
		return err
	}
	zones, err := keysDue(ctx, w, touches.Keyed)
	if err != nil {
		return err
	}
	for _, zone := range zones {
		if zone == everyEvent {
			continue // noted since, or not to be read
		}
		if err := w.Record(ctx, zone, func() error { return touchZone(ctx, w, zone) }); err != nil {
			return err
		}
	}
	return touchHolders(ctx, w)
}

// keysDue lists the keys of noted work, without what cannot be read. It reads a
// snapshot: most of the time nothing is due, and then the writer is left alone.
func keysDue[T any](ctx context.Context, w *app.Work, noted *indexes.Keyed[int64, T]) (due []int64, err error) {
	for from, more := int64(0), true; more; {
		err = w.View(ctx, func(r app.Reader) error {
			due = slices.DeleteFunc(due, func(key int64) bool { return key >= from })
			for h, err := range noted.Scan(r, indexes.From(from)) {
				if err != nil {
					return err
				}
				due = append(due, h.Key)
			}
			return nil
		})
		var damaged int64
		if damaged, more = w.SkipDamaged(err); more {
			from, err = damaged+1, nil
		}
	}
	return due, err
}

// touchZone walks the tickets of an event in the order of their last change. Those
// that it touches move behind the end of its walk.
func touchZone(ctx context.Context, w *app.Work, zone int64) error {
	var at indexes.Position
	for done := false; !done && ctx.Err() == nil; {
		var next indexes.Position
		err := w.Update(ctx, func(tx app.Tx) (err error) {
			next, done, err = touchSome(tx, zone, at)
			return err
		})
		if err != nil {
			return err
		}
		at = next
	}
	return ctx.Err()
}

// touchSome touches a batch of tickets behind a position. When none is left, the work
// is struck off.
func touchSome(tx app.Tx, zone int64, at indexes.Position) (next indexes.Position, done bool, err error) {
	work, found, err := touches.Find(tx, zone)
	if err != nil || !found {
		return nil, true, err
	}
	ids, next, done, err := work.batch(tx, at)
	if err != nil {
		return nil, false, err
	}
	for _, id := range ids {
		if _, err := stateTable.Update(tx, id, func(*TicketState) error { return nil }); err != nil {
			return nil, false, err
		}
	}
	if done && work.Renamed {
		done = false
		if len(ids) == 0 {
			done, err = work.touchSold(tx)
		}
	}
	if done {
		err = touches.Delete(tx, zone)
	}
	return next, done, err
}

// touchSold touches the next of what was sold for the event, and the orders that it is of, where
// they did not change since. It tells when nothing is left.
func (w *touch) touchSold(tx app.Tx) (done bool, err error) {
	items, err := order.SoldAt(tx, w.EventID, w.Sold, touchBatch)
	if err != nil {
		return false, err
	}
	var orders []int64
	for i := range items {
		item := &items[i]
		if len(w.SaleItemIDs) > 0 && !slices.Contains(w.SaleItemIDs, item.SaleItemID) || !item.UpdatedAt.Before(w.Before) {
			continue
		}
		orders = append(orders, item.OrderID)
		if _, err := order.TouchItem(tx, item.ID); err != nil {
			return false, err
		}
	}
	if err := order.TouchUnchanged(tx, orders, w.Before); err != nil || len(items) < touchBatch {
		return err == nil, err
	}
	_, err = touches.Upsert(tx, w.ZoneID, func(t *touch) error { t.Sold = items[len(items)-1].ID; return nil })
	return false, err
}

// batch picks the next tickets to touch, and tells where to go on. It looks at no more
// than touchLooked.
func (w *touch) batch(r app.Reader, at indexes.Position) (ids []int64, next indexes.Position, done bool, err error) {
	for looked := 0; looked < touchLooked && len(ids) < touchBatch; looked += touchBatch {
		found, places, err := w.due(r, at)
		if err != nil || len(found) == 0 {
			return ids, at, err == nil, err
		}
		states, err := TicketStates.GetMany(r, found)
		if err == nil && w.narrow() {
			states, err = w.narrowed(r, states)
		}
		if err != nil {
			return nil, nil, false, err
		}
		taken, last := w.concerned(states, touchBatch-len(ids))
		ids = append(ids, taken...)
		if at = places[len(places)-1]; last != 0 {
			at = places[slices.Index(found, last)]
		}
	}
	return ids, at, false, nil
}

// due are the next tickets that did not change since, with their positions.
func (w *touch) due(r app.Reader, at indexes.Position) (ids []int64, places []indexes.Position, err error) {
	every := ticketKeys(w.EventID, func(int64) bool { return true })
	walk := list.Keys(r, ticketChanged, every, list.Times(nil, &w.Before), false).Walk
	for row, err := range walk(at) {
		if err != nil {
			return nil, nil, err
		}
		if ids, places = append(ids, row.ID), append(places, row.At); len(ids) == touchBatch {
			break
		}
	}
	return ids, places, nil
}

// narrowed leaves the tickets of the kind that is concerned.
func (w *touch) narrowed(r app.Reader, states []TicketState) ([]TicketState, error) {
	ids := make([]int64, len(states))
	for i := range states {
		ids[i] = states[i].ID
	}
	items, err := order.Items.GetMany(r, slices.Sorted(slices.Values(ids)))
	if err != nil {
		return nil, err
	}
	known := keyed(items, func(i *order.Item) int64 { return i.ID })
	return slices.DeleteFunc(states, func(s TicketState) bool {
		i := known[s.ID]
		return i == nil || !(w.Rotating && i.Form == form.Rotating || w.Demo && i.Demo)
	}), nil
}

// concerned picks up to so many tickets that the change concerns. last is the one at
// which it had enough, 0 when it looked at all.
func (w *touch) concerned(states []TicketState, most int) (ids []int64, last int64) {
	for i := range states {
		if len(w.SaleItemIDs) == 0 || slices.Contains(w.SaleItemIDs, states[i].SaleItemID) {
			if ids = append(ids, states[i].ID); len(ids) == most {
				return ids, states[i].ID
			}
		}
	}
	return ids, 0
}

// TouchAnswered tells devices of tickets about which questions were answered: what their
// offline list shows of them has changed. Items that are not sold have no ticket yet.
func TouchAnswered(tx app.Tx, items []int64) error {
	slices.Sort(items)
	for _, id := range items {
		_, err := stateTable.Update(tx, id, func(*TicketState) error { return nil })
		if err != nil && !errors.Is(err, indexes.ErrNotFound) {
			return err
		}
	}
	return nil
}
