package seating

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// checkPlans wants the pieces of each plan to be all there, and nothing to be of a plan
// that is not.
func checkPlans(r app.Reader, report func(app.Breach)) error {
	var spaces, parts int64
	for hit, err := range Plans.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		p := &hit.Rec
		s, n, err := checkPieces(r, p, report)
		if err != nil {
			return err
		}
		spaces, parts = spaces+s, parts+n
		if err := checkCopy(r, p, report); err != nil {
			return err
		}
	}
	all := func(name string, n int64, count func(app.Reader) (int64, error)) error {
		have, err := count(r)
		if err == nil && have != n {
			report(app.Breach{Key: name, Expected: fmt.Sprintf("%d of plans", n), Found: fmt.Sprint(have)})
		}
		return err
	}
	if err := all("seating spaces", spaces, SpacePieces.Count); err != nil {
		return err
	}
	return all("seating parts", parts, PartPieces.Count)
}

// checkPieces counts the pieces of a plan, and holds that they follow each other.
func checkPieces(r app.Reader, p *Plan, report func(app.Breach)) (spaces, parts int64, err error) {
	next := p.FirstSpace
	for hit, err := range SpacePieces.Scan(r, indexes.Between(p.FirstSpace, p.FirstSpace+p.Spaces)) {
		if err != nil {
			return 0, 0, err
		}
		if hit.ID != next || hit.Rec.PlanID != p.ID {
			report(app.Breach{ID: p.ID, Key: "seating plan", Expected: fmt.Sprintf("spaces from %d on", next), Found: fmt.Sprint(hit.ID)})
		}
		next = hit.ID + int64(len(hit.Rec.Spaces))
		spaces++
	}
	nextPart := p.FirstPart
	for hit, err := range PartPieces.Scan(r, indexes.Between(p.FirstPart, p.FirstPart+p.Parts)) {
		if err != nil {
			return 0, 0, err
		}
		if hit.ID != nextPart || hit.Rec.PlanID != p.ID {
			report(app.Breach{ID: p.ID, Key: "seating plan", Expected: fmt.Sprintf("parts from %d on", nextPart), Found: fmt.Sprint(hit.ID)})
		}
		nextPart = hit.ID + int64(len(hit.Rec.Parts))
		parts++
	}
	if next-p.FirstSpace != p.SpacesDone || nextPart-p.FirstPart != p.PartsDone {
		report(app.Breach{
			ID: p.ID, Key: "seating plan", Expected: fmt.Sprintf("%d spaces, %d parts", p.SpacesDone, p.PartsDone),
			Found: fmt.Sprintf("%d, %d", next-p.FirstSpace, nextPart-p.FirstPart),
		})
	}
	return spaces, parts, nil
}

// checkCopy wants a plan of an event to be the one that the event is sold from.
func checkCopy(r app.Reader, p *Plan, report func(app.Breach)) error {
	if p.EventID == 0 || p.State == Removing || p.State == Former || p.State == Building && p.Base != 0 {
		return nil
	}
	e, err := catalog.EventByID(r, p.EventID)
	if err != nil {
		return err
	}
	if e.Seats == nil || e.Seats.PlanID != p.ID || e.Seats.Copying != (p.State == Building) {
		report(app.Breach{ID: p.ID, Key: "seating plan", Expected: fmt.Sprintf("that of event %d", p.EventID), Found: "another, or none"})
	}
	return nil
}
