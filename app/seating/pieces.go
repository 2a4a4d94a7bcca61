package seating

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// source is where the pieces of a plan come from that is being made: a layout in memory,
// or the plan that it is a copy of.
type source interface {
	// partsFrom and spacesFrom give the piece that begins with the n-th part or space.
	partsFrom(r app.Reader, n int64) ([]Part, error)
	spacesFrom(r app.Reader, n int64) ([]Space, error)
}

func (l *layout) partsFrom(_ app.Reader, n int64) ([]Part, error) {
	return l.parts[n:min(n+pieceSize, int64(len(l.parts)))], nil
}

// spacesFrom keeps rows and tables whole, and a general admission area by itself.
func (l *layout) spacesFrom(_ app.Reader, n int64) ([]Space, error) {
	rest := l.spaces[n:]
	if rest[0].Capacity > 0 {
		return rest[:1], nil
	}
	end := 0
	for end < len(rest) && rest[end].Capacity == 0 {
		next := end + 1
		for next < len(rest) && rest[next].In == rest[end].In {
			next++
		}
		if next > pieceSize {
			break
		}
		end = next
	}
	return rest[:end], nil
}

// areasOfBands lists the areas in which each price band has spaces.
func (l *layout) areasOfBands() []BandParts {
	all := make([]BandParts, l.bands)
	for i := range all {
		all[i].Name = l.parts[i].Name
	}
	add := func(band, area int64) {
		list := &all[band-1].Areas
		if area != 0 && !slices.Contains(*list, area) {
			*list = append(*list, area)
		}
	}
	for i := range l.spaces {
		s := &l.spaces[i]
		if s.In != 0 {
			add(s.Band, l.parts[s.In-1].Area)
		}
		for _, area := range s.Areas {
			add(s.Band, area)
		}
	}
	return all
}

// capacity is how many people the spaces take.
func (l *layout) capacity() (n int64) {
	for i := range l.spaces {
		n += max(l.spaces[i].Capacity, 1)
	}
	return n
}

// stored is a plan that others are copied from.
type stored struct{ plan *Plan }

func (s stored) partsFrom(r app.Reader, n int64) ([]Part, error) {
	p, err := PartPieces.Get(r, s.plan.FirstPart+n)
	return p.Parts, err
}

func (s stored) spacesFrom(r app.Reader, n int64) ([]Space, error) {
	p, err := SpacePieces.Get(r, s.plan.FirstSpace+n)
	return p.Spaces, err
}

// advance stores the next pieces of a plan that is being made, and tells when it is
// whole.
func advance(tx app.Tx, p *Plan, from source) error {
	for range batchPieces {
		if p.PartsDone < p.Parts {
			parts, err := from.partsFrom(tx, p.PartsDone)
			if err == nil {
				err = partTable.InsertNext(tx, &PartPiece{ID: p.FirstPart + p.PartsDone, PlanID: p.ID, Parts: parts})
			}
			if err != nil {
				return err
			}
			p.PartsDone += int64(len(parts))
			continue
		}
		if p.SpacesDone == p.Spaces {
			return nil
		}
		spaces, err := from.spacesFrom(tx, p.SpacesDone)
		if err == nil {
			err = p.insertSpaces(tx, spaces)
		}
		if err != nil {
			return err
		}
		p.SpacesDone += int64(len(spaces))
	}
	return nil
}

// insertSpaces stores a piece. The marks that a plan gives by itself are those its event
// begins with.
func (p *Plan) insertSpaces(tx app.Tx, spaces []Space) error {
	id := p.FirstSpace + p.SpacesDone
	if err := spaceTable.InsertNext(tx, &SpacePiece{ID: id, PlanID: p.ID, Spaces: spaces}); err != nil {
		return err
	}
	if p.EventID == 0 || !slices.ContainsFunc(spaces, func(s Space) bool { return s.Mark != Available && s.ID == 0 }) {
		return nil
	}
	o := Occupancy{PieceID: id, PlanID: p.ID, Marks: make([]byte, len(spaces))}
	for i := range spaces {
		if spaces[i].ID == 0 { // else its mark stays where it is
			o.Marks[i] = byte(spaces[i].Mark)
		}
	}
	return occupancyTable.Put(tx, &o)
}

// retreat deletes the last pieces of a plan that is being deleted, the plan itself at
// the end.
func retreat(tx app.Tx, p *Plan) (gone bool, err error) {
	for range batchPieces {
		switch {
		case p.SpacesDone > 0:
			p.SpacesDone, err = dropLast(tx, spaceTable, p.FirstSpace, p.SpacesDone, func(id int64) error {
				if _, found, err := Occupancies.Find(tx, id); err != nil || !found {
					return err
				}
				return occupancyTable.Delete(tx, id)
			})
		case p.PartsDone > 0:
			p.PartsDone, err = dropLast(tx, partTable, p.FirstPart, p.PartsDone, func(int64) error { return nil })
		default:
			return true, planTable.Delete(tx, p.ID)
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// dropLast deletes the last of the pieces that are left of n things, and gives what is
// left then.
func dropLast[T any](tx app.Tx, t indexes.Owned[T], first, n int64, also func(id int64) error) (int64, error) {
	for hit, err := range t.Scan(tx, indexes.Between(first, first+n).Reversed().Limit(1)) {
		if err != nil {
			return n, err
		}
		if err := also(hit.ID); err != nil {
			return n, err
		}
		return hit.ID - first, t.Delete(tx, hit.ID)
	}
	return 0, nil
}
