package seating

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// State says how far a plan is.
type State uint8

// The states of plans.
const (
	// Building: its pieces are being stored. It cannot be used yet.
	Building State = 1
	Ready    State = 2
	// Removing: its pieces are being deleted, and it is none any more for everybody.
	Removing State = 3
	// Former: another revision has taken its place. That of an event stays because what
	// was sold from it keeps its ids.
	Former State = 4
)

// Plan is a seating plan: that of a venue, or the copy of one that an event is sold
// from. What is on it lies in pieces of its own, and never changes once it is Ready.
type Plan struct {
	ID      int64  `msgpack:"id"`
	VenueID int64  `msgpack:"v"`
	Name    string `msgpack:"n"`
	State   State  `msgpack:"s"`
	// EventID is the event whose copy it is, 0: the plan is a venue's. SourceID is the
	// plan that it is a copy of.
	EventID  int64 `msgpack:"e,omitempty"`
	SourceID int64 `msgpack:"so,omitempty"`
	// Revision counts from 1; 0 is 1. Root is the first revision of the venue's plan, 0:
	// the plan itself. That one knows the Newest. Base is the plan whose place this one
	// takes: the revision before, or what the event was sold from.
	Revision int64  `msgpack:"re,omitempty"`
	Root     int64  `msgpack:"ro,omitempty"`
	Newest   int64  `msgpack:"ne,omitempty"`
	Base     int64  `msgpack:"bs,omitempty"`
	Focal    *Point `msgpack:"f,omitempty"`

	// The ids of the parts are those from FirstPart on, those of the spaces from
	// FirstSpace on. The first parts are the price bands.
	FirstPart  int64 `msgpack:"fp"`
	Parts      int64 `msgpack:"pn"`
	FirstSpace int64 `msgpack:"fs"`
	Spaces     int64 `msgpack:"sn"`
	Bands      int64 `msgpack:"bn"`
	// Capacity is how many people it takes.
	Capacity int64 `msgpack:"c"`
	// BandAreas are the price bands with their areas.
	BandAreas []BandParts `msgpack:"ba,omitempty"`

	// PartsDone and SpacesDone are how much of it is stored while it is Building, and is
	// left while it is Removing; nobody else goes on with it before LeaseUntil.
	PartsDone  int64      `msgpack:"pd,omitempty"`
	SpacesDone int64      `msgpack:"sd,omitempty"`
	LeaseUntil *time.Time `msgpack:"lu,omitempty"`

	Settings Settings `msgpack:"se,omitempty"`
	// Holds keep seats of an event for those who may sell them. A hold keeps its place
	// for ever; one without a name is free.
	Holds []Hold `msgpack:"h,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

// Settings are how an event sells from its plan.
type Settings struct {
	// Best: buyers may ask for the best seats there are.
	Best bool `msgpack:"b,omitempty"`
	// Neighbours says whether the best seats are to be side by side.
	Neighbours Neighbours `msgpack:"n,omitempty"`
	// LeaveSingles lets the best seats leave a single free seat behind.
	LeaveSingles bool `msgpack:"o,omitempty"`
	// Automatic chooses among several sale items of a seat that is named alone.
	Automatic Automatic `msgpack:"a,omitempty"`
}

// Neighbours says whether the best seats are to be side by side.
type Neighbours uint8

// The rules for neighbours.
const (
	PreferNeighbours Neighbours = iota
	AnySeats
	OnlyNeighbours
)

// NeighbourNames are they in words, in the order of their numbers.
var NeighbourNames = []string{"prefer", "any", "only"}

// Automatic says which of several sale items is meant by a seat alone.
type Automatic uint8

// The rules for the automatic choice. What is free is never chosen.
const (
	NoChoice Automatic = iota
	LowestPaid
	HighestPaid
)

// AutomaticNames are they in words, in the order of their numbers.
var AutomaticNames = []string{"none", "lowest", "highest"}

// Hold keeps seats for those who may sell them.
type Hold struct {
	Name  string  `msgpack:"n,omitempty"`
	Users []int64 `msgpack:"u,omitempty"`
	// ReleaseAt is when what it keeps is on sale again, nil: never by itself. ReleasedAt
	// is when that was done.
	ReleaseAt  *time.Time `msgpack:"r,omitempty"`
	ReleasedAt *time.Time `msgpack:"d,omitempty"`
}

// BandParts is a price band with the areas of its spaces, by their places among the parts.
type BandParts struct {
	Name string `msgpack:"n"`
	// ID is its id where it carries on that of a former plan.
	ID    int64   `msgpack:"i,omitempty"`
	Areas []int64 `msgpack:"a,omitempty"`
}

// pointUnit is how much a unit of the plan is in stored coordinates.
const pointUnit = 1000

// Point is a place on the plan, in thousandths of its unit.
type Point struct {
	X int64 `msgpack:"x,omitempty"`
	Y int64 `msgpack:"y,omitempty"`
}

// Kind says what a part is.
type Kind uint8

// The kinds of parts.
const (
	Band      Kind = 1
	Area      Kind = 2
	Stand     Kind = 3
	Gate      Kind = 4
	Stairs    Kind = 5
	BlockPart Kind = 6
	Row       Kind = 7
	Table     Kind = 8
)

// Part is what seats lie in or belong to. It refers to others by their places among the
// parts of the plan, from 1; 0 is none.
type Part struct {
	Kind Kind   `msgpack:"k"`
	Name string `msgpack:"n"`
	// Key is the name by which documents refer to it, where that is another one.
	Key    string  `msgpack:"y,omitempty"`
	Area   int64   `msgpack:"a,omitempty"`
	Block  int64   `msgpack:"b,omitempty"`
	Stand  int64   `msgpack:"s,omitempty"`
	Gates  []int64 `msgpack:"g,omitempty"`
	Stairs []int64 `msgpack:"t,omitempty"`
	Whole  bool    `msgpack:"w,omitempty"`
	// ID is its id where it carries on that of a former plan.
	ID int64 `msgpack:"i,omitempty"`
}

// Space is a seat, or a general admission area, which has a Capacity.
type Space struct {
	Name string `msgpack:"n"`
	// In is the row or table of a seat, Band the price band: places among the parts.
	In   int64 `msgpack:"i,omitempty"`
	Band int64 `msgpack:"b"`
	At   Point `msgpack:"p,omitempty"`
	Gap  bool  `msgpack:"g,omitempty"`
	Mark Mark  `msgpack:"m,omitempty"`
	// Capacity and Areas are of general admission areas.
	Capacity int64   `msgpack:"c,omitempty"`
	Areas    []int64 `msgpack:"a,omitempty"`
	// ID and Piece are its id, and the piece with its occupancy, where it carries on a
	// space of a former plan.
	ID    int64 `msgpack:"d,omitempty"`
	Piece int64 `msgpack:"pi,omitempty"`
}

// PartPiece is some parts of a plan, one after the other; its id is that of the first.
type PartPiece struct {
	ID     int64  `msgpack:"id"`
	PlanID int64  `msgpack:"p"`
	Parts  []Part `msgpack:"l"`
}

// SpacePiece is some spaces of a plan; its id is that of the first. A row or a table
// lies within one piece, a general admission area is one by itself.
type SpacePiece struct {
	ID     int64   `msgpack:"id"`
	PlanID int64   `msgpack:"p"`
	Spaces []Space `msgpack:"l"`
}

func (p *Plan) check() error {
	switch {
	case p.Name == "" || p.VenueID == 0 || p.State < Building || p.State > Former:
		return fmt.Errorf("seating plan %d: no name, venue or known state", p.ID)
	case p.FirstPart < 1 || p.FirstSpace < 1 || p.Spaces < 1 || p.Bands < 1 || p.Bands > p.Parts:
		return fmt.Errorf("seating plan %d: %d spaces from %d on, %d parts from %d on", p.ID, p.Spaces, p.FirstSpace, p.Parts, p.FirstPart)
	case p.State == Ready && (p.PartsDone != p.Parts || p.SpacesDone != p.Spaces):
		return fmt.Errorf("seating plan %d: ready with %d of %d spaces", p.ID, p.SpacesDone, p.Spaces)
	}
	return nil
}

// BandID is the id of the n-th price band, from 0.
func (p *Plan) BandID(n int64) int64 {
	if id := p.BandAreas[n].ID; id != 0 {
		return id
	}
	return p.FirstPart + n
}

// bandAt is the number of a price band, from 0; below that it is none of the plan's.
func (p *Plan) bandAt(id int64) int64 {
	for n := range p.Bands {
		if p.BandID(n) == id {
			return n
		}
	}
	return -1
}

// HasBand tells whether a price band is one of the plan's.
func (p *Plan) HasBand(id int64) bool { return p.bandAt(id) >= 0 }

// RootID is what a plan of a venue is called, whichever of its revisions it is, or was
// copied from.
func (p *Plan) RootID() int64 {
	switch {
	case p.Root != 0:
		return p.Root
	case p.EventID != 0:
		return p.SourceID
	}
	return p.ID
}

// Number is that of the revision.
func (p *Plan) Number() int64 { return max(p.Revision, 1) }

var (
	// planListed has the plans of venues that can be used, planByVenue those of one.
	planListed  = indexes.NewBy("listed", kv.Int, (*Plan).listed).Counted().Ascending()
	planByVenue = indexes.NewBy("venue", kv.Int, func(p *Plan) []int64 {
		if p.listed() == nil {
			return nil
		}
		return []int64{p.VenueID}
	}).Counted()
	// planUnfinished has what is being made or deleted.
	planUnfinished = indexes.NewBy("unfinished", kv.Int, func(p *Plan) []int64 {
		if p.State == Ready || p.State == Former {
			return nil
		}
		return []int64{int64(p.State)}
	})
	// planByRoot has the later revisions of each plan of a venue.
	planByRoot = indexes.NewBy("root", kv.Int, func(p *Plan) []int64 {
		if p.Root == 0 || p.EventID != 0 || p.State == Removing {
			return nil
		}
		return []int64{p.Root}
	})
	// planByRelease has the plans with a hold that ends, by the first of these ends.
	planByRelease = indexes.NewBy("release", kv.Time, func(p *Plan) []time.Time {
		if first := p.firstRelease(); p.State == Ready && first != nil {
			return []time.Time{*first}
		}
		return nil
	})
)

func (p *Plan) listed() []int64 {
	if p.State != Ready || p.EventID != 0 {
		return nil
	}
	return []int64{0}
}

// The tables of this area.
var (
	Plans     = planTable.Table
	planTable = indexes.Define(indexes.Spec[Plan]{
		Name: "seating_plans", Version: 1, Shared: true,
		Person: indexes.Nobody("seats"),
		Shown:  func(r app.Reader, p *Plan) (bool, error) { return catalog.ShownAt(r, p.EventID) },
		ID:     func(p *Plan) *int64 { return &p.ID },
		Stamp:  func(tx app.Tx, old, p *Plan) { app.Stamp(tx, old == nil, &p.CreatedAt, &p.UpdatedAt) },
		Check:  (*Plan).check,
	}, planListed.Index, planByVenue.Index, planUnfinished.Index, planByRoot.Index, planByRelease.Index)

	PartPieces = partTable.Table
	partTable  = indexes.Define(indexes.Spec[PartPiece]{
		Name: "seating_parts", Version: 1, ID: func(p *PartPiece) *int64 { return &p.ID },
		Person:    indexes.Nobody("seats"),
		Unaudited: "follows from plans and orders",
	})

	SpacePieces = spaceTable.Table
	spaceTable  = indexes.Define(indexes.Spec[SpacePiece]{
		Name: "seating_spaces", Version: 1, ID: func(p *SpacePiece) *int64 { return &p.ID },
		Person: indexes.Nobody("seats"),
	})
)
