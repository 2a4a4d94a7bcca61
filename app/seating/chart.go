package seating

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"

	"marquee/app"
	"marquee/indexes"
)

// Chart is the geometry of a plan that is ready, in memory. It never changes, and is
// shared by all who read. What is free is no part of it.
type Chart struct {
	PlanID, FirstPart, FirstSpace int64
	Parts                         []Part
	Spaces                        []Space
	// pieces are the first spaces of the stored pieces, in their order.
	pieces []int
	// spaceAt and partAt find what carries on the ids of a former plan; nil where nothing
	// does.
	spaceAt map[int64]int
	partAt  map[int64]int64
	// lines are the seats side by side, those nearest to the focal point first.
	lines []line
	// distance of each seat to the focal point, and the seats by it.
	distance []int64
	nearest  []int32
}

// line is seats that are neighbours, in their order.
type line struct {
	first, n int
	area     int64
	// near is the least distance of a seat of it.
	near  int64
	whole bool // sold as a whole only
}

// SpaceID is the id of the n-th space.
func (c *Chart) SpaceID(n int) int64 {
	if id := c.Spaces[n].ID; id != 0 {
		return id
	}
	return c.FirstSpace + int64(n)
}

// PartID is the id of a part by its place, 0 for none.
func (c *Chart) PartID(place int64) int64 {
	if place == 0 {
		return 0
	}
	if id := c.Parts[place-1].ID; id != 0 {
		return id
	}
	return c.FirstPart + place - 1
}

// Place is the place of a part among those of the plan, from 1; 0: it is none of them.
func (c *Chart) Place(partID int64) int64 {
	place, carried := c.partAt[partID]
	if !carried {
		place = partID - c.FirstPart + 1
	}
	if place < 1 || place > int64(len(c.Parts)) || c.PartID(place) != partID {
		return 0
	}
	return place
}

// part is a part by its place; that of none is empty.
func (c *Chart) part(place int64) Part {
	if place == 0 {
		return Part{}
	}
	return c.Parts[place-1]
}

// Index is the place of a space among those of the plan.
func (c *Chart) Index(spaceID int64) (int, bool) {
	if at, carried := c.spaceAt[spaceID]; carried {
		return at, true
	}
	n := spaceID - c.FirstSpace
	return int(n), n >= 0 && n < int64(len(c.Spaces)) && c.Spaces[n].ID == 0
}

// pieceOf is the number of the piece that a space lies in.
func (c *Chart) pieceOf(n int) int {
	return sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i] > n }) - 1
}

// home is the piece with the occupancy of a space, and the place of the space there.
func (c *Chart) home(n int) (piece int64, at int) {
	if s := &c.Spaces[n]; s.ID != 0 {
		return s.Piece, int(s.ID - s.Piece)
	}
	first := c.pieces[c.pieceOf(n)]
	return c.FirstSpace + int64(first), n - first
}

// charts are those of one App that were used lately.
type charts struct {
	mu     sync.Mutex
	kept   map[chartKey]*Chart
	spaces int
}

type chartKey struct{ company, plan int64 }

var chartCache = app.NewPerApp(func() *charts { return &charts{kept: map[chartKey]*Chart{}} })

// ChartOf gives the chart of a plan that is ready.
func ChartOf(r app.Reader, p *Plan) (*Chart, error) {
	all, key := chartCache.Of(app.Of(r)), chartKey{r.Company(), p.ID}
	all.mu.Lock()
	c := all.kept[key]
	all.mu.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := loadChart(r, p)
	if err != nil || p.State != Ready && p.State != Former {
		return c, err
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.spaces += len(c.Spaces); all.spaces > cachedSpaces {
		all.kept, all.spaces = map[chartKey]*Chart{}, len(c.Spaces)
	}
	all.kept[key] = c
	return c, nil
}

func loadChart(r app.Reader, p *Plan) (*Chart, error) {
	c := &Chart{PlanID: p.ID, FirstPart: p.FirstPart, FirstSpace: p.FirstSpace}
	c.Parts, c.Spaces = make([]Part, 0, p.Parts), make([]Space, 0, p.Spaces)
	for hit, err := range PartPieces.Scan(r, indexes.Between(p.FirstPart, p.FirstPart+p.Parts)) {
		if err != nil {
			return nil, err
		}
		c.Parts = append(c.Parts, hit.Rec.Parts...)
	}
	for hit, err := range SpacePieces.Scan(r, indexes.Between(p.FirstSpace, p.FirstSpace+p.Spaces)) {
		if err != nil {
			return nil, err
		}
		c.pieces = append(c.pieces, len(c.Spaces))
		c.Spaces = append(c.Spaces, hit.Rec.Spaces...)
	}
	c.know()
	c.arrange(p.Focal)
	return c, nil
}

// know notes what carries on the ids of a former plan.
func (c *Chart) know() {
	for i := range c.Spaces {
		if id := c.Spaces[i].ID; id != 0 {
			if c.spaceAt == nil {
				c.spaceAt = map[int64]int{}
			}
			c.spaceAt[id] = i
		}
	}
	for i := range c.Parts {
		if id := c.Parts[i].ID; id != 0 {
			if c.partAt == nil {
				c.partAt = map[int64]int64{}
			}
			c.partAt[id] = int64(i + 1)
		}
	}
}

// arrange puts seats into lines, and both in the order of their distance. Equal ones are
// in the order of the plan: by row, then seat.
func (c *Chart) arrange(focal *Point) {
	c.distance = make([]int64, len(c.Spaces))
	if focal == nil {
		focal = &Point{}
	}
	for i := range c.Spaces {
		at := c.Spaces[i].At
		c.distance[i] = int64(math.Round(math.Hypot(float64(at.X-focal.X), float64(at.Y-focal.Y))))
		if c.Spaces[i].Capacity == 0 {
			c.nearest = append(c.nearest, int32(i))
		}
	}
	slices.SortStableFunc(c.nearest, func(a, b int32) int { return cmp.Compare(c.distance[a], c.distance[b]) })
	for i := 0; i < len(c.Spaces); i++ {
		if c.Spaces[i].Capacity > 0 {
			continue
		}
		group := c.part(c.Spaces[i].In)
		l := line{first: i, area: group.Area, near: c.distance[i], whole: group.Whole}
		for i+1 < len(c.Spaces) && !c.Spaces[i].Gap && c.Spaces[i+1].In == c.Spaces[i].In {
			i++
			l.near = min(l.near, c.distance[i])
		}
		l.n = i + 1 - l.first
		c.lines = append(c.lines, l)
	}
	slices.SortStableFunc(c.lines, func(a, b line) int { return cmp.Compare(a.near, b.near) })
}
