package payment

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Status is how the payments of all companies stand.
type Status struct {
	// Unresolved are those of which something is under way that has to end, and Oldest
	// since when the longest of them is; nil without one.
	Unresolved int64
	Oldest     *time.Time
	// Discrepancies are those of which their gateway says otherwise.
	Discrepancies int64
}

// StatusOf tells how the payments stand.
func StatusOf(ctx context.Context, a *app.App) (s Status, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		s = Status{}
		for state := Opening; state <= Refunded; state++ {
			if !state.unresolved() {
				continue
			}
			for _, g := range gatewaysOf(a) {
				n, err := byState.CountOf(r, indexes.Equal(stateKey(state.String(), g.name)))
				if err != nil {
					return err
				}
				s.Unresolved += n
			}
		}
		for _, g := range gatewaysOf(a) {
			n, err := byState.CountOf(r, indexes.Equal(stateKey(discrepancy, g.name)))
			if err != nil {
				return err
			}
			s.Discrepancies += n
		}
		for e, err := range byUnresolved.Keys(r, indexes.All[time.Time]().Limit(1)) {
			if err != nil {
				return err
			}
			s.Oldest = &e.Key
		}
		return nil
	})
	return s, err
}

// Pending are payments of one company that somebody should look at.
type Pending struct {
	Count int64
	// Oldest is since when the first of them is as it is, nil without one.
	Oldest *time.Time
}

// note counts one, and tells whether there is room for another.
func (p *Pending) note(since time.Time, most int) bool {
	if p.Count++; p.Oldest == nil || since.Before(*p.Oldest) {
		p.Oldest = &since
	}
	return p.Count < int64(most)
}

// OpenSince are those that have not been resolved since a moment or longer. No more are looked at
// than a few times those that are counted: the index is that of all companies.
func OpenSince(r app.Reader, moment time.Time, most int) (p Pending, err error) {
	for h, err := range byUnresolved.Scan(r, indexes.All[time.Time]().Limit(lookedFor*most)) {
		if err != nil || h.Rec.Since.After(moment) {
			return p, err
		}
		if h.Company == r.Company() && !p.note(h.Rec.Since, most) {
			break
		}
	}
	return p, nil
}

// Discrepancies are those of which their gateway says otherwise.
func Discrepancies(r app.Reader, most int) (p Pending, err error) {
	for h, err := range byState.Scan(r, inState(discrepancy).Limit(lookedFor*most)) {
		if err != nil {
			return p, err
		}
		if h.Company == r.Company() && !p.note(h.Rec.Since, most) {
			break
		}
	}
	return p, nil
}

// lookedFor is how many payments of all companies are looked at for one that is counted.
const lookedFor = 5
