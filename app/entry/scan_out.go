package entry

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// scanOutDue empties the zones of a company whose time has come.
func scanOutDue(ctx context.Context, w *app.Work) error {
	due := func(r app.Reader) ([]int64, error) {
		return indexes.Gather(zoneByScanOut.IDs(r, indexes.To(w.App.Now().Add(time.Microsecond))))
	}
	return w.EachDue(ctx, due, func(zone int64) error { return emptyZone(ctx, w, zone) })
}

// emptyZone walks the tickets that were ever at a zone, in batches. After a crash the rest
// goes on: the moment is struck off with the last of them.
func emptyZone(ctx context.Context, w *app.Work, zone int64) error {
	var at indexes.Position
	for done := false; !done && ctx.Err() == nil; {
		var next indexes.Position
		err := w.Update(ctx, func(tx app.Tx) (err error) {
			next, done, err = scanSomeOut(tx, zone, at)
			return err
		})
		if err != nil {
			return err
		}
		at = next
	}
	return ctx.Err()
}

// scanSomeOut scans a batch of tickets behind a position out.
func scanSomeOut(tx app.Tx, zoneID int64, at indexes.Position) (next indexes.Position, done bool, err error) {
	z, err := Zones.Get(tx, zoneID)
	if err != nil || len(z.ScanOut) == 0 || z.ScanOut[0].After(tx.Wall()) {
		return nil, true, err
	}
	moment := z.ScanOut[0]
	inside, next, done, err := insideAt(tx, &z, moment, at)
	if err != nil {
		return nil, false, err
	}
	if err := scanOut(tx, &z, moment, inside); err != nil || !done {
		return next, done, err
	}
	_, err = zoneTable.Update(tx, zoneID, func(z *Zone) error {
		z.Emptied = append(z.Emptied, moment)
		slices.SortFunc(z.Emptied, time.Time.Compare)
		z.Emptied = z.Emptied[max(0, len(z.Emptied)-maxEmptied):]
		z.ScanOut = z.ScanOut[1:]
		return nil
	})
	return nil, true, err
}

// insideAt picks the next tickets that are inside a zone since a moment or longer. It looks
// at no more than scanOutLooked.
func insideAt(r app.Reader, z *Zone, moment time.Time, at indexes.Position) (inside []TicketState, next indexes.Position, done bool, err error) {
	next = at
	for looked := 0; looked < scanOutLooked && len(inside) < scanOutBatch; looked += scanOutBatch {
		var ids []int64
		if ids, next, err = visitorsAfter(r, z.ID, next); err != nil || len(ids) == 0 {
			return inside, next, err == nil, err
		}
		states, err := TicketStates.GetMany(r, ids)
		if err != nil {
			return nil, nil, false, err
		}
		for i := range states {
			if s := states[i].In(z.ID); s.Inside && !s.LastIn.After(moment) {
				inside = append(inside, states[i])
			}
		}
	}
	return inside, next, false, nil
}

// visitorsAfter lists the next tickets that were ever scanned at a zone.
func visitorsAfter(r app.Reader, zone int64, at indexes.Position) (ids []int64, next indexes.Position, err error) {
	next = at
	every := ticketKeys(zone, func(int64) bool { return true })
	for row, err := range list.Keys(r, ticketVisited, every, indexes.Span{}, false).Walk(at) {
		if err != nil {
			return nil, nil, err
		}
		if ids, next = append(ids, row.ID), row.At; len(ids) == scanOutBatch {
			break
		}
	}
	return ids, next, nil
}

// scanOut writes that tickets left a zone at a moment.
func scanOut(tx app.Tx, z *Zone, moment time.Time, inside []TicketState) error {
	if len(inside) == 0 {
		return nil
	}
	first, err := scanTable.NextIDs(tx, len(inside))
	if err != nil {
		return err
	}
	rows, gains := make([]*Scan, len(inside)), tallies{}
	for i := range inside {
		before := &inside[i]
		rows[i] = z.leaving(before, moment, tx.Now())
		rows[i].ID = first + int64(i)
		after := before.clone()
		gain := after.admit(rows[i])
		if err := stateTable.Replace(tx, before, &after); err != nil {
			return err
		}
		gains[before.SaleItemID] = gains[before.SaleItemID].plus(gain)
	}
	if err := scanTable.InsertNext(tx, rows...); err != nil {
		return err
	}
	_, err = gains.store(tx, z)
	return err
}

// leaving is the row of a ticket that left the zone at a moment.
func (z *Zone) leaving(t *TicketState, moment, now time.Time) *Scan {
	return &Scan{
		EventID: z.EventID, ZoneID: z.ID, ItemID: t.ID, SaleItemID: t.SaleItemID,
		Status: Valid, Out: true, ScannedOn: moment, At: now, Automatic: true,
	}
}

// withLeavings adds to new rows of a ticket, whose earlier steps are given, that it left the
// zone with everybody else, where it had come in before: somebody told of it too late. The
// rows stay in the order of their times.
func (t *ticketMove) withLeavings(zone *Zone, steps []step, rows []*Scan) ([]*Scan, error) {
	moments := zone.emptied(t.u.tx.Wall())
	if len(moments) == 0 {
		return rows, nil
	}
	steps = slices.Clone(steps)
	for _, s := range rows {
		steps = append(steps, s.step())
	}
	slices.SortFunc(steps, step.compare)
	for _, moment := range moments {
		next := slices.IndexFunc(steps, func(s step) bool { return s.At.After(moment) })
		if next < 0 {
			next = len(steps)
		}
		if next == 0 || steps[next-1].Out {
			continue
		}
		id, err := scanTable.NextIDs(t.u.tx, 1)
		if err != nil {
			return nil, err
		}
		row := zone.leaving(t.before, moment, t.u.now)
		row.ID = id
		rows, t.left, steps = append(rows, row), append(t.left, row), slices.Insert(steps, next, row.step())
	}
	slices.SortFunc(rows, func(a, b *Scan) int { return a.step().compare(b.step()) })
	return rows, nil
}
