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

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:   &p,
		Tables:  []indexes.Declared{Customers.Declared, Groups.Declared, memberships.Declared, tokens.Declared, erasures.Declared, mergers.Declared},
		Dropped: []string{"customers.word"},
		Jobs: []app.Job{
			{Name: MergeJob, Every: mergeEvery, Each: mergeOn},
			{Name: EraseJob, Every: eraseEvery, Each: eraseOn},
			{Name: GroupsJob, Every: time.Hour, ByClock: true, Each: func(ctx context.Context, w *app.Work) error {
				if err := endMemberships(ctx, w); err != nil {
					return err
				}
				return forgetTokens(ctx, w)
			}},
		},
	}
}
