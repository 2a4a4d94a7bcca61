package report

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
)

// Personal are the rules of the reports that a company saved. What was mailed or put into a
// folder is out of reach.
func Personal() []person.Rule {
	return []person.Rule{{Name: "saved reports", Erase: person.Search(savedReports, maxSaved+1, (*Saved).without), Export: exportSaved}}
}

// without takes a customer out of a saved report, and tells whether it was named there. A
// filter that was for the customer alone lets nobody through: without it the report would be
// of everybody.
func (s *Saved) without(e *person.Erasing) (named bool) {
	if name := e.Without(s.Name); name != s.Name {
		s.Name, named = name, true
	}
	s.Filter = maps.Clone(s.Filter)
	for key, values := range s.Filter {
		values = slices.Clone(values)
		for i, v := range values {
			if e.Names(v) {
				values[i], named = person.ErasedEmail, true
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

// KeptSaved is what a saved report tells of somebody: that it is called after them, is about
// them alone, or is sent to them.
type KeptSaved struct {
	Number int64
	Name   string
	Filter map[string][]string
	To     []string
}

// exportSaved adds the saved reports that name somebody. What they say of others is left out.
func exportSaved(r app.Reader, x *person.Export) error {
	var all []KeptSaved
	sought := &x.Who.Sought()[0]
	for hit, err := range savedReports.Scan(r, indexes.All[int64]()) { // of which there are maxSaved
		if err != nil {
			return err
		}
		if k, named := hit.Rec.about(sought); named {
			all = append(all, k)
		}
	}
	x.Add("savedReports", all)
	return nil
}

// about is what a saved report tells of somebody, and whether that is anything.
func (s *Saved) about(e *person.Erasing) (k KeptSaved, named bool) {
	k = KeptSaved{Number: s.Number(), Name: s.Name, Filter: map[string][]string{}}
	for key, values := range s.Filter {
		values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !e.Names(v) })
		if len(values) > 0 {
			k.Filter[key] = values
		}
	}
	if s.Schedule != nil {
		k.To = slices.DeleteFunc(slices.Clone(s.Schedule.To), func(to string) bool { return !e.Is(to) })
	}
	return k, len(k.Filter)+len(k.To) > 0 || e.Without(s.Name) != s.Name
}
