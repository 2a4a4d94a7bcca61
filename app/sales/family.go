package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales/rules"
)

// elsewhere says of an item that is not there that it is one of a company below that of the
// basket, if it is: it is sold in baskets of its own company alone. Buyers, and who sees only a
// part of their company, are not told.
func elsewhere(d *Draft, saleItemID int64, missing error) error {
	if app.KindOf(missing) != app.NotFound || d.Caller.Guest {
		return missing
	}
	child, err := catalog.ChildSelling(d.Tx, saleItemID)
	if err != nil {
		return err
	}
	if child == nil {
		return missing
	}
	var r rules.Refusals
	r.Add(rules.TypeInvalid, saleItemID, app.Msg("This is sold by %s, in baskets of that company.", child.Name))
	return r.Err()
}
