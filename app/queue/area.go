package queue

import (
	"marquee/app"
	"marquee/indexes"
)

// Names of the jobs.
const (
	SendJob  = "send outbox"
	ClearJob = "forget sent outbox entries"
)

// Tables are those of the queue.
func Tables() []indexes.Declared { return []indexes.Declared{entries.Declared} }

// Jobs send what is due, and forget what was sent long ago.
func Jobs() []app.Job {
	return []app.Job{
		{Name: SendJob, Every: pollEvery, Run: sendDue, Wake: wake, Drain: drain},
		{Name: ClearJob, Every: clearEvery, ByClock: true, Run: clearDone},
	}
}

// Invariants are what the queue promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "OB-1 a queue entry is in one state, and in the queue while it is open", Check: checkQueue},
	}
}
