package entry

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// checkStates folds each ticket's rows anew. Tickets with more rows than a state
// keeps in view are passed over.
func checkStates(r app.Reader, report func(app.Breach)) error {
	for h, err := range TicketStates.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if len(h.Rec.ScanIDs) >= maxScanIDs {
			continue
		}
		rows, err := Scans.GetMany(r, h.Rec.ScanIDs)
		if err != nil {
			return err
		}
		compareState(&h.Rec, rows, report)
	}
	return nil
}

func compareState(t *TicketState, rows []Scan, report func(app.Breach)) {
	if len(rows) != len(t.ScanIDs) {
		report(app.Breach{ID: t.ID, Key: "scans", Expected: fmt.Sprint(len(t.ScanIDs)), Found: fmt.Sprint(len(rows))})
	}
	byZone := map[int64][]step{}
	var back time.Time
	for i := range rows {
		if rows[i].TakenBack && rows[i].ScannedOn.After(back) {
			back = rows[i].ScannedOn
		}
		if rows[i].ItemID != t.ID || rows[i].Status != Valid || rows[i].Undone {
			report(app.Breach{ID: t.ID, Key: fmt.Sprintf("scan %d", rows[i].ID), Expected: "an admission of this ticket", Found: rows[i].Status.String()})
		}
		byZone[rows[i].ZoneID] = append(byZone[rows[i].ZoneID], rows[i].step())
	}
	for zone, steps := range byZone {
		if want, _ := fold(zone, steps); want != t.In(zone) {
			report(app.Breach{ID: t.ID, Key: fmt.Sprintf("zone %d", zone), Expected: fmt.Sprint(want), Found: fmt.Sprint(t.In(zone))})
		}
	}
	if !back.Equal(t.TakenBack) {
		report(app.Breach{ID: t.ID, Key: "taken back", Expected: fmt.Sprint(back), Found: fmt.Sprint(t.TakenBack)})
	}
	if len(byZone) != len(t.Zones) {
		report(app.Breach{ID: t.ID, Key: "zones", Expected: fmt.Sprint(len(byZone)), Found: fmt.Sprint(len(t.Zones))})
	}
}

// checkCounters adds the tickets up by zone and sale item, and compares the sums
// with the counters and the attendance with the capacity. The lengths of stays
// are compared where every row of every ticket of the zone is still in view.
func checkCounters(r app.Reader, report func(app.Breach)) error {
	want, partly, err := sumTickets(r)
	if err != nil {
		return err
	}
	for h, err := range ZoneCounters.Scan(r, indexes.All[CounterKey]()) {
		if err != nil {
			return err
		}
		sum := want[h.Key]
		delete(want, h.Key)
		if partly[h.Key.A] {
			sum.Stays, sum.StaySeconds = h.Rec.Stays, h.Rec.StaySeconds
		}
		if sum != h.Rec.Tally {
			report(app.Breach{Key: fmt.Sprint("zone, sale item ", h.Key), Expected: fmt.Sprint(sum), Found: fmt.Sprint(h.Rec.Tally)})
		}
		if h.Key.B == 0 {
			if err := checkCapacity(r, &h.Rec, report); err != nil {
				return err
			}
		}
	}
	for k, sum := range want {
		report(app.Breach{Key: fmt.Sprint("zone, sale item ", k), Expected: fmt.Sprint(sum), Found: "no counter"})
	}
	return nil
}

// sumTickets folds the rows of every ticket; partly tells the zones with tickets
// that have more rows than a state keeps in view.
func sumTickets(r app.Reader) (sums map[CounterKey]Tally, partly map[int64]bool, err error) {
	sums, partly = map[CounterKey]Tally{}, map[int64]bool{}
	for h, err := range TicketStates.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, nil, err
		}
		steps, err := stepsByZone(r, &h.Rec)
		if err != nil {
			return nil, nil, err
		}
		for _, z := range h.Rec.Zones {
			_, t := fold(z.ZoneID, steps[z.ZoneID])
			t.Attendance, t.UniqueIn, t.TotalIn, t.TotalOut = bit(z.Inside), bit(z.In > 0), z.In, z.Out
			partly[z.ZoneID] = partly[z.ZoneID] || len(h.Rec.ScanIDs) >= maxScanIDs
			for _, k := range []CounterKey{{A: z.ZoneID}, {A: z.ZoneID, B: h.Rec.SaleItemID}} {
				sums[k] = sums[k].plus(t)
			}
		}
	}
	return sums, partly, nil
}

// stepsByZone reads the rows of a ticket.
func stepsByZone(r app.Reader, t *TicketState) (map[int64][]step, error) {
	if len(t.ScanIDs) == 0 {
		return nil, nil
	}
	rows, err := Scans.GetMany(r, t.ScanIDs)
	steps := map[int64][]step{}
	for i := range rows {
		steps[rows[i].ZoneID] = append(steps[rows[i].ZoneID], rows[i].step())
	}
	return steps, err
}

