package discount

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
)

// Copied lets the codes that name an event count at copies of it. One for what is bought together
// stays what it is.
func Copied(tx app.Tx, in catalog.CopiedCodes) error {
	first := in.All[0]
	return codes.Copied(Codes, tx, in, func(c *Code) bool {
		if c.Type == BuyXGetY {
			first.Leave(catalog.CopyCodes, 1, "These name two sale items, and stay with them.")
			return false
		}
		with := *c
		with.EventIDs = in.Events(c.EventIDs)
		with.SaleItemIDs = in.More(c.SaleItemIDs, func(k *catalog.Copying) map[int64]int64 { return k.Items })
		with.ItemIDs = in.More(c.ItemIDs, func(k *catalog.Copying) map[int64]int64 { return k.Goods })
		with.PriceBandIDs = in.More(c.PriceBandIDs, func(k *catalog.Copying) map[int64]int64 { return k.Bands })
		if max(len(with.EventIDs), len(with.SaleItemIDs), len(with.ItemIDs), len(with.PriceBandIDs)) > maxSaleItems {
			first.Leave(catalog.CopyCodes, 1, "These name as much as a code can.")
			return false
		}
		*c = with
		return true
	})
}
