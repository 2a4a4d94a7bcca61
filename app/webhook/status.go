package webhook

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// Status is how the calls of all companies stand.
type Status struct {
	Figures
	// Open calls are still to be sent, Dead ones were given up.
	Open, Dead int64
	// Oldest is when the first of those that wait happened, nil when none does.
	Oldest *time.Time
	// Troubled are endpoints that do not answer well, or not at all.
	Troubled int
}

// StatusOf tells how the calls stand.
func StatusOf(ctx context.Context, a *app.App) (s Status, err error) {
	w := workers.Of(a)
	w.mu.Lock()
	s.Figures = w.figures
	for _, h := range w.health {
		if h.failures >= maxFailures {
			s.Troubled++
		}
	}
	w.mu.Unlock()
	ids, err := company.IDs(ctx, a)
	for _, id := range ids {
		if err != nil {
			return s, err
		}
		err = a.ViewCompany(ctx, id, func(r app.Reader) error { return s.addCompany(r) })
	}
	return s, err
}

func (s *Status) addCompany(r app.Reader) error {
	all, err := standingOnes(r)
	if err != nil {
		return err
	}
	for _, e := range all {
		v, err := view(r, e)
		if err != nil {
			return err
		}
		s.Open, s.Dead = s.Open+v.Open, s.Dead+v.Dead
		for id, err := range callListed.IDs(r, indexes.Equal(groupOf(e.ID, Waiting)).Limit(1)) {
			if err != nil {
				return err
			}
			first, err := calls.GetMany(r, []int64{id})
			if err != nil {
				return err
			}
			if len(first) == 1 && (s.Oldest == nil || first[0].At.Before(*s.Oldest)) {
				s.Oldest = &first[0].At
			}
		}
	}
	return nil
}
