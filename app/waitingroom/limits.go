package waitingroom

import "time"

// Limits of this area.
const (
	// MinShoppers and MaxShoppers bound how many may be inside, DefaultShoppers is how
	// many without a wish.
	MinShoppers     = 1
	DefaultShoppers = 200
	MaxShoppers     = 5_000
	// maxAhead is how far ahead the hour of a draw may lie.
	maxAhead = 366 * 24 * time.Hour

	// waitsFor is how long somebody who was called may take to come in.
	waitsFor = 10 * time.Minute
	// maxIdle is how long somebody inside may do nothing, maxInside how long one may stay.
	maxIdle   = 5 * time.Minute
	maxInside = time.Hour
	// expected is how long somebody who was called is counted as if inside.
	expected = 30 * time.Second

	// showsOver is over which time it is measured how many of those who are called come, and
	// leastShows of how many at least.
	showsOver  = time.Minute
	leastShows = 20

	// step is how often people are called.
	step = time.Second
	// filling is in how many steps what is free is filled.
	filling = 5
	// slowCommit is from where on commits are slow, and fewer are called.
	slowCommit = 100 * time.Millisecond
	// leastBlock and mostBlock are how many numbers are booked at once: an eighth of those
	// that were given out.
	leastBlock, mostBlock = 32, 1_000
	// marksFor is how far back it is known who was called when.
	marksFor = waitsFor + time.Minute
	// paceOver is over which time the pace is measured, and paceLeast at least.
	paceOver  = time.Minute
	paceLeast = 10 * time.Second
	// maxKnown is of how many events without a line that is remembered.
	maxKnown = 10_000
)
