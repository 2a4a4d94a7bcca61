package discount

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
)

// checkItems wants every sale item that a code names to be there, deleted ones
// included.
func checkItems(r app.Reader, report func(app.Breach)) error {
	return Codes.CheckAll(r, report, func(c *Code, lacks func(expected string)) error {
		ids := app.Distinct(append([]int64{c.ConditionID, c.TargetID}, c.SaleItemIDs...))
		known, err := catalog.SaleItemsByID(r, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, ok := known[id]; id != 0 && !ok {
				lacks(fmt.Sprintf("sale item %d", id))
			}
		}
		return nil
	})
}
