package seating

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Occupancy is who sits in the spaces of one piece, and which of them are marked. A
// piece without a record is free.
type Occupancy struct {
	PieceID int64 `msgpack:"i"`
	PlanID  int64 `msgpack:"p"`
	// Reserved and Sold have one bit for each seat, the lowest first.
	Reserved []byte `msgpack:"r,omitempty"`
	Sold     []byte `msgpack:"s,omitempty"`
	// Marks have one Mark for each space.
	Marks []byte `msgpack:"m,omitempty"`
	// UnitsReserved and UnitsSold are of a general admission area.
	UnitsReserved int64 `msgpack:"ur,omitempty"`
	UnitsSold     int64 `msgpack:"us,omitempty"`
	// Kept is what holds keep of it, beside the units.
	Kept []Kept `msgpack:"k,omitempty"`
}

// Occupancies is the table of occupancies, one for each piece of a plan that is used.
var Occupancies = occupancyTable.Keyed

var occupancyTable = indexes.DefineKeyed(indexes.KeyedSpec[int64, Occupancy]{
	Name: "seating_occupancy", Version: 1, Key: kv.Int,
	Person:    indexes.Nobody("seats"),
	Unaudited: "follows from plans and orders",
	KeyOf:     func(o *Occupancy) int64 { return o.PieceID },
	Check:     (*Occupancy).check,
})

func (o *Occupancy) check() error {
	if o.UnitsReserved < 0 || o.UnitsSold < 0 {
		return fmt.Errorf("seats from %d: negative count (sold %d, reserved %d)", o.PieceID, o.UnitsSold, o.UnitsReserved)
	}
	for _, k := range o.Kept {
		if k.Left < 0 {
			return fmt.Errorf("seats from %d: hold %d keeps %d", o.PieceID, k.HoldID, k.Left)
		}
	}
	for i := range min(len(o.Reserved), len(o.Sold)) {
		if o.Reserved[i]&o.Sold[i] != 0 {
			return fmt.Errorf("seats from %d: one is reserved and sold", o.PieceID)
		}
	}
	return nil
}

// taken tells whether the n-th seat of the piece is somebody's.
func (o *Occupancy) taken(n int) bool {
	return o != nil && (bit(o.Reserved, n) || bit(o.Sold, n))
}

func (o *Occupancy) mark(n int) Mark {
	if o == nil || n >= len(o.Marks) {
		return Available
	}
	return Mark(o.Marks[n])
}

func (o *Occupancy) units() int64 {
	if o == nil {
		return 0
	}
	return o.UnitsReserved + o.UnitsSold
}

func bit(b []byte, n int) bool { return n/8 < len(b) && b[n/8]&(1<<(n%8)) != 0 }

// setBit gives a copy with the n-th bit set or cleared, and tells whether it was otherwise.
func setBit(b []byte, n int, on bool) ([]byte, bool) {
	if bit(b, n) == on {
		return b, false
	}
	b = append(slices.Clone(b), make([]byte, max(n/8+1-len(b), 0))...)
	b[n/8] ^= 1 << (n % 8)
	return b, true
}

// Claim is what an order item has of a space: a seat, or one place in a general admission
// area.
type Claim struct {
	PieceID int64 `msgpack:"pi"`
	SpaceID int64 `msgpack:"i"`
	PlanID  int64 `msgpack:"p"`
	General bool  `msgpack:"g,omitempty"`
	// HoldID is the hold that a place in a general admission area is from.
	HoldID int64 `msgpack:"h,omitempty"`
}

// Reserve takes spaces for a basket. Who calls has looked that they are free.
func Reserve(tx app.Tx, claims []Claim) error {
	return move(tx, claims, func(o *Occupancy, n int, c Claim) bool {
		if c.General {
			o.UnitsReserved++
			o.keep(c.HoldID, -1)
			return true
		}
		return !bit(o.Sold, n) && flip(&o.Reserved, n, true)
	})
}

// Release gives reserved spaces back.
func Release(tx app.Tx, claims []Claim) error {
	return move(tx, claims, func(o *Occupancy, n int, c Claim) bool {
		if c.General {
			o.UnitsReserved--
			o.keep(c.HoldID, 1)
			return true
		}
		return flip(&o.Reserved, n, false)
	})
}

// Sell makes reserved spaces sold ones.
func Sell(tx app.Tx, claims []Claim) error {
	return move(tx, claims, func(o *Occupancy, n int, c Claim) bool {
		if c.General {
			o.UnitsReserved--
			o.UnitsSold++
			return true
		}
		return flip(&o.Reserved, n, false) && flip(&o.Sold, n, true)
	})
}

// Restock gives sold spaces back.
func Restock(tx app.Tx, claims []Claim) error {
	return move(tx, claims, func(o *Occupancy, n int, c Claim) bool {
		if c.General {
			o.UnitsSold--
			o.keep(c.HoldID, 1)
			return true
		}
		return flip(&o.Sold, n, false)
	})
}

func flip(b *[]byte, n int, on bool) (changed bool) {
	*b, changed = setBit(*b, n, on)
	return changed
}

// Readable reads what a move of claims changes.
func Readable(r app.Reader, claims []Claim) error {
	for _, c := range claims {
		if _, _, err := Occupancies.Find(r, c.PieceID); err != nil {
			return err
		}
	}
	return nil
}

// move changes the occupancy of spaces, piece by piece. A space that is not as it must be
// for the move is a fault: whoever has it has it once.
func move(tx app.Tx, claims []Claim, change func(o *Occupancy, n int, c Claim) bool) error {
	if len(claims) == 0 {
		return nil
	}
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b Claim) int { return int(a.PieceID - b.PieceID) })
	for len(claims) > 0 {
		piece, n := claims[0].PieceID, 1
		for n < len(claims) && claims[n].PieceID == piece {
			n++
		}
		_, err := occupancyTable.Upsert(tx, piece, func(o *Occupancy) error {
			o.PieceID, o.PlanID = piece, claims[0].PlanID
			for _, c := range claims[:n] {
				if !change(o, int(c.SpaceID-piece), c) {
					return fmt.Errorf("seat %d is not as it must be to change hands", c.SpaceID)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		claims = claims[n:]
	}
	return nil
}

// Note counts a claim, for checks.
func (o *Occupancy) Note(c Claim, sold bool) {
	n := int(c.SpaceID - c.PieceID)
	switch {
	case c.General && sold:
		o.UnitsSold++
	case c.General:
		o.UnitsReserved++
	case sold:
		flip(&o.Sold, n, true)
	default:
		flip(&o.Reserved, n, true)
	}
}

// Told is who has what, in words for checks: equal ones are told alike.
func (o *Occupancy) Told() string {
	return fmt.Sprintf("sold %x and %d, reserved %x and %d", trimmed(o.Sold), o.UnitsSold, trimmed(o.Reserved), o.UnitsReserved)
}

// trimmed leaves out the seats at the end that nobody has.
func trimmed(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}
