package order

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{Orders, Items, OldBarcodes, Transactions}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "IX-3 IX-4 what orders point to exists in their company", Check: checkEdges},
		{Name: "OR orders add up with their items and transactions", Check: checkOrders},
		{Name: "ST stock counters are what baskets hold and orders sold", Check: checkStock},
		{Name: "ST-6 the expiry queue holds what can expire", Check: checkExpiryQueue},
		{Name: "BC-1 a replaced barcode is not in use", Check: checkOldBarcodes},
	}
}
