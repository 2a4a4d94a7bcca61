package invoice

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{documents.Declared, recipients.Declared},
		Invariants: []app.Invariant{
			{Name: "no number of an invoice is missing", Check: checkNumbers},
			{Name: "the invoices of an order say what it is worth", Check: checkWorth},
		},
	}
}
