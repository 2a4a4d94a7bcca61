package webhook

import (
	"marquee/app"
	"marquee/indexes"
)

// Names of the jobs.
const (
	SendJob  = "outbound calls"
	ClearJob = "forget outbound calls"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{endpoints.Declared, wantedKinds.Declared, notices.Declared, calls.Declared}
}

// Jobs send what is due, and give up and forget what is old.
func Jobs() []app.Job {
	return []app.Job{
		{Name: SendJob, Every: pollEvery, Each: send, Wake: wake, Drain: drain},
		{Name: ClearJob, Every: clearEvery, ByClock: true, Each: clearOld},
	}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "an outbound call has an endpoint, and what is wanted is what endpoints want", Check: checkEndpoints},
		{Name: "of the open outbound calls about one object the oldest waits and the others are behind it", Check: checkLanes},
	}
}
