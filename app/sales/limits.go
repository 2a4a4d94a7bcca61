package sales

import "time"

// Limits of this area.
const (
	// MaxBasketSize is how many units any basket holds; a shop basket
	// holds what the company allows.
	MaxBasketSize = 300
	// MaxSplits bounds the parts of one payment.
	MaxSplits = 20

	// sweepBatch is how many baskets the sweeper expires in one transaction.
	sweepBatch = 100
	// maxOverdueInAdd is how many overdue baskets of others one buyer clears away
	// when the stock runs short.
	maxOverdueInAdd = 1_000

	// SweepEvery is how often overdue baskets are looked for.
	SweepEvery = time.Second
)
