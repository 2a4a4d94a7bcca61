package seating

import (
	"cmp"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
)

// Place is the space of an order item: which it is, and what it is called. It is written
// down when it is sold, and does not change but by a move to another seat.
type Place struct {
	SpaceID int64 `msgpack:"i"`
	PieceID int64 `msgpack:"pi"`
	PlanID  int64 `msgpack:"p"`
	BandID  int64 `msgpack:"b"`
	// TableID is the table that is sold as a whole only, else 0.
	TableID int64 `msgpack:"t,omitempty"`
	// General admission areas take many.
	General bool `msgpack:"g,omitempty"`
	// HoldID is the hold that a place in one of them is from.
	HoldID int64  `msgpack:"h,omitempty"`
	Name   string `msgpack:"n"`
	Area   string `msgpack:"na,omitempty"`
	Block  string `msgpack:"nb,omitempty"`
	Row    string `msgpack:"nr,omitempty"`
	Table  string `msgpack:"nt,omitempty"`
	Stand  string `msgpack:"ns,omitempty"`
	// Moved: the item was moved to a seat of another price band than its sale item sells.
	Moved bool `msgpack:"mv,omitempty"`
}

// FullName is the name with the area, the block and the row or table in front.
func (p *Place) FullName() string {
	var parts []string
	for _, part := range []string{p.Area, p.Block, p.Row, p.Table, p.Name} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// Claim is what the item has of its space.
func (p *Place) Claim() Claim {
	return Claim{PieceID: p.PieceID, SpaceID: p.SpaceID, PlanID: p.PlanID, General: p.General, HoldID: p.HoldID}
}

// Seats are the spaces of an event as one command sees them: those that others have, and
// those that it has chosen itself.
type Seats struct {
	Plan   *Plan
	Chart  *Chart
	r      app.Reader
	seller *app.Caller
	// pieces were read already.
	pieces map[int64]*Occupancy
	chosen map[int]int64
	// allotted are the holds that the places come from that were chosen of a general
	// admission area and are not settled yet; 0 is none.
	allotted map[int][]int64
	err      error
	// run are the seats of the other events of a season ticket, at the same places.
	run []*Seats
}

// Open looks at the seats of an event for somebody who sells; nil sells from no hold.
func Open(r app.Reader, e *catalog.Event, seller *app.Caller) (*Seats, error) {
	if e == nil || e.Seats == nil {
		return nil, app.Missing("seating plan")
	}
	p, err := Plans.GetShared(r, e.Seats.PlanID)
	if err != nil {
		return nil, err
	}
	c, err := ChartOf(r, p)
	return &Seats{Plan: p, Chart: c, r: r, seller: seller, pieces: map[int64]*Occupancy{}, chosen: map[int]int64{}, allotted: map[int][]int64{}}, err
}

// occupancy reads the piece that a space lies in, once. An error is kept until the seats
// were chosen.
func (s *Seats) occupancy(at int) (o *Occupancy, n int) {
	piece, n := s.Chart.home(at)
	o, read := s.pieces[piece]
	if !read {
		rec, found, err := Occupancies.Find(s.r, piece)
		if err != nil && s.err == nil {
			s.err = err
		}
		if found {
			o = &rec
		}
		s.pieces[piece] = o
	}
	return o, n
}

// Throughout is the same seats, of which only those can be had that can be had at other
// events too, whose plans are copies of the same.
func (s *Seats) Throughout(others []*Seats) *Seats {
	whole := *s
	whole.run = others
	return &whole
}

// Left is how many can still be had of a space by this seller.
func (s *Seats) Left(at int) int64 {
	left := s.leftHere(at, s.fromHold)
	for _, other := range s.run { // where no hold keeps places for this one
		left = min(left, other.leftHere(at, func(int64) bool { return false }))
	}
	return left
}

// leftHere is Left at one event, for somebody who may sell what some holds keep.
func (s *Seats) leftHere(at int, may func(hold int64) bool) int64 {
	o, n := s.occupancy(at)
	if s.err != nil || !s.mayFrom(o.mark(n)) {
		return 0
	}
	if c := s.Chart.Spaces[at].Capacity; c > 0 {
		return max(c-o.units()-o.kept(may)-s.chosen[at], 0)
	}
	if o.taken(n) || s.chosen[at] > 0 {
		return 0
	}
	return 1
}

// Free tells whether nobody has a space, and it is not off sale: whoever had it before may
// have it again, from a hold too, in a general admission area from the hold that it was of.
func (s *Seats) Free(at int, hold int64) bool {
	for _, other := range s.run {
		if !other.Free(at, 0) {
			return false
		}
	}
	o, n := s.occupancy(at)
	if m := o.mark(n); m == Unavailable || m == Hidden {
		return false
	}
	if c := s.Chart.Spaces[at].Capacity; c > 0 {
		return o.units()+o.kept(func(id int64) bool { return id == hold })+s.chosen[at] < c
	}
	return !o.taken(n) && s.chosen[at] == 0
}

// mayFrom tells whether the seller may sell what is marked so.
func (s *Seats) mayFrom(m Mark) bool {
	switch {
	case m == Available:
		return true
	case m < FirstHold || s.seller == nil:
		return false
	case s.seller.Can(app.SellAnyHold):
		return true
	}
	at := int(m - FirstHold)
	return at < len(s.Plan.Holds) && slices.Contains(s.Plan.Holds[at].Users, s.seller.UserID)
}

// open is Left of what is on sale for everybody: the best seats come from no hold.
func (s *Seats) open(at int) bool {
	o, n := s.occupancy(at)
	return s.err == nil && o.mark(n) == Available && !o.taken(n) && s.chosen[at] == 0 &&
		!slices.ContainsFunc(s.run, func(other *Seats) bool { return !other.open(at) })
}

// Choose takes some of a space for this command.
func (s *Seats) Choose(at int, n int64) {
	if s.Chart.Spaces[at].Capacity > 0 {
		for range n {
			s.allotted[at] = append(s.allotted[at], s.allot(at))
		}
	}
	s.Retake(at, n)
}

// Retake takes some of a space for who had it before.
func (s *Seats) Retake(at int, n int64) {
	s.chosen[at] += n
	for _, other := range s.run {
		other.chosen[at] += n
	}
}

// Best chooses the n best seats of a price band, side by side as the plan wants it, none
// when there are not enough.
func (s *Seats) Best(bandID, areaID int64, n int) ([]int, error) {
	w := wanted{
		n: n, band: s.Chart.Place(bandID), neighbours: s.Plan.Settings.Neighbours, protect: !s.Plan.Settings.LeaveSingles,
	}
	if areaID != 0 {
		w.area = s.Chart.Place(areaID)
	}
	seats := s.Chart.best(w, s.open)
	if err := s.Err(); err != nil {
		return nil, err
	}
	for _, at := range seats {
		s.Choose(at, 1)
	}
	return seats, nil
}

// General finds the first general admission area of a price band with so many left.
func (s *Seats) General(bandID, areaID, n int64) (at int, some bool, err error) {
	band, area := s.Chart.Place(bandID), s.Chart.Place(areaID)
	at = -1
	for i := range s.Chart.Spaces {
		sp := &s.Chart.Spaces[i]
		if sp.Capacity == 0 || sp.Band != band || areaID != 0 && !slices.Contains(sp.Areas, area) {
			continue
		}
		some = true
		if s.Left(i) >= n {
			at = i
			break
		}
	}
	return at, some, s.Err()
}

// HasArea tells whether the plan has an area of this id.
func (s *Seats) HasArea(id int64) bool {
	return s.Chart.part(s.Chart.Place(id)).Kind == Area
}

// Err is what went wrong while the seats were looked at.
func (s *Seats) Err() error {
	err := s.err
	for _, other := range s.run {
		err = cmp.Or(err, other.err)
	}
	return err
}

// Place describes a space as an order item keeps it.
func (s *Seats) Place(at int) *Place { return s.Chart.place(at) }

func (c *Chart) place(at int) *Place {
	sp := &c.Spaces[at]
	piece, _ := c.home(at)
	p := &Place{
		SpaceID: c.SpaceID(at), PieceID: piece, PlanID: c.PlanID, BandID: c.PartID(sp.Band),
		General: sp.Capacity > 0, Name: sp.Name,
	}
	if sp.In == 0 {
		if len(sp.Areas) > 0 {
			p.Area = c.part(sp.Areas[0]).Name
		}
		return p
	}
	group := c.part(sp.In)
	p.Area, p.Block, p.Stand = c.part(group.Area).Name, c.part(group.Block).Name, c.part(group.Stand).Name
	if group.Kind == Table {
		p.Table = group.Name
		if group.Whole {
			p.TableID = c.PartID(sp.In)
		}
	} else {
		p.Row = group.Name
	}
	return p
}

// TableSeats are the seats of a table that can be sold at all, by the table's id.
func (s *Seats) TableSeats(tableID int64) (seats []int) {
	place := s.Chart.Place(tableID)
	for i := range s.Chart.Spaces {
		if s.Chart.Spaces[i].In != place {
			continue
		}
		if o, n := s.occupancy(i); o.mark(n) != Unavailable && o.mark(n) != Hidden {
			seats = append(seats, i)
		}
	}
	return seats
}

// EventOf finds the event that a space belongs to. One of a plan that no event is sold
// from is none.
func EventOf(r app.Reader, spaceID int64) (int64, error) {
	p, err := planOfSpace(r, spaceID)
	if err != nil {
		return 0, err
	}
	if p.State != Ready && p.State != Former || p.EventID == 0 {
		return 0, app.Missing("space")
	}
	return p.EventID, nil
}

func planOfSpace(r app.Reader, spaceID int64) (*Plan, error) {
	for hit, err := range SpacePieces.Scan(r, upToID(spaceID)) {
		if err != nil {
			return nil, err
		}
		if spaceID < hit.ID+int64(len(hit.Rec.Spaces)) {
			return Plans.GetShared(r, hit.Rec.PlanID)
		}
	}
	return nil, app.Missing("space")
}

// Warm reads the charts of events before a transaction needs them, so that nobody waits
// for the first who buys a seat after a start.
func Warm(r app.Reader, e *catalog.Event) error {
	if e.Seats == nil || e.Seats.Copying {
		return nil
	}
	_, err := Open(r, e, nil)
	return err
}
