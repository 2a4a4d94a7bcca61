package webhook

import (
	"marquee/app"
	"marquee/app/queue"
	"marquee/indexes"
)

// Names of the jobs.
const (
	SendJob  = "outbound calls"
	ClearJob = "forget outbound calls"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables:  []indexes.Declared{endpoints.Declared, subscribedKinds.Declared, notices.Declared, calls.Declared},
		Effects: []app.Effect{pumps.By(queue.Pumping{Run: pumpSome, Rows: shown})},
		Jobs: []app.Job{
			{Name: SendJob, Every: pollEvery, Each: lookAtAll, Wake: wake},
			{Name: ClearJob, Every: clearEvery, ByClock: true, Each: clearOld},
		},
		Invariants: []app.Invariant{
			{Name: "an outbound call has an endpoint, and what is wanted is what endpoints want", Check: checkEndpoints},
			{Name: "of the open outbound calls about one object the oldest waits and the others are behind it", Check: checkLanes},
		},
	}
}
