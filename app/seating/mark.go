package seating

import (
	"context"
	"slices"

	"marquee/app"
)

// Marking says what is to become of spaces of an event.
type Marking struct {
	EventID int64
	// SpaceIDs are the spaces; or PartID names an area, block, row, table or price band
	// whose spaces all are meant.
	SpaceIDs []int64
	PartID   int64
	Mark     Mark
	// HoldID is the hold that they are kept for, with a Mark of FirstHold.
	HoldID int64
}

// SetMarks takes spaces off sale, puts them on sale, or keeps them for a hold, and tells
// how many changed. Whoever has one keeps it.
func SetMarks(ctx context.Context, a *app.App, c *app.Caller, in Marking) (changed int64, err error) {
	err = a.Update(ctx, c, app.EditSeating, func(tx app.Tx) error {
		s, err := ofSeller(tx, in.EventID, c)
		if err != nil {
			return err
		}
		if s.Plan.State != Ready {
			return app.Missing("seating plan")
		}
		mark := in.Mark
		if mark == FirstHold {
			if !s.Plan.hasHold(in.HoldID) {
				return app.Field("holdId", "does not exist")
			}
			mark += Mark(in.HoldID - 1)
		}
		chosen, err := s.Chart.chosen(in)
		if err != nil {
			return err
		}
		changed, err = s.mark(tx, chosen, mark)
		return err
	})
	return changed, err
}

// chosen are the spaces that are meant, in their order.
func (c *Chart) chosen(in Marking) ([]int, error) {
	var all []int
	if in.PartID == 0 {
		var p app.Problems
		for i, id := range in.SpaceIDs {
			at, ok := c.Index(id)
			if !ok {
				p.Add("spaceIds."+itoa(i), "does not exist")
			}
			all = append(all, at)
		}
		slices.Sort(all)
		return slices.Compact(all), p.Err()
	}
	place := c.Place(in.PartID)
	if place == 0 {
		return nil, app.Field("partId", "does not exist")
	}
	for i := range c.Spaces {
		if c.liesIn(i, place) {
			all = append(all, i)
		}
	}
	return all, nil
}

// liesIn tells whether a space belongs to a part.
func (c *Chart) liesIn(at int, place int64) bool {
	s := &c.Spaces[at]
	if s.Band == place || s.In == place || slices.Contains(s.Areas, place) {
		return true
	}
	group := c.part(s.In)
	return s.In != 0 && (group.Area == place || group.Block == place || group.Stand == place)
}

// mark writes the marks of spaces, each piece once.
func (s *Seats) mark(tx app.Tx, chosen []int, mark Mark) (changed int64, err error) {
	pieces, within := []int64{}, map[int64][]int{}
	for _, at := range chosen {
		piece, n := s.Chart.home(at)
		if within[piece] == nil {
			pieces = append(pieces, piece)
		}
		within[piece] = append(within[piece], n)
	}
	for _, piece := range pieces {
		n, err := s.markPiece(tx, piece, within[piece], mark)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

// markPiece writes the marks of the spaces at some places of a piece.
func (s *Seats) markPiece(tx app.Tx, piece int64, within []int, mark Mark) (changed int64, err error) {
	_, err = occupancyTable.Upsert(tx, piece, func(o *Occupancy) error {
		if o.PlanID == 0 {
			o.PieceID, o.PlanID = piece, s.Plan.ID
		}
		marks, n := make([]byte, max(len(o.Marks), slices.Max(within)+1)), int64(0)
		copy(marks, o.Marks)
		for _, at := range within {
			if marks[at] != byte(mark) {
				marks[at] = byte(mark)
				n++
			}
		}
		o.Marks, changed = marks, n
		if !slices.ContainsFunc(marks, func(b byte) bool { return b != 0 }) {
			o.Marks = nil
		}
		return nil
	})
	return changed, err
}
