package async

import "time"

const (
	// Kept is how long an answer is kept after it was made.
	Kept = 2 * time.Hour
	// MaxBody is the largest body of a request that is stored, in bytes, and MaxAnswer the
	// largest answer.
	MaxBody   = 256 << 10
	MaxAnswer = 32 << 20
	// maxOpen is how many requests of one token wait or run, and maxKept how many of a
	// company are kept with their answers.
	maxOpen = 20
	maxKept = 500
	// maxKeptBytes is how many bytes of answers are kept for a company: long pages, asked for
	// again and again, would fill the disk.
	maxKeptBytes = 256 << 20
	// keptRetry is when somebody may ask again for whom too much is kept.
	keptRetry = time.Minute

	// runnerPause is the pause until it is looked again what carries requests out, and
	// clearEvery that between two looks for answers whose time is up.
	runnerPause = 10 * time.Second
	clearEvery  = 5 * time.Minute
	// maxRunning is how many requests run at once, and maxRunningEach how many of one
	// company.
	maxRunning     = 4
	maxRunningEach = 2
	// againAfter is the pause before the store is asked again that refused to write,
	// which doubles up to againMost; maxAgain is how often it is asked.
	againAfter = time.Second
	againMost  = time.Minute
	maxAgain   = 15
	// clockSlack is how far an end may lie ahead of what is usual that no wrong clock reckoned.
	clockSlack = time.Minute
	// timeout is how long one may take.
	timeout = 5 * time.Minute
	// partSize is how much of an answer stands in one record, in bytes.
	partSize = 256 << 10
	// clearBatch is how many requests one transaction forgets.
	clearBatch = 20
	// lookBytes is how many bytes of answers one transaction looks at, or a part more; an answer
	// counts as lookLeast of them at least.
	lookBytes = 4 << 20
	lookLeast = 16 << 10
	// longestText is the longest text in bytes that is found where two parts meet.
	longestText = 1 << 10
)
