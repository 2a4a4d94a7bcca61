package entry

import (
	"slices"

	"marquee/app"
	"marquee/app/entry/rules"
)

// store writes what was decided and gives the answer. A refusal writes rows of
// the log and nothing else.
func (g *gate) store(tx app.Tx, d rules.Decision) (ScanResult, error) {
	rows, err := g.log(tx, d)
	if err != nil {
		return ScanResult{}, err
	}
	if d.Overall.Status == Valid {
		if err := g.admit(tx, rows); err != nil {
			return ScanResult{}, err
		}
	}
	return g.result(tx, d)
}

// madeUp is how many rows of the scan somebody could have made up who wants to fill the
// disk: those of a refusal, and those of tickets that went in and out many times before.
// Others are as few as tickets were sold.
func (g *gate) madeUp(d rules.Decision) (n int) {
	for i := range g.tickets {
		if d.Overall.Status != Valid || len(g.tickets[i].state.ScanIDs) >= manyScans {
			n++
		}
	}
	return n
}

// log appends one row per ticket, in the order of the request.
func (g *gate) log(tx app.Tx, d rules.Decision) ([]Scan, error) {
	first, err := scanTable.NextIDs(tx, len(g.tickets))
	if err != nil {
		return nil, err
	}
	rows, all := make([]Scan, len(g.tickets)), make([]*Scan, len(g.tickets))
	for i := range g.tickets {
		rows[i] = g.row(&g.tickets[i], d.Each[i], d.Overall)
		if rows[i].ID = first + int64(i); i > 0 {
			rows[i].Batch = first
		}
		all[i] = &rows[i]
	}
	return rows, scanTable.InsertNext(tx, all...)
}

// row is the log's view of one ticket. A ticket that could pass by itself takes
// the status of the refusal that held it back.
func (g *gate) row(f *found, o, overall rules.Outcome) Scan {
	s := Scan{
		EventID: g.zone.EventID, ZoneID: g.zone.ID, ItemID: f.item.ID, SaleItemID: f.item.SaleItemID,
		Status: o.Status, Detail: o.Detail, Out: o.Out, UUID: g.in.UUID,
		ScannedOn: g.now, At: g.now, UserID: g.user, TokenID: g.token, GateID: g.in.GateID,
		Latitude: g.in.Latitude, Longitude: g.in.Longitude,
		Secure: g.in.Secure || f.step != 0 && f.kind == rules.TicketCode, Refused: g.overreach, Forced: o.Forced,
	}
	if f.kind != rules.TicketCode {
		s.Code = clip(f.code, maxLoggedCode)
	}
	if overall.Status == Valid {
		if s.Forced {
			s.Detail = g.in.Reason
		}
		return s
	}
	s.Forced = false
	if o.Status == Valid {
		s.Held, s.Status, s.Detail = true, overall.Status, overall.Detail
	}
	return s
}

// clip keeps the first characters of a text.
func clip(s string, keep int) string {
	for i := range s {
		if keep == 0 {
			return s[:i]
		}
		keep--
	}
	return s
}

// admit moves every ticket, the counters of their sale items and the zone's.
func (g *gate) admit(tx app.Tx, rows []Scan) error {
	gains := tallies{}
	for i := range rows {
		before := &g.tickets[i].state
		state := before.clone()
		gain := state.admit(&rows[i])
		if !rows[i].Out {
			state.LastStep = max(state.LastStep, g.tickets[i].step)
		}
		if err := stateTable.Replace(tx, before, &state); err != nil {
			return err
		}
		g.tickets[i].state = state
		gains[rows[i].SaleItemID] = gains[rows[i].SaleItemID].plus(gain)
	}
	var err error
	g.counter, err = gains.store(tx, &g.zone)
	return err
}

// admit moves a ticket by a row that is later than all it knows.
func (t *TicketState) admit(row *Scan) Tally {
	z := t.In(row.ZoneID)
	gain := z.take(row.step())
	t.set(z)
	t.note(row)
	return gain
}

// note remembers where the row is, and who let the ticket in last.
func (t *TicketState) note(row *Scan) {
	t.ScanIDs = append(t.ScanIDs, row.ID)
	t.ScanIDs = t.ScanIDs[max(0, len(t.ScanIDs)-maxScanIDs):]
	if row.TakenBack && row.ScannedOn.After(t.TakenBack) {
		t.TakenBack = row.ScannedOn
	}
	if !row.Out && !row.ScannedOn.Before(t.lastIn()) {
		t.ScannedBy = row.UserID
	}
}

// tallies are the gains of one transaction in one zone, by sale item.
type tallies map[int64]Tally

// store adds the gains to the counters and gives the zone's own. Whoever is
// above the capacity now was forced in, or uploaded.
func (g tallies) store(tx app.Tx, z *Zone) (ZoneCounter, error) {
	var sum Tally
	items := make([]int64, 0, len(g))
	for id, t := range g {
		sum = sum.plus(t)
		items = append(items, id)
	}
	slices.Sort(items)
	for _, id := range items {
		if _, err := moveCounter(tx, z, id, g[id]); err != nil {
			return ZoneCounter{}, err
		}
	}
	return moveCounter(tx, z, 0, sum)
}

func moveCounter(tx app.Tx, z *Zone, saleItem int64, gain Tally) (ZoneCounter, error) {
	return zoneCounterTable.Upsert(tx, CounterKey{A: z.ID, B: saleItem}, func(c *ZoneCounter) error {
		c.ZoneID, c.SaleItemID = z.ID, saleItem
		c.Tally = c.plus(gain)
		if saleItem == 0 && z.Capacity != nil {
			c.Over = max(c.Over, c.Attendance-*z.Capacity)
		}
		return nil
	})
}
