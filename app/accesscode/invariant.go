package accesscode

import (
	"fmt"

	"marquee/app"
	"marquee/indexes"
)

// checkCodes wants everything that a code names to be there, deleted things included.
func checkCodes(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Codes.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		c := &hit.Rec
		breach := func(expected string) {
			report(app.Breach{ID: c.ID, Key: "access code", Expected: expected, Found: "none"})
		}
		if c.ParentID != 0 {
			if p, err := Codes.Get(r, c.ParentID); err != nil || !p.IsParent {
				breach(fmt.Sprintf("parent %d", c.ParentID))
			}
		}
		if err := checkNamed(r, c, breach); err != nil {
			return err
		}
	}
	return nil
}

func checkNamed(r app.Reader, c *Code, breach func(expected string)) error {
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
				breach(fmt.Sprintf("%s %d", kind.name, id))
			}
		}
	}
	return nil
}
