package capture

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{Questions.Declared, Fields.Declared, Responses.Declared},
		Invariants: []app.Invariant{
			{Name: "answers belong to what is there", Check: checkResponses},
		},
	}
}
