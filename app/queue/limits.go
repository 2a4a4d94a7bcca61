package queue

import "time"

// Limits of this package.
const (
	// MaxPayload is the largest payload, in bytes. Payloads are ids and what cannot be
	// read again; documents are made when they are sent.
	MaxPayload = 64 << 10
	// maxName bounds the name of a kind, a destination and a key, in bytes.
	maxName = 200
	// maxProblem bounds what is kept of an error, in bytes.
	maxProblem = 500

	// MaxTimeout is the longest that sending one entry may take.
	MaxTimeout = 5 * time.Minute
	// hangGrace is how long a sender has to return after its context ended.
	hangGrace = 10 * time.Second
	// leaseSlack is how long a lease goes on after that, for the result to be stored.
	leaseSlack = 20 * time.Second
	// stopGrace is how long sending goes on when the server stops.
	stopGrace = 5 * time.Second
	// lastGrace is how long a sender has to return then, after its context ended.
	lastGrace = time.Second
	// pumpGrace is how long a pump has, for what came of what it sent to be stored.
	pumpGrace = 10 * time.Second
	// maxHung is how many calls of one kind may hang after they were given up; then no
	// more of the kind is sent until one of them returns.
	maxHung = 16

	// pumpTime is longer than any pump runs: what it waits for ends by itself.
	pumpTime = 365 * 24 * time.Hour
	// turnTime is how long a run goes on before others of its kind have their turn.
	turnTime = 10 * time.Second
	// maxSending is how many entries are sent at once.
	maxSending = 64
	// maxLook is how many entries of one destination a round looks at.
	maxLook = 200
	// pollEvery is the pause between two rounds when nothing wakes the worker.
	pollEvery = 30 * time.Second

	// keepDone is how long entries that were sent are kept, without their payload. A
	// key that is put again meanwhile makes no second entry.
	keepDone = 7 * 24 * time.Hour
	// clearEvery is the pause between two looks for entries whose time is up, and
	// batch how many one transaction changes.
	clearEvery = time.Hour
	batch      = 200

	// MaxList is the longest list of entries.
	MaxList = 1_000
)
