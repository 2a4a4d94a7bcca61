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

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{entries.Declared},
		Jobs: []app.Job{
			{Name: SendJob, Every: pollEvery, Run: sendDue, Wake: wake, Drain: drain},
			{Name: ClearJob, Every: clearEvery, ByClock: true, Run: clearDone},
		},
		Invariants: []app.Invariant{
			{Name: "OB-1 a queue entry is in one state, and in the queue while it is open", Check: checkQueue},
		},
	}
}
