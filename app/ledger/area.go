package ledger

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{entries.Declared, heads.Declared, walletBalances.Declared}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "the ledger is an unbroken chain whose balances are those of its head", Check: checkChain},
	}
}
