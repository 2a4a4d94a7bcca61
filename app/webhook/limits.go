package webhook

import "time"

// Limits of this package.
const (
	// MaxEndpoints is how many endpoints a company may have.
	MaxEndpoints = 10
	// MaxName bounds what names an endpoint, in characters, and MaxURL its URL, in bytes.
	MaxName = 100
	MaxURL  = 500
	// MaxBatch is how many calls one post has at most.
	MaxBatch = 100
	// MaxPage is the longest page of a list.
	MaxPage = 100
	// MaxOpen is how many calls of one endpoint may be open. What comes beyond is counted
	// and not told.
	MaxOpen = 1_000_000
	// MaxKeepHours is how long a secret that was replaced may go on, in hours.
	MaxKeepHours = 168
	// maxProblem bounds what is kept of an error, in bytes.
	maxProblem = 200

	// giveUpAfter is how long after the change a call is tried.
	giveUpAfter = 72 * time.Hour
	// keepSent and keepDead are how long calls are listed that were sent, or given up.
	keepSent = 7 * 24 * time.Hour
	keepDead = 30 * 24 * time.Hour

	// clockSlack is how far a time may lie ahead that no wrong clock reckoned.
	clockSlack = time.Minute

	// foldBatch is how many notices one transaction makes calls of, settleBatch how many
	// results one stores, and clearBatch how many calls one gives up or forgets: nobody
	// waits long for the writer. After maxFoldBatches it is looked what is due.
	foldBatch      = 64
	maxFoldBatches = 16
	settleBatch    = 64
	clearBatch     = 200
	// maxDirect is how many calls of an endpoint are under way that are not stored yet, and
	// directFor how old a change may be that is told so.
	maxDirect = 3 * sendBatch
	directFor = time.Minute

	// maxAgain is how many dead calls are sent again at once.
	maxAgain = 5_000

	// maxFolds is how many notices a second are made calls of, maxSends how many calls are
	// begun, and maxSettles of how many it is stored what came of them, by the whole box office
	// while others are served: those who scan and sell have most of the machine. Calls that are
	// to begin within sendStep begin together. paceSlack is how much time is made up for. Timers
	// are late by paceLate on a machine with little to do; who is later rests lateRests times as
	// long.
	maxFolds   = 4_000
	maxSends   = 2_300
	maxSettles = 4_000
	sendStep   = 2 * time.Millisecond
	paceSlack  = 4 * time.Millisecond
	paceLate   = time.Millisecond
	lateRests  = 4
	// maxCrowd is how many times as long it takes at most when many are served at once.
	maxCrowd = 8

	// parallel is how many posts go to one endpoint at once. One that grows beyond maxPost,
	// in bytes, takes no further calls.
	parallel = 16
	maxPost  = 256 << 10
	// sendBatch is how many calls a pump takes at once, and maxBatches how often it does
	// until it makes way for others.
	sendBatch  = 128
	maxBatches = 8
	// slots is how many pumps of endpoints run at once; troubledSlots how many of them may be those of
	// receivers that did not answer well lately.
	slots         = 64
	troubledSlots = 16
	// maxFailures is how many batches in a row may fail as a whole until the endpoint is left
	// alone for a while.
	maxFailures = 3
	// maxProbed is among how many calls it is looked for those that it is asked with then, from
	// the oldest on and from the newest on.
	maxProbed = 1_000
	// gather is how long notices gather before they are looked at.
	gather = 20 * time.Millisecond
	// stopGrace is how long calls go on when the server stops.
	stopGrace = 3 * time.Second
	// maxWait is the longest that a receiver's Retry-After is heeded.
	maxWait = 6 * time.Hour
	// pollEvery is the pause between two rounds when nothing wakes the job, and clearEvery
	// between two looks for what is old.
	pollEvery  = 30 * time.Second
	clearEvery = 15 * time.Minute
)

// pauses are those after the first, second, … attempt of a call; the last one repeats.
var pauses = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour,
}

// rests are how long an endpoint is left alone whose calls all fail; the last one repeats.
var rests = []time.Duration{time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute}

// nth is a step of a ladder, of which the last one repeats. n counts from 1.
func nth(all []time.Duration, n int64) time.Duration { return all[min(n, int64(len(all)))-1] }
