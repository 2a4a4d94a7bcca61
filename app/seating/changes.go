package seating

import "strings"

// Pair is a space that two plans have, by its place in each.
type Pair struct{ Was, Now int }

// Changes are what another plan makes of the spaces of an event.
type Changes struct {
	// Added are places in the new plan, Gone those in the old one.
	Added, Gone []int
	// Same are all that both have. Moved lie elsewhere, Renamed are called otherwise,
	// Rebanded are of another price band; one space may be several of these.
	Same, Moved, Renamed, Rebanded []Pair
	// BandsGone are the price bands that are no more, by their places in the old plan.
	BandsGone []int64
}

// compare says what becomes of the spaces of a plan under another one. A space is the same
// if it is called so: that is what stands on a ticket. Of the others, seats at the same
// place are the same under another name.
func compare(was, now *Chart) *Changes {
	parts, ch := carriedParts(was, now), &Changes{}
	old, byName := make([]bool, len(was.Spaces)), make(map[spaceName]int, len(was.Spaces))
	for i := range was.Spaces {
		byName[was.nameOf(i)] = i
	}
	var left []int
	for i := range now.Spaces {
		at, known := byName[now.nameOf(i)]
		if known = known && (was.Spaces[at].Capacity > 0) == (now.Spaces[i].Capacity > 0); !known {
			left = append(left, i)
			continue
		}
		old[at] = true
		ch.Same = append(ch.Same, Pair{at, i})
	}
	byPlace := was.seatsByPlace(old)
	for _, i := range left {
		at, known := byPlace[now.Spaces[i].At]
		if known = known && now.Spaces[i].Capacity == 0 && !old[at]; !known {
			ch.Added = append(ch.Added, i)
			continue
		}
		old[at] = true
		ch.Same = append(ch.Same, Pair{at, i})
	}
	for i, found := range old {
		if !found {
			ch.Gone = append(ch.Gone, i)
		}
	}
	for _, p := range ch.Same {
		ch.note(p, was, now, parts)
	}
	ch.BandsGone = bandsGone(was, parts)
	return ch
}

// note says what is different about a space that both plans have.
func (ch *Changes) note(p Pair, was, now *Chart, parts []int64) {
	a, b := &was.Spaces[p.Was], &now.Spaces[p.Now]
	if a.At != b.At {
		ch.Moved = append(ch.Moved, p)
	}
	if !was.calledLike(p.Was, now, p.Now) {
		ch.Renamed = append(ch.Renamed, p)
	}
	if was.PartID(a.Band) != parts[b.Band-1] {
		ch.Rebanded = append(ch.Rebanded, p)
	}
}

// seatsByPlace are the seats that were not found by their names, where no two are at one place.
func (c *Chart) seatsByPlace(found []bool) map[Point]int {
	all, twice := map[Point]int{}, map[Point]bool{}
	for i := range c.Spaces {
		s := &c.Spaces[i]
		if found[i] || s.Capacity > 0 || twice[s.At] {
			continue
		}
		if _, there := all[s.At]; there {
			delete(all, s.At)
			twice[s.At] = true
			continue
		}
		all[s.At] = i
	}
	return all
}

// spaceName tells the spaces of a plan apart by what documents call them.
type spaceName struct {
	kind              Kind
	area, block, part string
	name              string
}

func (c *Chart) nameOf(at int) spaceName {
	s := &c.Spaces[at]
	g := c.part(s.In)
	return spaceName{g.Kind, c.key(g.Area), c.key(g.Block), g.Name, s.Name}
}

// calledLike tells whether people call a space as another one.
func (c *Chart) calledLike(at int, other *Chart, there int) bool {
	a, b := c.part(c.Spaces[at].In), other.part(other.Spaces[there].In)
	return c.Spaces[at].Name == other.Spaces[there].Name && a.Name == b.Name && a.Kind == b.Kind &&
		c.part(a.Area).Name == other.part(b.Area).Name && c.part(a.Block).Name == other.part(b.Block).Name
}

// partName tells the parts of a plan apart by what documents call them.
func (c *Chart) partName(place int64) string {
	p := c.part(place)
	name := []string{string(rune('0' + p.Kind)), c.key(place)}
	if p.Kind == Row || p.Kind == Table {
		name = append(name, c.key(p.Area), c.key(p.Block))
	}
	return strings.Join(name, "\x00")
}

// carriedParts are the ids of the parts of the old plan that those of the new one carry
// on; 0 for what is new.
func carriedParts(was, now *Chart) []int64 {
	known := make(map[string]int64, len(was.Parts))
	for i := range was.Parts {
		known[was.partName(int64(i+1))] = was.PartID(int64(i + 1))
	}
	ids := make([]int64, len(now.Parts))
	for i := range ids {
		ids[i] = known[now.partName(int64(i+1))]
	}
	return ids
}

func bandsGone(was *Chart, parts []int64) (gone []int64) {
	there := make(map[int64]bool, len(parts))
	for _, id := range parts {
		there[id] = true
	}
	for i := range was.Parts {
		if place := int64(i + 1); was.Parts[i].Kind == Band && !there[was.PartID(place)] {
			gone = append(gone, place)
		}
	}
	return gone
}

// carryOn is the layout of the new plan, whose parts and spaces keep the ids that they had.
func carryOn(was, now *Chart, ch *Changes) *layout {
	l := &layout{parts: append([]Part{}, now.Parts...), spaces: append([]Space{}, now.Spaces...)}
	for i, id := range carriedParts(was, now) {
		l.parts[i].ID = id
	}
	for i := range l.spaces {
		l.spaces[i].ID, l.spaces[i].Piece = 0, 0
	}
	for _, p := range ch.Same {
		piece, _ := was.home(p.Was)
		l.spaces[p.Now].ID, l.spaces[p.Now].Piece = was.SpaceID(p.Was), piece
	}
	return l
}
