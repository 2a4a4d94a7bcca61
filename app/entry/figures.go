package entry

import (
	"marquee/app"
	"marquee/indexes"
)

// EntryZoneOf is the id of the Entry zone of an event.
func EntryZoneOf(r app.Reader, eventID int64) (int64, error) {
	zones, err := zonesOf(r, eventID)
	return entryZone(zones).ID, err
}

// Admitted is how many tickets and guests were ever let in at an event.
func Admitted(r app.Reader, eventID int64) (int64, error) {
	zones, err := zonesOf(r, eventID)
	if err != nil {
		return 0, err
	}
	c, err := counterOf(r, entryZone(zones).ID, 0)
	return c.UniqueIn, err
}

// AdmittedBySaleItem is how many tickets and guests of each sale item were ever let in at
// an event.
func AdmittedBySaleItem(r app.Reader, eventID int64) (map[int64]int64, error) {
	zones, err := zonesOf(r, eventID)
	if err != nil {
		return nil, err
	}
	came := map[int64]int64{}
	for h, err := range ZoneCounters.Scan(r, indexes.PrefixOf[int64](entryZone(zones).ID)) {
		if err != nil {
			return nil, err
		}
		if h.Rec.SaleItemID != 0 {
			came[h.Rec.SaleItemID] = h.Rec.UniqueIn
		}
	}
	return came, nil
}

// TalliesOf are the zones of an event that were not deleted, each with its counters.
func TalliesOf(r app.Reader, eventID int64) ([]Zone, []Tally, error) {
	zones, err := zonesOf(r, eventID)
	tallies := make([]Tally, len(zones))
	for i := range zones {
		if err != nil {
			break
		}
		var c ZoneCounter
		c, err = counterOf(r, zones[i].ID, 0)
		tallies[i] = c.Tally
	}
	return zones, tallies, err
}

// Passed is how many tickets came in, went out and were turned away somewhere.
type Passed struct{ In, Out, Refused int64 }

// Plus adds.
func (p Passed) Plus(o Passed) Passed {
	return Passed{p.In + o.In, p.Out + o.Out, p.Refused + o.Refused}
}

// ExpectedAt is how many tickets and guests of an event stand, whether they came or not.
func ExpectedAt(r app.Reader, eventID int64) (int64, error) {
	c, _, err := TicketCounts.Find(r, eventID)
	return c.Tickets, err
}

// RefusedLately are those who were turned away at an event, newest first, among the newest rows of
// the log.
func RefusedLately(r app.Reader, eventID int64, looked, most int) (all []Scan, err error) {
	for h, err := range Scans.Scan(r, indexes.All[int64]().Reversed().Limit(looked)) {
		if err != nil {
			return nil, err
		}
		if s := &h.Rec; s.EventID == eventID && (s.Status != Valid || s.Held) {
			if all = append(all, *s); len(all) == most {
				break
			}
		}
	}
	return all, nil
}
