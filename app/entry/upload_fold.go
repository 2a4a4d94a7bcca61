package entry

import (
	"errors"
	"maps"
	"slices"
)

// moveTickets brings each ticket of the upload to the state that follows from all of
// its rows: one fold and one write a ticket, however many rows and in whatever order.
func (u *uploading) moveTickets() error {
	for _, id := range slices.Sorted(maps.Keys(u.moves)) {
		if err := u.moveTicket(u.moves[id].state, u.moves[id].rows); err != nil {
			return err
		}
	}
	return nil
}

func (u *uploading) moveTicket(before *TicketState, rows []*Scan) error {
	t := &ticketMove{u: u, before: before, after: before.clone()}
	byZone := map[int64][]*Scan{}
	for _, s := range rows {
		byZone[s.ZoneID] = append(byZone[s.ZoneID], s)
	}
	for _, id := range slices.Sorted(maps.Keys(byZone)) {
		// A season ticket comes to events that are not its own.
		venue := u.venues[byZone[id][0].EventID]
		gain, err := t.moveIn(venue.zone(id), byZone[id])
		if err != nil {
			return err
		}
		if venue.gains[id] == nil {
			venue.gains[id] = tallies{}
		}
		venue.gains[id][before.SaleItemID] = venue.gains[id][before.SaleItemID].plus(gain)
	}
	for _, s := range append(slices.Clip(rows), t.left...) {
		t.after.note(s)
	}
	u.rows = append(u.rows, t.left...)
	t.after.LastStep = max(t.after.LastStep, u.steps[before.ID])
	return stateTable.Replace(u.tx, before, &t.after)
}

// ticketMove is one ticket on its way.
type ticketMove struct {
	u      *uploading
	before *TicketState
	after  TicketState
	log    []Scan  // its rows of the log, once they were needed
	left   []*Scan // with everybody else, of which only these rows told
}

// moveIn places rows among those of the ticket in one zone by their times, and tells
// what the zone's counters gain.
func (t *ticketMove) moveIn(zone *Zone, rows []*Scan) (gain Tally, err error) {
	slices.SortFunc(rows, func(a, b *Scan) int { return a.step().compare(b.step()) })
	z := t.before.In(zone.ID)
	switch {
	case z.latest().IsZero() || rows[0].ScannedOn.After(z.latest()):
		if rows, err = t.withLeavings(zone, z.lastStep(), rows); err != nil {
			return gain, err
		}
		zone.markDuplicates(z.lastStep(), rows)
		for _, s := range rows {
			gain = gain.plus(z.take(s.step()))
		}
	case len(t.before.ScanIDs) >= maxScanIDs:
		gain = z.takeOrCount(rows)
	default:
		steps, err := t.steps(zone.ID)
		if err != nil {
			return gain, err
		}
		if rows, err = t.withLeavings(zone, steps, rows); err != nil {
			return gain, err
		}
		_, had := fold(zone.ID, slices.Clone(steps))
		zone.markDuplicates(steps, rows)
		for _, s := range rows {
			steps = append(steps, s.step())
		}
		var has Tally
		z, has = fold(zone.ID, steps)
		gain = has.minus(had)
	}
	t.after.set(z)
	return gain, nil
}

// takeOrCount moves the state by rows that are later than what it knows. The others
// came too late to find their place: their neighbours are out of view.
func (z *ZoneState) takeOrCount(rows []*Scan) Tally {
	var gain Tally
	for _, s := range rows {
		if s.ScannedOn.After(z.latest()) {
			gain = gain.plus(z.take(s.step()))
		} else {
			gain = gain.plus(z.count(s.step()))
		}
	}
	return gain
}

// lastStep is the latest of the state's steps, none where there was none.
func (z *ZoneState) lastStep() []step {
	if z.latest().IsZero() {
		return nil
	}
	return []step{{At: z.latest(), Out: !z.Inside}}
}

// markDuplicates marks the new rows that repeat their neighbour in time: two devices
// let the same ticket in, or out, with nothing between. Of two new ones it is the
// later. A zone that takes a ticket in again and again has none.
func (z *Zone) markDuplicates(steps []step, rows []*Scan) {
	if limit := z.maxIn(); z.Mode == ScanIn && (limit == nil || *limit > 1) {
		return
	}
	type mark struct {
		step
		row *Scan
	}
	all := make([]mark, 0, len(steps)+len(rows))
	for _, s := range steps {
		all = append(all, mark{s, nil})
	}
	for _, s := range rows {
		all = append(all, mark{s.step(), s})
	}
	slices.SortFunc(all, func(a, b mark) int { return a.compare(b.step) })
	for i := range all {
		if all[i].row == nil || all[i].Back {
			continue
		}
		before := i > 0 && all[i-1].Out == all[i].Out
		after := i+1 < len(all) && all[i+1].row == nil && all[i+1].Out == all[i].Out
		all[i].row.Duplicate = before || after
	}
}

// steps are the ticket's rows in one zone that the log has.
func (t *ticketMove) steps(zone int64) ([]step, error) {
	if t.log == nil {
		if t.u.history += len(t.before.ScanIDs); t.u.history > maxHistory && !t.u.whole {
			return nil, errLongHistory
		}
		var err error
		if t.log, err = Scans.GetMany(t.u.tx, t.before.ScanIDs); err != nil {
			return nil, err
		}
		if len(t.log) != len(t.before.ScanIDs) {
			return nil, errors.New("a row of the scan log is gone")
		}
	}
	steps := make([]step, 0, len(t.log))
	for i := range t.log {
		if t.log[i].ZoneID == zone {
			steps = append(steps, t.log[i].step())
		}
	}
	return steps, nil
}

// errLongHistory asks for a smaller piece: sorting this one in would keep others waiting.
var errLongHistory = errors.New("the tickets of these rows were scanned too often to be sorted at once")

// moveCounters writes the counters of every zone that gained, and notes which did.
func (u *uploading) moveCounters() error {
	for _, event := range slices.Sorted(maps.Keys(u.venues)) {
		venue := u.venues[event]
		if venue == nil {
			continue
		}
		for i := range venue.zones {
			z := &venue.zones[i]
			if len(venue.gains[z.ID]) == 0 {
				continue
			}
			if _, err := venue.gains[z.ID].store(u.tx, z); err != nil {
				return err
			}
			u.Moved = append(u.Moved, movedZone{event, z.ID})
		}
	}
	return nil
}
