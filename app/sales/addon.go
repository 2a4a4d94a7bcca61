package sales

import "marquee/app/catalog"

// attach ties each add-on without a parent to a unit of its parent sale item,
// spread evenly over them.
func (d *draft) attach(g *catalog.Goods) {
	if g.ParentID == 0 {
		return
	}
	var parents []*unit
	load := map[*unit]int{}
	for _, u := range d.units {
		if u.SaleItemID == g.ParentID {
			parents = append(parents, u)
		}
	}
	if len(parents) == 0 {
		return
	}
	for _, u := range d.units {
		if u.SaleItemID != g.ID {
			continue
		}
		for _, p := range parents {
			if u.ParentItemID != 0 && u.ParentItemID == p.ID {
				load[p]++
			}
		}
	}
	for _, u := range d.units {
		if u.SaleItemID != g.ID || u.ParentItemID != 0 {
			continue
		}
		p := lightest(parents, load)
		load[p]++
		u.parent, u.ParentItemID, u.changed = p, p.ID, u.ID != 0
	}
}

// lightest is the parent with the fewest add-ons, the first of several.
func lightest(parents []*unit, load map[*unit]int) *unit {
	best := parents[0]
	for _, p := range parents[1:] {
		if load[p] < load[best] {
			best = p
		}
	}
	return best
}