func checkCapacity(r app.Reader, c *ZoneCounter, report func(app.Breach)) error {
	z, err := Zones.Get(r, c.ZoneID)
	if err != nil || z.Capacity == nil {
		return err
	}
	if c.Attendance > *z.Capacity+c.Over {
		report(app.Breach{ID: z.ID, Key: "attendance", Expected: fmt.Sprintf("at most %d + %d", *z.Capacity, c.Over), Found: fmt.Sprint(c.Attendance)})
	}
	return nil
}

// checkEntries walks the log of live scans: between two admissions of a ticket
// in a zone lies a leaving, unless the zone repeats or a supervisor corrected that
// the ticket was inside. Offline devices could not know, so tickets with uploads are
// passed over.
func checkEntries(r app.Reader, report func(app.Breach)) error {
	for h, err := range TicketStates.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		for _, z := range h.Rec.Zones {
			more := z.In - z.Out - bit(z.Inside)
			if more == 0 {
				continue
			}
			free, err := mayRepeat(r, z.ZoneID, h.Rec.ScanIDs, more)
			if err != nil {
				return err
			}
			if !free {
				report(app.Breach{ID: h.ID, Key: fmt.Sprintf("zone %d", z.ZoneID), Expected: "in and out by turns", Found: fmt.Sprint(z)})
			}
		}
	}
	return nil
}

// mayRepeat tells whether a zone takes a ticket again without its leaving, whether so many
// more admissions than leavings were forced, or whether one of the rows came from a device
// that was offline.
func mayRepeat(r app.Reader, zone int64, ids []int64, more int64) (bool, error) {
	z, err := Zones.Get(r, zone)
	if err != nil || z.Mode == ScanIn || z.UpdatedAt.After(z.CreatedAt) {
		return true, err
	}
	rows, err := Scans.GetMany(r, ids)
	if err != nil || len(ids) >= maxScanIDs {
		return err == nil, err // the first are out of view
	}
	forced := int64(0)
	for i := range rows {
		if rows[i].Uploaded {
			return true, nil
		}
		forced += bit(rows[i].ZoneID == zone && !rows[i].Out && rows[i].Forced)
	}
	return more > 0 && more <= forced, nil
}

// checkRefusals compares the log with what the tickets keep in view, and looks
// at the rows of each request: all admitted, or none.
func checkRefusals(r app.Reader, report func(app.Breach)) error {
	leader := Scan{}
	for h, err := range Scans.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		row := h.Rec
		if row.Batch == 0 {
			leader = row
		} else if row.Batch != leader.ID || (row.Status == Valid) != (leader.Status == Valid) || !row.At.Equal(leader.At) {
			report(app.Breach{ID: row.ID, Key: "batch", Expected: fmt.Sprintf("like row %d, %s", leader.ID, leader.Status), Found: row.Status.String()})
		}
		if row.Status == Valid && row.ItemID == 0 {
			report(app.Breach{ID: row.ID, Key: "item", Expected: "a ticket", Found: "none"})
		}
		if row.Status != Valid && row.Forced {
			report(app.Breach{ID: row.ID, Key: "forced", Expected: "an admission", Found: row.Status.String()})
		}
	}
	return nil
}

// checkEntryZones counts the Entry zones of every event.
func checkEntryZones(r app.Reader, report func(app.Breach)) error {
	for h, err := range catalog.Events.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		zones, err := zonesOf(r, h.ID)
		if err != nil {
			return err
		}
		n := 0
		for _, z := range zones {
			n += int(bit(z.Entry))
		}
		if n != 1 {
			report(app.Breach{ID: h.ID, Key: "entry zones", Expected: "1", Found: fmt.Sprint(n)})
		}
	}
	return nil
}

// checkListed compares every issued item with its state, and the states with the
// counts of the offline lists.
func checkListed(r app.Reader, report func(app.Breach)) error {
	counts := map[int64]TicketCount{}
	for h, err := range order.Items.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		kind, scannable := kindOf(h.Rec.Type)
		if !scannable || !issued(&h.Rec) || h.Rec.EventID == 0 {
			continue
		}
		t, ok, err := findState(r, h.ID)
		if err != nil {
			return err
		}
		if !ok || t.Kind != kind || t.EventID != h.Rec.EventID || t.SaleItemID != h.Rec.SaleItemID || !slices.Equal(t.Run, h.Rec.Run) || t.Gone != gone(&h.Rec) || t.Pending != undecided(&h.Rec) {
			report(app.Breach{ID: h.ID, Key: "ticket state", Expected: fmt.Sprintf("kind %d, gone %t", kind, gone(&h.Rec)), Found: fmt.Sprintf("%+v", t)})
		}
		for _, event := range t.events() {
			c := counts[event]
			c.add(&t, listed(&t))
			counts[event] = c
		}
	}
	for h, err := range TicketCounts.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if c := counts[h.Key]; c.Tickets != h.Rec.Tickets || c.Products != h.Rec.Products {
			report(app.Breach{ID: h.Key, Key: "ticket count", Expected: fmt.Sprint(c), Found: fmt.Sprint(h.Rec)})
		}
	}
	return nil
}
