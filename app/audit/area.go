package audit

import (
	"marquee/app"
	"marquee/indexes"
)

// Names of the jobs.
const (
	RefusedJob = "write down refused attempts"
	ForgetJob  = "forget old audit entries"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{entries.Declared, heads.Declared},
		Jobs: []app.Job{
			{Name: RefusedJob, Every: refusedEvery, Run: writeRefused, Last: writeLast},
			{Name: ForgetJob, Every: forgetEvery, ByClock: true, Each: forget},
		},
		Invariants: []app.Invariant{{Name: "the audit log is an unbroken chain", Check: checkChain}},
	}
}
