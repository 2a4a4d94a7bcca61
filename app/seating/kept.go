package seating

import (
	"context"
	"slices"

	"marquee/app"
)

// Kept is how many places of a general admission area a hold still keeps. What is sold
// from it is taken off, and what is given back goes back to it.
type Kept struct {
	HoldID int64 `msgpack:"h"`
	Left   int64 `msgpack:"l"`
}

// kept is what all holds keep that are not left out.
func (o *Occupancy) kept(leftOut func(hold int64) bool) (n int64) {
	if o == nil {
		return 0
	}
	for _, k := range o.Kept {
		if !leftOut(k.HoldID) {
			n += k.Left
		}
	}
	return n
}

// keep adds to what a hold keeps. What somebody has from a hold that keeps nothing here any
// more is a place like others.
func (o *Occupancy) keep(hold, n int64) {
	at := slices.IndexFunc(o.Kept, func(k Kept) bool { return k.HoldID == hold })
	if hold == 0 || at < 0 {
		return
	}
	o.Kept = slices.Clone(o.Kept)
	o.Kept[at].Left = max(o.Kept[at].Left+n, 0)
}

// setKept says how many places a hold keeps from now on, and drops it when it is to keep
// none.
func (o *Occupancy) setKept(hold, n int64) {
	o.Kept = slices.DeleteFunc(slices.Clone(o.Kept), func(k Kept) bool { return k.HoldID == hold })
	if n > 0 {
		o.Kept = append(o.Kept, Kept{hold, n})
	}
}

// Keeping says how many places of a general admission area a hold is to keep.
type Keeping struct {
	EventID, HoldID, SpaceID int64
	// Left is how many its users can still sell; 0 ends it.
	Left int64
}

// Keep sets places of a general admission area aside for a hold: as many as are free.
func Keep(ctx context.Context, a *app.App, c *app.Caller, in Keeping) error {
	return a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		s, err := ofSeller(tx, in.EventID, c)
		if err != nil {
			return err
		}
		if s.Plan.State != Ready {
			return app.Missing("seating plan")
		}
		if !s.Plan.hasHold(in.HoldID) {
			return app.Missing("hold")
		}
		at, ok := s.Chart.Index(in.SpaceID)
		if !ok {
			return app.Field("spaceId", "does not exist")
		}
		capacity := s.Chart.Spaces[at].Capacity
		if capacity == 0 {
			return app.Field("spaceId", "is no general admission area")
		}
		o, _ := s.occupancy(at)
		if s.err != nil {
			return s.err
		}
		free := max(capacity-o.units()-o.kept(func(hold int64) bool { return hold == in.HoldID }), 0)
		if in.Left > free {
			return app.Field("left", "must be between %d and %d", 0, free)
		}
		_, err = occupancyTable.Upsert(tx, in.SpaceID, func(o *Occupancy) error {
			o.PieceID, o.PlanID = in.SpaceID, s.Plan.ID
			o.setKept(in.HoldID, in.Left)
			return nil
		})
		return err
	})
}

// unkeep ends what a hold keeps in all general admission areas of its event.
func (s *Seats) unkeep(tx app.Tx, hold int64) error {
	for at := range s.Chart.Spaces {
		if s.Chart.Spaces[at].Capacity == 0 {
			continue
		}
		o, _ := s.occupancy(at)
		if s.err != nil {
			return s.err
		}
		if o == nil || !slices.ContainsFunc(o.Kept, func(k Kept) bool { return k.HoldID == hold }) {
			continue
		}
		if _, err := occupancyTable.Upsert(tx, o.PieceID, func(o *Occupancy) error { o.setKept(hold, 0); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// listed tells whether the seller is one of a hold's users.
func (s *Seats) listed(hold int64) bool {
	return s.seller != nil && s.Plan.hasHold(hold) && slices.Contains(s.Plan.Holds[hold-1].Users, s.seller.UserID)
}

// fromHold tells whether the seller may sell what a hold keeps.
func (s *Seats) fromHold(hold int64) bool {
	return s.seller != nil && (s.seller.Can(app.SellAnyHold) || s.listed(hold))
}

// allot decides where a place of a general admission area comes from: the users of a hold
// sell that first, and those who may sell from any sell what is free first.
func (s *Seats) allot(at int) (hold int64) {
	o, _ := s.occupancy(at)
	if o == nil || len(o.Kept) == 0 {
		return 0
	}
	given := func(hold int64) (n int64) {
		for _, h := range s.allotted[at] {
			if h == hold {
				n++
			}
		}
		return n
	}
	var any int64
	for _, k := range o.Kept {
		switch {
		case k.Left <= given(k.HoldID):
		case s.listed(k.HoldID):
			return k.HoldID
		case any == 0 && s.fromHold(k.HoldID):
			any = k.HoldID
		}
	}
	all := func(int64) bool { return false }
	if s.Chart.Spaces[at].Capacity-o.units()-o.kept(all) > given(0) {
		return 0
	}
	return any
}

// Settle describes the next place that was chosen of a space, as an order item keeps it.
func (s *Seats) Settle(at int) *Place {
	p := s.Chart.place(at)
	if all := s.allotted[at]; len(all) > 0 {
		p.HoldID, s.allotted[at] = all[0], all[1:]
	}
	return p
}
