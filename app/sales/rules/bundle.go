package rules

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
)

// whole is a demand together with what its bundles bring.
func (b *Basket) whole(own Demand) Demand {
	all := own
	for _, g := range own.Kinds {
		if len(g.Bundled) == 0 {
			continue
		}
		if len(all.Kinds) == len(own.Kinds) {
			all = Demand{slices.Clone(own.Kinds), maps.Clone(own.N)}
		}
		for _, part := range g.Bundled {
			c := b.Goods[part.SaleItemID]
			if !slices.Contains(all.Kinds, c) {
				all.Kinds = append(all.Kinds, c)
			}
			all.N[c.ID] += part.Quantity * own.N[g.ID]
		}
	}
	return all
}

// SeatedContent are what a bundle brings of seats, with how many for one bundle.
func (b *Basket) SeatedContent(g *catalog.Goods) (all []Content) {
	for _, part := range g.Bundled {
		if c := b.Goods[part.SaleItemID]; c.PriceBandID != 0 {
			all = append(all, Content{c, part.Quantity})
		}
	}
	return all
}

// ApprovalNeeded tells whether somebody must approve goods: because of themselves or of
// what they bring.
func (b *Basket) ApprovalNeeded(g *catalog.Goods) bool {
	return g.Item.NeedsApproval(b.Company) || slices.ContainsFunc(g.Bundled, func(part catalog.Bundled) bool {
		return b.Goods[part.SaleItemID].Item.NeedsApproval(b.Company)
	})
}

// mayPut refuses goods that the caller does not sell, or what they bring.
func (b *Basket) mayPut(g *catalog.Goods) error {
	err := MayPutIn(b.Caller, g)
	for _, part := range g.Bundled {
		if err == nil {
			err = MayPutIn(b.Caller, b.Goods[part.SaleItemID])
		}
	}
	return err
}

// Want resolves a line of a request whose goods are known. A quantity that makes no sense is a
// problem; what the caller may not sell is an error.
func (b *Basket) Want(p *app.Problems, in AddItem, at int, ch catalog.Channel) (*Wanted, error) {
	g := b.Goods[in.SaleItemID]
	w := &Wanted{Goods: g, AddItem: in, Place: at, Channel: ch, Approval: b.ApprovalNeeded(g)}
	if in.PriceChannel != catalog.NoChannel {
		w.Channel = in.PriceChannel
	}
	if in.AutoApprove && w.Approval {
		if err := NeedAt(b.Caller, app.EditOrders, g); err != nil {
			return nil, err
		}
	}
	switch {
	case in.Quantity == nil && in.SpaceID != 0:
		w.N = 1
	case in.Quantity == nil && in.Amount == nil && !g.NamesAmount():
		p.Add(Path("items", at, "quantity"), "is required")
	case in.Quantity == nil:
		w.N = 1
	case *in.Quantity < 1 || *in.Quantity > MaxBasketSize:
		p.Add(Path("items", at, "quantity"), "must be between %d and %d", 1, MaxBasketSize)
	default:
		w.N = *in.Quantity
	}
	return w, b.mayPut(g)
}
