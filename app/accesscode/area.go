package accesscode

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{Codes.Table.Declared},
		Invariants: []app.Invariant{
			{Name: "access codes refer to what is there", Check: checkCodes},
		},
	}
}
