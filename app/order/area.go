package order

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	p.orderShown = shownWith
	return app.Area{
		Ports:   &p,
		Tables:  []indexes.Declared{Orders.Declared, Items.Declared, OldBarcodes.Declared, Transactions.Declared},
		Dropped: []string{"orders.reserver", "order_items.holder"},
		Invariants: []app.Invariant{
			{Name: "what orders point to exists in their company", Check: checkEdges},
			{Name: "orders add up with their items and transactions", Check: checkOrders},
			{Name: "the ledger says of each order what its records say", Check: checkBooks},
			{Name: "codes are used as often as they may be", Check: checkCodes},
			{Name: "what needs an access code was sold with one", Check: checkLocked},
			{Name: "stock counters are what baskets hold and orders sold", Check: checkStock},
			{Name: "a seat has one live order item, and occupancy says who has it", Check: checkSeats},
			{Name: "the expiry queue holds what can expire", Check: checkExpiryQueue},
			{Name: "a replaced barcode is not in use", Check: checkOldBarcodes},
			{Name: "a barcode leads to one item of an event", Check: checkRepeated},
			{Name: "what took the place of an item and what gave way name each other", Check: checkReplaced},
			{Name: "an order that is changed is locked for one basket", Check: checkModified},
		},
	}
}
