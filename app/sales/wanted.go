package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales/rules"
)

// want resolves the lines of a request. Ids that are not there, and quantities
// that make no sense, are refused before any basket rule is looked at.
func (d *draft) want(items []rules.AddItem, ch catalog.Channel) ([]*rules.Wanted, error) {
	var p app.Problems
	var all []*rules.Wanted
	for i, in := range items {
		if in.IsOffer() {
			continue
		}
		if in.SaleItemID == 0 {
			var err error
			if in.SaleItemID, err = d.sellerOf(i, in.SpaceID, ch); err != nil {
				return nil, err
			}
		}
		if err := d.know(in.SaleItemID); err != nil {
			return nil, d.elsewhere(in.SaleItemID, err)
		}
		if g := d.Goods[in.SaleItemID]; g.DeletedAt != nil || g.Type == catalog.Fee {
			return nil, d.elsewhere(in.SaleItemID, app.Missing("sale item"))
		}
		w, err := d.Want(&p, in, i, ch)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, p.Err()
}

// maySell refuses a basket that holds something else than top-ups, for those who sell
// nothing else.
func (d *draft) maySell(c *app.Caller) error {
	if c.Guest || c.Can(app.Sell) {
		return nil
	}
	for _, u := range d.Units {
		if u.Type == catalog.CashlessTopup || u.IsBasketFee() {
			continue
		}
		if err := catalog.NeedAt(d.tx, c, app.Sell, u.EventID); err != nil {
			return err
		}
	}
	return nil
}
