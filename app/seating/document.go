package seating

// Document is a seating plan as people exchange it: what is on it, by name. Parts refer
// to each other by keys; a part without a key goes by its name.
type Document struct {
	Name string
	// Focal is what the best seats are nearest to; nil: there are no best seats.
	Focal      *Position
	PriceBands []Label
	Areas      []Label
	Stands     []Label
	Gates      []Label
	Stairs     []Label
	Blocks     []Block
	Rows       []Group
	Tables     []Group
	General    []General
}

// Position is a place on the plan, in whatever unit the plan has.
type Position struct{ X, Y float64 }

// Label is a part that is no more than a name.
type Label struct{ Key, Name string }

// Block is a part of the house with rows and tables in it.
type Block struct {
	Key, Name     string
	Area, Stand   string
	Gates, Stairs []string
}

// Group is a row or a table: seats that are neighbours in their order.
type Group struct {
	Name  string
	Block string
	// Area is needed where there is no block, or none with an area.
	Area string
	// Band is that of the seats without one of their own.
	Band string
	// Whole tables are sold as a whole only. Rows never are.
	Whole bool
	Seats []Seat
}

// Seat is one seat.
type Seat struct {
	Name string
	At   Position
	Band string
	// Gap: the next seat of the row is no neighbour.
	Gap  bool
	Mark Mark
}

// General is an area where people stand, or sit where they like.
type General struct {
	Name     string
	Areas    []string
	Band     string
	Capacity int64
	Mark     Mark
}

// Mark says whether a space can be sold at all.
type Mark uint8

// The marks of spaces. From FirstHold on a mark is the place of a hold among those of
// the event.
const (
	Available Mark = iota
	Unavailable
	Hidden
	FirstHold
)

// MarkNames are the marks that a plan gives by itself, as they are written.
var MarkNames = []string{"available", "unavailable", "hidden"}
