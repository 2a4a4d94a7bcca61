package wallet

import (
	"marquee/app"
	"marquee/indexes"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// TaggedItems asks which order items an NFC tag is paired with, the newest first.
	TaggedItems func(r app.Reader, in string) ([]int64, error)
	// PaidOut fires with a payout that was confirmed, in the transaction that does it.
	PaidOut func(tx app.Tx, in View) error
	// Saved fires with wallets that were written.
	Saved func(tx app.Tx, in []indexes.Change[Wallet]) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
