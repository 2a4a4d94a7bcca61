package report

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// KeptSaved is what a saved report tells of somebody: that it is called after them, is about
// them alone, or is sent to them.
type KeptSaved struct {
	Number int64
	Name   string
	Filter map[string][]string
	To     []string
}

// KeptOf gathers the saved reports that name somebody. What they say of others is left out.
func KeptOf(r app.Reader, who customer.Person) (all []KeptSaved, err error) {
	sought := &who.Sought()[0]
	for hit, err := range savedReports.Scan(r, indexes.All[int64]()) { // of which there are maxSaved
		if err != nil {
			return nil, err
		}
		if k, named := hit.Rec.about(sought); named {
			all = append(all, k)
		}
	}
	return all, nil
}

// about is what a saved report tells of somebody, and whether that is anything.
func (s *Saved) about(e *customer.Erasing) (k KeptSaved, named bool) {
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
