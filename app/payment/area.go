package payment

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared { return []indexes.Declared{payments.Declared} }

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "no money without an order or a refund, no order without its money", Check: checkPayments},
		{Name: "an order that is being paid has one payment that counts", Check: checkOrders},
	}
}
