package report

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// savedPlace is the area of an erasure that stands here.
const savedPlace = "saved reports"

// EraseSaved takes an erased customer out of the reports that a company saved. What was mailed
// or put into a folder is out of reach.
func EraseSaved(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(savedPlace) {
		return nil
	}
	var about []int64
	for hit, err := range savedReports.Scan(tx, indexes.All[int64]()) { // of which there are maxSaved
		if err != nil {
			return err
		}
		if hit.Rec.without(e) {
			about = append(about, hit.Rec.ID)
		}
	}
	for _, id := range about {
		if _, err := savedReports.Update(tx, id, func(s *Saved) error { s.without(e); return nil }); err != nil {
			return err
		}
	}
	e.End(savedPlace)
	return nil
}

// without takes a customer out of a saved report, and tells whether it was named there. A
// filter that was for the customer alone lets nobody through: without it the report would be
// of everybody.
func (s *Saved) without(e *customer.Erasing) (named bool) {
	if name := e.Without(s.Name); name != s.Name {
		s.Name, named = name, true
	}
	s.Filter = maps.Clone(s.Filter)
	for key, values := range s.Filter {
		values = slices.Clone(values)
		for i, v := range values {
			if e.Names(v) {
				values[i], named = customer.ErasedEmail, true
			}
		}
		s.Filter[key] = values
	}
	if s.Schedule == nil || !slices.ContainsFunc(s.Schedule.To, e.Is) {
		return named
	}
	rest := *s.Schedule
	rest.To = slices.DeleteFunc(slices.Clone(rest.To), e.Is)
	if s.Schedule = &rest; len(rest.To) == 0 && !rest.Folder {
		s.Schedule, s.NextAt = nil, nil
	}
	return true
}
