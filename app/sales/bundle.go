package sales

import (
	"maps"
	"slices"

	"marquee/app/catalog"
	"marquee/app/order"
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

// bring adds what a unit of a bundle brings.
func (d *draft) bring(lead *unit, g *catalog.Goods) error {
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err != nil {
			return err
		}
		from, to := c.Validity()
		for range b.Quantity {
			d.units = append(d.units, &unit{lead: lead, Item: order.Item{
				SaleItemID: c.ID, ItemID: c.ItemID, EventID: c.EventID, Type: c.Type, CustomerID: lead.CustomerID, PriceChannel: lead.PriceChannel, SaleName: c.Item.Name,
				ValidFrom: from, ValidTo: to, GraceMinutes: c.GraceMinutes, CannotBeReduced: lead.CannotBeReduced, SecureDisabled: lead.SecureDisabled,
			}})
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
