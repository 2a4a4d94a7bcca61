package customer

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Names of the jobs.
const (
	EraseJob  = "erase customers"
	MergeJob  = "merge customers"
	GroupsJob = "ends of customer groups"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{Customers.Declared, Groups.Declared, memberships.Declared, tokens.Declared, erasures.Declared, mergers.Declared}
}

// Jobs go on with merges and erasures, and end what has an end.
func Jobs() []app.Job {
	return []app.Job{
		{Name: MergeJob, Every: mergeEvery, Each: mergeOn},
		{Name: EraseJob, Every: eraseEvery, Each: eraseOn},
		{Name: GroupsJob, Every: time.Hour, ByClock: true, Each: func(ctx context.Context, w *app.Work) error {
			if err := endMemberships(ctx, w); err != nil {
				return err
			}
			return forgetTokens(ctx, w)
		}},
	}
}
