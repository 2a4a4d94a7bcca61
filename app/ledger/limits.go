package ledger

// Limits of this area.
const (
	// maxPostings is how many accounts one entry moves at most: each way of paying of an
	// order, and what it is made of, rate by rate.
	maxPostings = 2_000

	// walkBatch is how many entries are read in one snapshot when the chain is walked, so
	// that no reader stands in the way of writers.
	walkBatch = 2_000
)
