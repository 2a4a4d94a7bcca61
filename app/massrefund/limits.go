package massrefund

import "time"

// Limits of this area.
const (
	// every is the pause between two looks for runs to go on with.
	every = 5 * time.Second
	// batch is how many sold items are looked at, and the most orders whose results are
	// written, in one transaction.
	batch = 200
	// MaxPage is the most runs, or orders of a run, that one answer lists.
	MaxPage = 100
	// maxProblem bounds what is kept of a reason, in bytes.
	maxProblem = 300
)
