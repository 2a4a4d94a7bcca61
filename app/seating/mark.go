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
	place := in.PartID - c.FirstPart + 1
	if place < 1 || place > int64(len(c.Parts)) {
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
	for len(chosen) > 0 {
		piece, n := s.Chart.pieceOf(chosen[0]), 1
		for n < len(chosen) && s.Chart.pieceOf(chosen[n]) == piece {
			n++
		}
		m, err := s.markPiece(tx, piece, chosen[:n], mark)
		if err != nil {
			return 0, err
		}
		changed, chosen = changed+m, chosen[n:]
	}
	return changed, nil
}

func (s *Seats) markPiece(tx app.Tx, piece int, chosen []int, mark Mark) (changed int64, err error) {
	first, end := s.Chart.pieces[piece], len(s.Chart.Spaces)
	if piece+1 < len(s.Chart.pieces) {
		end = s.Chart.pieces[piece+1]
	}
	_, err = occupancyTable.Upsert(tx, s.Chart.SpaceID(first), func(o *Occupancy) error {
		o.PieceID, o.PlanID = s.Chart.SpaceID(first), s.Plan.ID
		marks, n := make([]byte, end-first), int64(0)
		copy(marks, o.Marks)
		for _, at := range chosen {
			if marks[at-first] != byte(mark) {
				marks[at-first] = byte(mark)
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
