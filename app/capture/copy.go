package capture

import (
	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Copy gives an order that is to take the place of another the answers of that. Those about
// items that nothing takes the place of stay behind.
func Copy(tx app.Tx, t order.Takeover) error {
	var all []Response
	for hit, err := range responseIn.Scan(tx, indexes.PrefixOf1[int64, int64](t.From).Limit(maxOfOrder)) {
		if err != nil {
			return err
		}
		all = append(all, hit.Rec)
	}
	for _, k := range all {
		if k.ItemID != 0 {
			it, ok := t.Items[k.ItemID]
			if !ok {
				continue
			}
			k.ItemID = it.ID
			if k.EventID != 0 {
				k.EventID = it.EventID
			}
		}
		k.ID, k.OrderID = 0, t.To
		if err := responseTable.Insert(tx, &k); err != nil {
			return err
		}
	}
	return nil
}
