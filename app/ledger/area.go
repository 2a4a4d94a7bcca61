package ledger

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables: []indexes.Declared{entries.Declared, heads.Declared, walletBalances.Declared},
		Invariants: []app.Invariant{
			{Name: "the ledger is an unbroken chain whose balances are those of its head", Check: checkChain},
		},
	}
}
