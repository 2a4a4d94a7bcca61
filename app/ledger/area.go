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

// Limits of this area.
const (
	// maxPostings is how many accounts one entry moves at most: each way of paying of an
	// order, and what it is made of, rate by rate.
	maxPostings = 2_000

	// maxRead is how many entries the figures of a period are made of at a time.
	maxRead = 2_000
	// maxLooked is how many entries one search looks at.
	maxLooked = 10_000
	// MaxPage is the most entries that one search finds.
	MaxPage = 100
)
