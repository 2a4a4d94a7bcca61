package seating

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{Plans.Declared, PartPieces.Declared, SpacePieces.Declared, Occupancies.Declared}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "seating plans have all of their pieces", Check: checkPlans},
	}
}
