package payment

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables:  []indexes.Declared{payments.Declared},
		Effects: []app.Effect{OpenCall.SettledBy(AskOpen, FinishOpen)},
		Invariants: []app.Invariant{
			{Name: "no money without an order or a refund, no order without its money", Check: checkPayments},
			{Name: "an order that is being paid has one payment that counts", Check: checkOrders},
		},
	}
}
