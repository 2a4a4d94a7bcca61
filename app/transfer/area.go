package transfer

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{transfers.Declared, distributions.Declared, shares.Declared},
		Jobs:   []app.Job{{Name: MailDue, Every: dueEvery, ByClock: true, Each: mailDue}},
		Invariants: []app.Invariant{
			{Name: "what a pending transfer gives stands and is given once", Check: checkPending},
			{Name: "an item is given by a transfer that is pending", Check: checkItems},
			{Name: "what customers took of a distribution is what it gave", Check: checkShares},
		},
	}
}

// MailDue is the name of the job that mails transfers whose day has come.
const MailDue = "mail transfers whose day has come"
