package sales

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// demand is how many units are wanted of sale items.
type demand struct {
	kinds []*catalog.Goods
	n     map[int64]int64
}

// whole is a demand together with what its bundles bring.
func (d *draft) whole(own demand) (demand, error) {
	all := demand{own.kinds, own.n}
	for _, g := range own.kinds {
		if len(g.Bundled) == 0 {
			continue
		}
		if len(all.kinds) == len(own.kinds) {
			all = demand{slices.Clone(own.kinds), maps.Clone(own.n)}
		}
		for _, b := range g.Bundled {
			c, err := d.cache.Get(b.SaleItemID)
			if err != nil {
				return demand{}, err
			}
			if !slices.Contains(all.kinds, c) {
				all.kinds = append(all.kinds, c)
			}
			all.n[c.ID] += b.Quantity * own.n[g.ID]
		}
	}
	return all, nil
}

// units is how many units are wanted.
func (w demand) units() (n int64) {
	for _, more := range w.n {
		n += more
	}
	return n
}

// blame lays refusals of what bundles bring on the bundles that were asked for, each of
// which is refused once.
func (r *refusals) blame(own demand) {
	found := *r
	*r = nil
	for _, e := range found {
		r.add(e.Type, own.askedFor(e.ID), e.Message)
	}
}

// askedFor is the bundle that brings a sale item, or that itself.
func (w demand) askedFor(id int64) int64 {
	if slices.ContainsFunc(w.kinds, func(g *catalog.Goods) bool { return g.ID == id }) {
		return id
	}
	for _, g := range w.kinds {
		if slices.ContainsFunc(g.Bundled, func(b catalog.Bundled) bool { return b.SaleItemID == id }) {
			return g.ID
		}
	}
	return id
}

// bundled tells whether a bundle brought the unit: it costs nothing, is not counted by
// itself, and comes and goes with the bundle.
func (u *unit) bundled() bool { return u.lead != nil || u.LeadItemID != 0 }

// seatedContent are what a bundle brings of seats, with how many for one bundle.
func (d *draft) seatedContent(g *catalog.Goods) (all []content, err error) {
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err != nil {
			return nil, err
		}
		if c.PriceBandID != 0 {
			all = append(all, content{c, b.Quantity})
		}
	}
	return all, nil
}

// content is so many units of goods.
type content struct {
	*catalog.Goods
	n int64
}

// seatContent finds the spaces of what the bundles of a line bring: the best there are, all of
// a kind together, a general admission area, or the seat that was named where a bundle brings
// one. It tells what was short.
func (d *draft) seatContent(r *refusals, w *wantedLine) (short *catalog.Goods, err error) {
	w.brought = nil
	kinds, err := d.seatedContent(w.Goods)
	if err != nil {
		return nil, err
	}
	if len(kinds) == 0 && (w.BestSeats || w.AreaID != 0 || w.SpaceID != 0) {
		r.add(typeInvalid, w.ID, app.Msg("%s is sold without seats.", w.Item.Name))
		return nil, nil
	}
	if w.SpaceID != 0 && (len(kinds) > 1 || kinds[0].n > 1) {
		return nil, app.Field(field("items", w.place, "spaceId"), "is for bundles with one seat each")
	}
	for _, c := range kinds {
		s, err := d.seatsOf(c.Event)
		if err != nil {
			return nil, err
		}
		line := wantedLine{Goods: c.Goods, n: c.n * w.n, place: w.place}
		line.AreaID, line.SpaceID, line.BestSeats = w.AreaID, w.SpaceID, s.Plan.Settings.Best && w.SpaceID == 0
		enough, err := line.seat(r, s)
		if err == nil {
			err = s.Err()
		}
		if err != nil {
			return nil, err
		}
		if !enough {
			short = c.Goods
		}
		if w.brought == nil {
			w.brought = map[int64][]int{}
		}
		w.brought[c.ID] = line.spaces
	}
	return short, nil
}

// checkContent refuses bundles with a top-up that is worth nothing in the currency of the
// basket.
func (d *draft) checkContent(r *refusals, g *catalog.Goods, ch catalog.Channel) error {
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err != nil {
			return err
		}
		if _, ok := c.PriceFor(d.order.CurrencyID, ch); !ok && c.Type == catalog.CashlessTopup && c.TopupCurrencyID == 0 {
			r.add(typeCurrency, g.ID, app.Msg("%s has no price in %s.", c.Item.Name, rules.Code(d.order.CurrencyID)))
		}
	}
	return nil
}

// bring adds what a unit of a bundle brings, with the spaces that were chosen for that.
func (d *draft) bring(lead *unit, g *catalog.Goods, spaces map[int64][]int) error {
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err != nil {
			return err
		}
		from, to := c.Validity()
		for range b.Quantity {
			u := &unit{lead: lead, Item: order.Item{
				SaleItemID: c.ID, ItemID: c.ItemID, EventID: c.EventID, Type: c.Type, CustomerID: lead.CustomerID, PriceChannel: lead.PriceChannel, SaleName: c.Item.Name,
				ValidFrom: from, ValidTo: to, GraceMinutes: c.GraceMinutes, CannotBeReduced: lead.CannotBeReduced, SecureDisabled: lead.SecureDisabled,
			}}
			if all := spaces[c.ID]; len(all) > 0 {
				if err := d.place(u, c, all[0]); err != nil {
					return err
				}
				spaces[c.ID] = all[1:]
			}
			d.units = append(d.units, u)
		}
	}
	return nil
}

// approvalNeeded tells whether somebody must approve goods: because of themselves or of
// what they bring.
func (d *draft) approvalNeeded(g *catalog.Goods) (bool, error) {
	needs := g.Item.NeedsApproval(d.company)
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err != nil {
			return false, err
		}
		needs = needs || c.Item.NeedsApproval(d.company)
	}
	return needs, nil
}
