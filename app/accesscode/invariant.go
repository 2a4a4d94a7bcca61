package accesscode

import (
	"fmt"

	"marquee/app"
)

// checkCodes wants everything that a code names to be there, deleted things included.
func checkCodes(r app.Reader, report func(app.Breach)) error {
	return Codes.CheckAll(r, report, func(c *Code, lacks func(expected string)) error {
		for _, kind := range []struct {
			name  string
			ids   []int64
			known lookup
		}{{"sale item", c.SaleItemIDs, saleItems}, {"inventory item", c.ItemIDs, items}, {"event", c.EventIDs, events}} {
			for _, id := range kind.ids {
				found, err := kind.known(r, []int64{id})
				if err != nil {
					return err
				}
				if len(found) == 0 {
					lacks(fmt.Sprintf("%s %d", kind.name, id))
				}
			}
		}
		return nil
	})
}
