package accesscode

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
)

// Copied lets the codes that close an event, or something that it sells, close copies of it too.
func Copied(tx app.Tx, in catalog.CopiedCodes) error {
	first := in.All[0]
	return codes.Copied(Codes, tx, in, func(c *Code) bool {
		with := *c
		with.EventIDs = in.Events(c.EventIDs)
		with.SaleItemIDs = in.More(c.SaleItemIDs, func(k *catalog.Copying) map[int64]int64 { return k.Items })
		with.ItemIDs = in.More(c.ItemIDs, func(k *catalog.Copying) map[int64]int64 { return k.Goods })
		if max(len(with.EventIDs), len(with.SaleItemIDs), len(with.ItemIDs)) > maxTargets {
			first.Leave(catalog.CopyCodes, 1, "These name as much as a code can.")
			return false
		}
		*c = with
		return true
	})
}
