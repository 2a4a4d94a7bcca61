package seating

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// ReleaseHolds is the name of the job that gives back what holds keep whose time is over.
const ReleaseHolds = "give back seating holds"

// firstRelease is when the first hold of a plan ends, nil: none does by itself.
func (p *Plan) firstRelease() (first *time.Time) {
	for i := range p.Holds {
		if at := p.Holds[i].ReleaseAt; at != nil && (first == nil || at.Before(*first)) {
			first = at
		}
	}
	return first
}

// over tells whether the time of a hold is over and it keeps what it has still.
func (h *Hold) over(now time.Time) bool {
	return h.Name != "" && h.ReleaseAt != nil && !h.ReleaseAt.After(now)
}

func releaseHolds(ctx context.Context, w *app.Work) error {
	return w.EachDue(ctx, func(r app.Reader) ([]int64, error) {
		return indexes.Gather(planByRelease.IDs(r, indexes.To(w.App.Now().Add(time.Microsecond)).Limit(MaxPlans)))
	}, func(id int64) error {
		return w.Update(ctx, func(tx app.Tx) error { return release(tx, id) })
	})
}

// release gives back what the holds of a plan keep whose time is over now: somebody may have
// prolonged them since the plan was found.
func release(tx app.Tx, planID int64) error {
	was, err := Plans.Get(tx, planID)
	if err != nil || was.State != Ready || was.EventID == 0 {
		return err
	}
	e, err := catalog.SharedEvent(tx, was.EventID)
	if err != nil {
		return err
	}
	s, err := Open(tx, e, nil)
	if err != nil {
		return err
	}
	now := tx.Wall()
	p := was
	p.Holds = append([]Hold{}, was.Holds...)
	for i := range p.Holds {
		h := &p.Holds[i]
		if !h.over(now) {
			continue
		}
		if err := s.giveBack(tx, int64(i+1)); err != nil {
			return err
		}
		h.ReleaseAt, h.ReleasedAt = nil, &now
	}
	return planTable.Replace(tx, &was, &p)
}

// giveBack puts on sale again what a hold keeps. What was sold from it stays sold.
func (s *Seats) giveBack(tx app.Tx, hold int64) error {
	var kept []int
	for at := range s.Chart.Spaces {
		if o, n := s.occupancy(at); o.mark(n) == FirstHold+Mark(hold-1) {
			kept = append(kept, at)
		}
	}
	if s.err != nil {
		return s.err
	}
	if _, err := s.mark(tx, kept, Available); err != nil {
		return err
	}
	return s.unkeep(tx, hold)
}
