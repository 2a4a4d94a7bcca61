package rules

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
)

// WillContain tells whether a sale item is in the basket or comes into it, in a bundle or not.
func (b *Basket) WillContain(id int64, kinds []*catalog.Goods, n map[int64]int64) bool {
	return n[id] > 0 || b.Units.has(id) || slices.ContainsFunc(kinds, func(g *catalog.Goods) bool {
		return n[g.ID] > 0 && slices.ContainsFunc(g.Bundled, func(c catalog.Bundled) bool { return c.SaleItemID == id })
	})
}

// Accompanied are the goods whose companions are looked at: those that come, and those in the
// basket unless that was lifted for them.
func (b *Basket) Accompanied(kinds []*catalog.Goods) []*catalog.Goods {
	if b.Lifted(Companions) {
		return kinds
	}
	all := slices.Clip(kinds)
	for _, id := range b.Units.SaleItems() {
		if g := b.Goods[id]; !slices.Contains(all, g) {
			all = append(all, g)
		}
	}
	return all
}

// CheckCompanions wants the prerequisites in the basket or owned already, and for an
// add-on its parent in the basket. It looks at what is
// in the basket as well as at what comes.
func CheckCompanions(b *Basket, r *Refusals, kinds []*catalog.Goods, n map[int64]int64, owned map[int64]bool) {
	kinds = b.Accompanied(kinds)
	for _, g := range kinds {
		if g.ParentID != 0 && !b.WillContain(g.ParentID, kinds, n) && !b.Lifts(Companions) {
			r.Add(TypeInvalid, g.ID, alone(g, b.Goods[g.ParentID]))
		}
		if !r.Has(g.ID) {
			checkPrerequisites(b, r, g, kinds, n, owned)
		}
	}
}

// checkPrerequisites wants all of what the goods need, or one where that is enough, in the
// basket or owned.
func checkPrerequisites(b *Basket, r *Refusals, g *catalog.Goods, kinds []*catalog.Goods, n map[int64]int64, owned map[int64]bool) {
	var lacks *catalog.Goods
	for _, need := range g.Prerequisites {
		there := b.WillContain(need, kinds, n) || owned[need]
		if there && g.AnyPrerequisite {
			return
		}
		if !there && lacks == nil {
			lacks = b.Goods[need]
		}
	}
	if lacks != nil && !b.Lifts(Companions) {
		r.Add(TypeInvalid, g.ID, alone(g, lacks))
	}
}

func alone(g, with *catalog.Goods) app.Message {
	return app.Msg("%s can only be bought together with %s.", g.Item.Name, with.Item.Name)
}
