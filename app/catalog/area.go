package catalog

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:   &p,
		Tables:  []indexes.Declared{Events.Declared, Schedules.Declared, Venues.Declared, Cities.Declared, Timeslots.Declared, Tags.Declared, InventoryItems.Declared, ItemGroups.Declared, SaleItems.Declared, PriceChanges.Declared, Stocks.Declared, approvals.Declared},
		Dropped: []string{"events.word", "venues.word", "inventory_items.word"},
		Invariants: []app.Invariant{
			{Name: "events refer to what is there", Check: checkEvents},
			{Name: "venues and timeslots refer to what is there", Check: checkPlaces},
			{Name: "sale items refer to what is there", Check: checkSaleItems},
			{Name: "pictures have their bytes, and nothing else has any", Check: checkImages},
			{Name: "every layer of stock counts what the layer below it adds up to", Check: checkLayers},
		},
	}
}
