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

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Concerned asks which companies changes outside of any company concern.
	Concerned func(r app.Reader, in []Object) ([]int64, error)
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
