package attempt

import "time"

// Limits of this package.
const (
	// MaxRequest is the largest request, in bytes.
	MaxRequest = 64 << 10
	// maxName bounds names, subjects and references, in bytes; maxProblem what is kept of
	// an error.
	maxName    = 200
	maxProblem = 500

	// MaxTimeout is the longest that a call may take.
	MaxTimeout = 2 * time.Minute
	// slack is how long after its timeout the outside is asked about an attempt.
	slack = 30 * time.Second
	// firstPause is the pause after a question without an answer. It doubles up to
	// lastPause.
	firstPause = 10 * time.Second
	lastPause  = time.Hour

	// reconcileEvery is the pause between two looks for attempts that nobody finished,
	// and maxLook how many of a company one look takes in.
	reconcileEvery = 10 * time.Second
	maxLook        = 1_000
)
