package invoice

import (
	"marquee/app"
	"marquee/app/customer"
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

// Limits of this area.
const (
	// MaxPage is how many documents a page lists.
	MaxPage = 200
	// MaxReference bounds the buyer's own number of an order.
	MaxReference = 50
	// MaxText bounds every other text of a buyer.
	MaxText = customer.MaxAddress
	// countDigits is how many digits a number has at least.
	countDigits = 5
)
