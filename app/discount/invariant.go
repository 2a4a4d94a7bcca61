package discount

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// checkItems wants every sale item that a code names to be there, deleted ones
// included.
func checkItems(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Codes.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		ids := distinct(append([]int64{hit.Rec.ConditionID, hit.Rec.TargetID}, hit.Rec.SaleItemIDs...))
		known, err := catalog.SaleItemsByID(r, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, ok := known[id]; id != 0 && !ok {
				report(app.Breach{ID: hit.ID, Key: "discount code", Expected: fmt.Sprintf("sale item %d", id), Found: "none"})
			}
		}
	}
	return nil
}
