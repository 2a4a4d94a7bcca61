package money

// Limits of this area.
const (
	// MaxAmount bounds one unit's price, in minor units, so that no sum over a
	// basket can overflow.
	MaxAmount = 1_000_000_000_000
	// MaxTotal is the largest amount that every client reads exactly.
	MaxTotal = 1<<53 - 1
)
