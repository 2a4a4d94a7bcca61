package catalog

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{Events, Venues, Cities, Timeslots, Tags, InventoryItems, SaleItems, PriceChanges, Stocks}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "IX-3 events refer to what is there", Check: checkEvents},
		{Name: "IX-3 venues and timeslots refer to what is there", Check: checkPlaces},
		{Name: "IX-3 sale items refer to what is there", Check: checkSaleItems},
		{Name: "ST-2 no layer of stock counts more than the one above it", Check: checkLayers},
	}
}
