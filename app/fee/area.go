package fee

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{Fees.Declared},
		Invariants: []app.Invariant{
			{Name: "fees refer to what is there", Check: checkFees},
		},
	}
}
