package discount

import (
	"marquee/app"
	"marquee/app/codes"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{Codes.Table.Declared},
		Invariants: []app.Invariant{
			{Name: "discount codes refer to what is there", Check: checkItems},
		},
	}
}

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Used asks whether orders were made with a code.
	Used func(r app.Reader, in int64) (bool, error)
	// Uses counts the orders that used codes, by code.
	Uses func(r app.Reader, ids []int64) (map[int64]int64, error)
	// Orders are those that used codes, at most so many.
	Orders func(r app.Reader, ids []int64, most int) ([]codes.Use, error)
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }

const (
	// maxSaleItems is how many sale items a code may name, and how many inventory items,
	// events, schedules and price bands.
	maxSaleItems = 500
	// maxCaps is how many currencies may have a largest discount.
	maxCaps = 200
	// maxAutomatic is how many codes of a company may count by themselves at a time: each
	// may be tried at each change of a basket. maxPriority is the largest priority.
	maxAutomatic = 10
	maxPriority  = 1_000
	// MaxQuantity bounds what is bought and got of a bxgy code, in units.
	MaxQuantity = 300
)
