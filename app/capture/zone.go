package capture

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// Scan is which ticket was scanned at which zone.
type Scan struct{ ItemID, ZoneID int64 }

// resolve finds the ticket of the scan that an answer names.
func (s *saver) resolve(g *Given, f *Field, at string) (ok bool, err error) {
	if g.ScanID == "" {
		return true, nil
	}
	scan, err := ports(s.tx).ScanNamed(s.tx, g.ScanID)
	switch {
	case err != nil:
		return false, err
	case scan.ItemID == 0:
		return false, app.Missing("scan")
	case g.ItemID != 0 && g.ItemID != scan.ItemID:
		s.p.Add(at+".orderItemId", "is of another scan")
	case f.Entity == OfZone && f.EntityID != scan.ZoneID:
		s.p.Add(at+".fieldId", "is not asked at the zone of this scan")
	default:
		g.ItemID = scan.ItemID
		return true, nil
	}
	return false, nil
}

// ZoneField is a question that is asked at a zone.
type ZoneField struct {
	ID         int64
	QuestionID int64
	Question   string
	Type       Type
	Required   bool
}

// AtZone lists what is asked at a zone, in order.
func AtZone(r app.Reader, zoneID int64) (all []ZoneField, err error) {
	var found []Field
	for hit, err := range fieldsAt.Scan(r, indexes.Equal(place{A: OfZone.number(), B: zoneID}).Limit(MaxFieldsAt)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.on() {
			found = append(found, hit.Rec)
		}
	}
	slices.SortStableFunc(found, func(a, b Field) int { return inOrder(a.Order, b.Order) })
	for _, f := range found {
		q, err := Questions.GetShared(r, f.QuestionID)
		if err != nil {
			return nil, err
		}
		all = append(all, ZoneField{f.ID, f.QuestionID, q.Text, q.Type, f.Required})
	}
	return all, nil
}

// mayAnswer refuses the answers of those who only scan to anything but what a zone asks.
func (s *saver) mayAnswer(f *Field) error {
	if f.Entity == OfZone || s.caller.Holds(askers) {
		return nil
	}
	return s.caller.Need(askers)
}

// mayAnswerAt refuses answers to anything but what a zone asks at events where the caller
// only scans.
func (s *saver) mayAnswerAt(f *Field, about []order.Item) error {
	if f.Entity == OfZone || s.caller.Meets(askers) {
		return nil
	}
	for i := range about {
		if err := catalog.NeedAt(s.tx, s.caller, askers, about[i].EventID); err != nil {
			return err
		}
	}
	return nil
}

// ticket finds the item of an answer. A gate asks of all whom it lets in, and a season ticket
// hangs on another event, which the caller may not see.
func (s *saver) ticket(f *Field, id int64) (order.Item, error) {
	it, hidden := order.FindItem(s.tx, id)
	if f.Entity != OfZone || app.KindOf(hidden) != app.NotFound {
		return it, hidden
	}
	whole, err := order.FindItem(app.Whole(s.tx), id)
	if err != nil {
		return it, hidden
	}
	atGate, err := s.atGate(f, &whole)
	if !atGate && (err == nil || app.KindOf(err) == app.NotFound) {
		return it, hidden
	}
	return whole, err
}

// atGate tells whether the caller answers for a guest at a gate, whoever sold the ticket. A
// season ticket is let in at other events than its own.
func (s *saver) atGate(f *Field, it *order.Item) (bool, error) {
	if f.Entity != OfZone || it == nil || !it.Issued() {
		return false, nil
	}
	event, err := ports(s.tx).ZoneEvent(s.tx, f.EntityID)
	if err != nil {
		return false, err
	}
	if !it.At(event) {
		event = it.EventID // the zone does not ask about it, as the caller is told then
	}
	err = catalog.NeedAt(s.tx, s.caller, app.ScanZones, event)
	if app.KindOf(err) == app.Forbidden {
		return false, nil
	}
	return err == nil, err
}
