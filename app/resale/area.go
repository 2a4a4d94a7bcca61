package resale

import (
	"errors"

	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{settings.Declared, Listings.Declared, Contracts.Declared},
		Jobs:   []app.Job{{Name: ExpireListings, Every: expireEvery, ByClock: true, Each: expire}},
		Invariants: []app.Invariant{
			{Name: "an item is offered once, and locked as long as it is", Check: checkContracts},
			{Name: "a listing is closed when nothing of it is offered", Check: checkListings},
			{Name: "nothing is locked that is not offered", Check: checkLocks},
			{Name: "a seller earned the price less a part of the fees, once", Check: checkProceeds},
		},
	}
}

// absent turns a record that is not there into the refusal that names it.
func absent(err error, model string) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing(model)
	}
	return err
}
