package sales

import "time"

// Limits of this area.
const (
	// MaxBasketSize is how many units any basket holds (domain 31); a shop basket
	// holds what the company allows.
	MaxBasketSize = 300
	// MaxAmount bounds one unit's price, in minor units, so that no sum over a
	// basket can overflow.
	MaxAmount = 1_000_000_000_000
	// MaxSplits bounds the parts of one payment.
	MaxSplits = 20

	// MaxMoved is how many sold tickets with windows of their own an event may have
	// and still change its timezone: they move in one transaction, which takes
	// about half a second for so many, and every other write waits for it.
	MaxMoved = 10_000

	// sweepBatch is how many baskets the sweeper expires in one transaction.
	sweepBatch = 100
	// maxOverdueInAdd is how many overdue baskets of others one buyer clears away
	// when the stock runs short.
	maxOverdueInAdd = 1_000

	// SweepEvery is how often overdue baskets are looked for.
	SweepEvery = time.Second
)
