package entry

import (
	"maps"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Doing is what a device moved since a moment: what the store learned of since then, whatever
// times the device gave it.
type Doing struct {
	TokenID int64
	Since   time.Time
}

func (d Doing) has(s *Scan) bool {
	return s.TokenID == d.TokenID && !s.At.Before(d.Since) && s.Status == Valid && !s.Undone
}

// Undone is what is taken back of what a device did.
type Undone struct {
	// Tickets go back to what they were, because Scans count no more.
	Tickets, Scans int64
	// Others are tickets that somebody else has scanned since: they stay as they are.
	Others int64
}

// MovedBy lists the tickets that a device moved. The log is read backwards, to the moment.
func MovedBy(r app.Reader, d Doing) ([]int64, error) {
	r = app.Whole(r)
	moved := map[int64]bool{}
	for h, err := range Scans.Scan(r, indexes.All[int64]().Reversed()) {
		if err != nil {
			return nil, err
		}
		if h.Rec.At.Before(d.Since) {
			break
		}
		if d.has(&h.Rec) {
			moved[h.Rec.ItemID] = true
		}
	}
	return slices.Sorted(maps.Keys(moved)), nil
}

// LookUndone tells what Undo would take back of what a device did with some tickets.
func LookUndone(r app.Reader, d Doing, tickets []int64) (out Undone, err error) {
	r = app.Whole(r)
	for _, id := range tickets {
		u, err := undoingOf(r, d, id)
		if err != nil {
			return out, err
		}
		out.add(u)
	}
	return out, nil
}

// Undo takes back what a device did with some tickets: they are again what they were before.
// Where somebody else moved a ticket in a zone since, that stands, with all before it. What was
// taken back is in the log still, and counts for nothing; doing it again changes nothing.
func Undo(tx app.Tx, d Doing, tickets []int64) (out Undone, err error) {
	tx = app.WholeTx(tx)
	gains := map[int64]tallies{} // by zone
	for _, id := range tickets {
		u, err := undoingOf(tx, d, id)
		if err != nil {
			return out, err
		}
		out.add(u)
		if len(u.dropped) == 0 {
			continue
		}
		if err := stateTable.Replace(tx, u.before, &u.after); err != nil {
			return out, err
		}
		for zone, gain := range u.gains {
			if gains[zone] == nil {
				gains[zone] = tallies{}
			}
			gains[zone][u.before.SaleItemID] = gains[zone][u.before.SaleItemID].plus(gain)
		}
		for _, id := range u.dropped {
			if _, err := scanTable.Update(tx, id, func(s *Scan) error { s.Undone = true; return nil }); err != nil {
				return out, err
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(gains)) {
		z, err := Zones.Get(tx, id)
		if err != nil {
			return out, err
		}
		if _, err := gains[id].store(tx, &z); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (o *Undone) add(u undoing) {
	if n := len(u.dropped); n > 0 {
		o.Tickets, o.Scans = o.Tickets+1, o.Scans+int64(n)
	} else {
		o.Others += bit(u.kept)
	}
}

// undoing is a ticket from which what a device did last is taken.
type undoing struct {
	before  *TicketState
	after   TicketState
	dropped []int64         // rows of the log that count no more
	gains   map[int64]Tally // of the counters of each zone
	kept    bool            // something of the device stays
}

func undoingOf(r app.Reader, d Doing, ticket int64) (undoing, error) {
	state, known, err := findState(r, ticket)
	if err != nil || !known {
		return undoing{}, err
	}
	rows, err := Scans.GetMany(r, state.ScanIDs)
	return undo(&state, rows, d), err
}

// undo takes the latest rows of each zone back, as long as they are of the device. Of a ticket
// of which not all rows are in view nothing is.
func undo(t *TicketState, rows []Scan, d Doing) undoing {
	u := undoing{before: t, after: t.clone(), gains: map[int64]Tally{}}
	byZone := map[int64][]*Scan{}
	for i := range rows {
		byZone[rows[i].ZoneID] = append(byZone[rows[i].ZoneID], &rows[i])
	}
	for _, zone := range slices.Sorted(maps.Keys(byZone)) {
		all := byZone[zone]
		slices.SortFunc(all, func(a, b *Scan) int { return a.step().compare(b.step()) })
		stays := all[:d.begin(all)]
		if len(rows) >= maxScanIDs {
			stays = all
		}
		u.kept = u.kept || slices.ContainsFunc(stays, d.has)
		if len(stays) == len(all) {
			continue
		}
		for _, s := range all[len(stays):] {
			u.dropped = append(u.dropped, s.ID)
		}
		_, had := fold(zone, stepsOf(all))
		state, has := fold(zone, stepsOf(stays))
		u.gains[zone] = has.minus(had)
		u.after.Zones = slices.DeleteFunc(u.after.Zones, func(z ZoneState) bool { return z.ZoneID == zone })
		if len(stays) > 0 {
			u.after.set(state)
		}
	}
	u.after.forgetRows(rows, u.dropped)
	return u
}

// begin is where what the device did last begins: behind it is nothing of anybody else. That the
// zone sent out whoever the device had let in is a part of it.
func (d Doing) begin(rows []*Scan) int {
	at := len(rows)
	for i := len(rows) - 1; i >= 0 && (d.has(rows[i]) || rows[i].Automatic); i-- {
		if d.has(rows[i]) {
			at = i
		}
	}
	return at
}

func stepsOf(rows []*Scan) []step {
	steps := make([]step, len(rows))
	for i := range rows {
		steps[i] = rows[i].step()
	}
	return steps
}

// forgetRows takes rows out of view, with what they said of the ticket as a whole.
func (t *TicketState) forgetRows(rows []Scan, dropped []int64) {
	if len(dropped) == 0 {
		return
	}
	gone := func(id int64) bool { return slices.Contains(dropped, id) }
	t.ScanIDs = slices.DeleteFunc(t.ScanIDs, gone)
	t.TakenBack, t.ScannedBy = time.Time{}, 0
	var last time.Time
	for i := range rows {
		s := &rows[i]
		switch {
		case gone(s.ID):
		case s.TakenBack:
			t.TakenBack = later(t.TakenBack, s.ScannedOn)
		case !s.Out && !s.ScannedOn.Before(last):
			t.ScannedBy, last = s.UserID, s.ScannedOn
		}
	}
}
