package transfer

import (
	"marquee/app"
	"marquee/app/order"
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

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// HandOver gives sold items to another holder, under other barcodes.
	HandOver func(tx app.Tx, c *app.Caller, in order.Handover) ([]order.Item, error)
	// Offered fires when somebody is to be mailed that something is given to them.
	Offered func(tx app.Tx, in *Transfer) error
	// Taken fires when a transfer is claimed, after the items changed hands.
	Taken func(tx app.Tx, in *Transfer) error
	// Withdrawn fires when a transfer is cancelled.
	Withdrawn func(tx app.Tx, in *Transfer) error
	// Blanked fires when a transfer forgets its sides, because one of them is erased.
	Blanked func(tx app.Tx, in Blanking) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
