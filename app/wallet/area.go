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
