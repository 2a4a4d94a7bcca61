package transfer

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{transfers.Declared, distributions.Declared, shares.Declared}
}

// MailDue is the name of the job that mails transfers whose day has come.
const MailDue = "mail transfers whose day has come"

// Jobs is what this area does by itself.
func Jobs() []app.Job {
	return []app.Job{{Name: MailDue, Every: dueEvery, ByClock: true, Each: mailDue}}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "what a pending transfer gives stands and is given once", Check: checkPending},
		{Name: "an item is given by a transfer that is pending", Check: checkItems},
		{Name: "what customers took of a distribution is what it gave", Check: checkShares},
	}
}

// What others are told of transfers.
var (
	// Offered fires when somebody is to be mailed that something is given to them.
	Offered = app.NewHook[*Transfer]("transfer offered")
	// Taken fires when a transfer is claimed, after the items changed hands.
	Taken = app.NewHook[*Transfer]("transfer claimed")
	// Withdrawn fires when a transfer is cancelled.
	Withdrawn = app.NewHook[*Transfer]("transfer cancelled")
	// Blanked fires when a transfer forgets its sides, because one of them is erased.
	Blanked = app.NewHook[Blanking]("transfer blanked")
)
