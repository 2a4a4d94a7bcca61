package company

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:      &p,
		Invariants: []app.Invariant{{Name: "companies lie on two levels", Check: checkFamily}},
		Tables:     []indexes.Declared{companies.Declared, users.Declared, members.Declared, roles.Declared, tokens.Declared, throttles.Declared, taxBands.Declared, legalTexts.Declared, groups.Declared, resetRequests.Declared, devices.Declared},
		Jobs: []app.Job{
			{Name: "keys of links", Every: linkKeyEvery, Each: drawKeys},
			{Name: ResetsJob, Every: resetsEvery, Run: answerResets, Wake: func(a *app.App) <-chan struct{} { return resetsAwake.Of(a).Rung() }},
		},
	}
}
