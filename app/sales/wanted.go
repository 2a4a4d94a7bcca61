package sales

import (
	"cmp"

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
		g, err := d.cache.Get(in.SaleItemID)
		if err == nil && (g.DeletedAt != nil || g.Type == catalog.Fee) {
			err = app.Missing("sale item")
		}
		if err != nil {
			return nil, d.elsewhere(in.SaleItemID, err)
		}
		w := &rules.Wanted{Goods: g, AddItem: in, Place: i, Channel: cmp.Or(in.PriceChannel, ch)}
		if w.Approval, err = d.approvalNeeded(g); err != nil {
			return nil, err
		}
		if in.AutoApprove && w.Approval {
			if err := rules.NeedAt(d.Caller, app.EditOrders, g); err != nil {
				return nil, err
			}
		}
		if err := d.mayPut(g); err != nil {
			return nil, err
		}
		switch {
		case in.Quantity == nil && in.SpaceID != 0:
			w.N = 1
		case in.Quantity == nil && in.Amount == nil && !g.NamesAmount():
			p.Add(rules.Path("items", i, "quantity"), "is required")
		case in.Quantity == nil:
			w.N = 1
		case *in.Quantity < 1 || *in.Quantity > rules.MaxBasketSize:
			p.Add(rules.Path("items", i, "quantity"), "must be between %d and %d", 1, rules.MaxBasketSize)
		default:
			w.N = *in.Quantity
		}
		all = append(all, w)
	}
	return all, p.Err()
}

// mayPut is mayPutIn for goods with what they bring.
func (d *draft) mayPut(g *catalog.Goods) error {
	if err := rules.MayPutIn(d.Caller, g); err != nil {
		return err
	}
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err == nil {
			err = rules.MayPutIn(d.Caller, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
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
