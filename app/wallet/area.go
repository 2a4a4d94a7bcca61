package wallet

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{wallets.Declared, movements.Declared, frozenTags.Declared, settings.Declared},
		Invariants: []app.Invariant{
			{Name: "a wallet has what its movements and the ledger say", Check: checkWallets},
			{Name: "a movement is posted to the ledger as it says", Check: checkMovements},
			{Name: "no more is left of a top-up than came and was not used up", Check: checkParts},
			{Name: "what a movement was made for is there", Check: checkNames},
			{Name: "each top-up, voucher and payment from a wallet moved it once", Check: checkSources},
		},
	}
}

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
