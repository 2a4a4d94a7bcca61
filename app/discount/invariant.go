package discount

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
)

// checkItems wants every sale item, inventory item and event that a code names to be
// there, deleted ones included.
func checkItems(r app.Reader, report func(app.Breach)) error {
	return Codes.CheckAll(r, report, func(c *Code, lacks func(expected string)) error {
		ids := app.Distinct(append([]int64{c.ConditionID, c.TargetID}, c.SaleItemIDs...))
		known, err := catalog.SaleItemsByID(r, ids)
		if err != nil {
			return err
		}
		events, err := catalog.EventsByID(r, c.EventIDs)
		if err != nil {
			return err
		}
		items, err := catalog.InventoryItemsByID(r, c.ItemIDs)
		if err != nil {
			return err
		}
		for _, id := range c.EventIDs {
			if _, ok := events[id]; !ok {
				lacks(fmt.Sprintf("event %d", id))
			}
		}
		for _, id := range c.ItemIDs {
			if _, ok := items[id]; !ok {
				lacks(fmt.Sprintf("inventory item %d", id))
			}
		}
		for _, id := range ids {
			if _, ok := known[id]; id != 0 && !ok {
				lacks(fmt.Sprintf("sale item %d", id))
			}
		}
		return nil
	})
}
