package seating

import (
	"marquee/app"
	"marquee/indexes"
)

// Definition is what this area brings; Area is a kind of its parts.
func Definition() app.Area {
	return app.Area{
		Tables: []indexes.Declared{Plans.Declared, PartPieces.Declared, SpacePieces.Declared, Occupancies.Declared},
		Jobs:   []app.Job{{Name: FinishPlans, Every: finishEvery, Each: finishPlans}, {Name: ReleaseHolds, Every: releaseEvery, ByClock: true, Each: releaseHolds}},
		Invariants: []app.Invariant{
			{Name: "seating plans have all of their pieces", Check: checkPlans},
		},
	}
}
