package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// want resolves the lines of a request. Ids that are not there, and quantities
// that make no sense, are refused before any basket rule is looked at.
func want(d *Draft, items []rules.AddItem, ch catalog.Channel) ([]*rules.Wanted, error) {
	var p app.Problems
	var all []*rules.Wanted
	for i, in := range items {
		if in.IsOffer() {
			continue
		}
		if in.SaleItemID == 0 {
			var err error
			if in.SaleItemID, err = sellerOf(d, i, in.SpaceID, ch); err != nil {
				return nil, err
			}
		}
		if err := d.Know(in.SaleItemID); err != nil {
			return nil, elsewhere(d, in.SaleItemID, err)
		}
		if g := d.Goods[in.SaleItemID]; g.DeletedAt != nil || g.Type == catalog.Fee {
			return nil, elsewhere(d, in.SaleItemID, app.Missing("sale item"))
		}
		w, err := d.Want(&p, in, i, ch)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, p.Err()
}

// MaySell refuses a basket that holds something else than top-ups, for those who sell
// nothing else.
func MaySell(d *Draft, c *app.Caller) error {
	if c.Guest || c.Can(app.Sell) {
		return nil
	}
	for _, u := range d.Units {
		if u.Type == catalog.CashlessTopup || u.IsBasketFee() {
			continue
		}
		if err := catalog.NeedAt(d.Tx, c, app.Sell, u.EventID); err != nil {
			return err
		}
	}
	return nil
}

// seatContent finds the spaces of what the bundles of a line bring: the best there are, all of
// a kind together, a general admission area, or the seat that was named where a bundle brings
// one. It tells what was short.
func seatContent(d *Draft, r *rules.Refusals, w *rules.Wanted) (short *catalog.Goods, err error) {
	w.Brought = nil
	kinds := d.SeatedContent(w.Goods)
	if len(kinds) == 0 && (w.BestSeats || w.AreaID != 0 || w.SpaceID != 0) {
		r.Add(rules.TypeInvalid, w.ID, app.Msg("%s is sold without seats.", w.Item.Name))
		return nil, nil
	}
	if w.SpaceID != 0 && (len(kinds) > 1 || kinds[0].N > 1) {
		return nil, app.Field(rules.Path("items", w.Place, "spaceId"), "is for bundles with one seat each")
	}
	for _, c := range kinds {
		s, err := d.SeatsOf(c.Event)
		if err != nil {
			return nil, err
		}
		line := rules.Wanted{Goods: c.Goods, N: c.N * w.N, Place: w.Place}
		line.AreaID, line.SpaceID, line.BestSeats = w.AreaID, w.SpaceID, s.Plan.Settings.Best && w.SpaceID == 0
		enough, err := seat(&line, r, s)
		if err == nil {
			err = s.Err()
		}
		if err != nil {
			return nil, err
		}
		if !enough {
			short = c.Goods
		}
		if w.Brought == nil {
			w.Brought = map[int64][]int{}
		}
		w.Brought[c.ID] = line.Spaces
	}
	return short, nil
}

// bring adds what a unit of a bundle brings, with the spaces that were chosen for that.
func bring(d *Draft, lead *rules.Unit, g *catalog.Goods, spaces map[int64][]int) error {
	if err := d.Know(g.ID); err != nil {
		return err
	}
	for _, b := range g.Bundled {
		c := d.Goods[b.SaleItemID]
		from, to := c.Validity()
		for range b.Quantity {
			u := &rules.Unit{Lead: lead, Item: order.Item{
				SaleItemID: c.ID, ItemID: c.ItemID, EventID: c.EventID, Type: c.Type, CustomerID: lead.CustomerID, PriceChannel: lead.PriceChannel, SaleName: c.Item.Name,
				ValidFrom: from, ValidTo: to, GraceMinutes: c.GraceMinutes, CannotBeReduced: lead.CannotBeReduced, SecureDisabled: lead.SecureDisabled,
			}}
			if all := spaces[c.ID]; len(all) > 0 {
				if err := d.place(u, c, all[0]); err != nil {
					return err
				}
				spaces[c.ID] = all[1:]
			}
			d.Units = append(d.Units, u)
		}
	}
	return nil
}
