package entry

import (
	"cmp"
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// Double is a ticket that was let in twice with nothing between, by two devices that could
// not hear of each other.
type Double struct {
	// ID is that of the row of the log that found another one there.
	ID            int64
	First, Second Scan
}

// Forced tells whether a supervisor wrote one of the two down.
func (d *Double) Forced() bool { return d.First.Forced || d.Second.Forced }

// Reasons are those that supervisors gave, the same once.
func (d *Double) Reasons() (all []string) {
	for _, s := range []*Scan{&d.First, &d.Second} {
		if s.Forced && !slices.Contains(all, s.Detail) {
			all = append(all, s.Detail)
		}
	}
	return all
}

// DoublesAt finds them at an event, newest first, up to a number.
func DoublesAt(r app.Reader, event int64, most int) (all []Double, err error) {
	for h, err := range scanByDouble.Scan(r, indexes.Equal(event).Reversed()) {
		if err != nil || len(all) == most {
			return all, err
		}
		d, found, err := doubleOf(r, &h.Rec)
		if err != nil {
			return nil, err
		}
		if found {
			all = append(all, d)
		}
	}
	return all, nil
}

// DoubleByID finds the one with an id.
func DoubleByID(r app.Reader, id int64) (d Double, err error) {
	s, err := Scans.Get(r, id)
	if err != nil {
		return d, missing(err, "double")
	}
	found := false
	if s.Duplicate && !s.Out {
		d, found, err = doubleOf(r, &s)
	}
	if err == nil && !found {
		err = app.Missing("double")
	}
	return d, err
}

// doubleOf finds the other admission: the one before in time, else the one after.
func doubleOf(r app.Reader, s *Scan) (d Double, found bool, err error) {
	state, known, err := findState(r, s.ItemID)
	if err != nil || !known {
		return d, false, err
	}
	rows, err := Scans.GetMany(r, state.ScanIDs)
	if err != nil {
		return d, false, err
	}
	rows = slices.DeleteFunc(rows, func(o Scan) bool { return o.ZoneID != s.ZoneID || o.TakenBack })
	slices.SortFunc(rows, func(a, b Scan) int { return cmp.Or(a.step().compare(b.step()), cmp.Compare(a.ID, b.ID)) })
	at := slices.IndexFunc(rows, func(o Scan) bool { return o.ID == s.ID })
	switch {
	case at < 0:
		return d, false, nil
	case at > 0 && !rows[at-1].Out:
		return Double{s.ID, rows[at-1], rows[at]}, true, nil
	case at+1 < len(rows) && !rows[at+1].Out:
		return Double{s.ID, rows[at], rows[at+1]}, true, nil
	}
	return d, false, nil
}
