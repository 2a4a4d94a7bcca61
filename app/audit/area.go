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

// Tables are those of this package.
func Tables() []indexes.Declared { return []indexes.Declared{entries.Declared, heads.Declared} }

// Jobs write down what was refused, and forget what is too old.
func Jobs() []app.Job {
	return []app.Job{
		{Name: RefusedJob, Every: refusedEvery, Run: writeRefused, Last: writeLast},
		{Name: ForgetJob, Every: forgetEvery, ByClock: true, Each: forget},
	}
}

// Invariants are what this package promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{{Name: "the audit log is an unbroken chain", Check: checkChain}}
}

// Concerned asks which companies changes outside of any company concern.
var Concerned = app.NewQuestion[[]Object, []int64]("companies that a change concerns")
