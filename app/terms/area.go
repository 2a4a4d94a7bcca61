package terms

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{table.Declared},
	}
}

// Limits of this area.
const (
	// MaxDays is how many days an invoice may wait, and how long before an event a balance
	// may be due.
	MaxDays = 365
	// DefaultLinkHours is how long a payment link is good, and MaxLinkHours how long it may
	// be.
	DefaultLinkHours = 72
	MaxLinkHours     = 90 * 24
	// MaxCurrencies is how many currencies may have a least total.
	MaxCurrencies = 200
)
