package rules

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// Move is an item, and the sale item of the date that it is moved to, in a space where that has
// some.
type Move struct {
	ItemID, SaleItemID, SpaceID int64
}

// Rebook is how items of an order are moved to other dates: what the order holds that takes its
// place at once.
type Rebook struct {
	// Units are those that stay, and From the items that are moved, one for each of Adds, which
	// is what takes their place.
	Units Units
	From  []*order.Item
	Adds  []AddItem
	// Carried is all that was paid, and what the other order has to cost.
	Carried int64
	// taken are the units by the ids of the items whose place they take.
	taken map[int64]*Unit
	items []order.Item
}

// PlanRebook decides how items of an order are moved; self tells that the buyer does that.
// Whether there is room at the other dates is known only when their stock is taken.
func PlanRebook(b *Basket, f *Former, moves []Move, self bool) (p Rebook, err error) {
	allowed, days := b.Company.Changes.MovesDates(self)
	if !allowed {
		return p, app.Field("orderId", "cannot be moved to other dates: the company does not allow it")
	}
	lines, err := linesOf(f.Items, moves)
	if err != nil {
		return p, err
	}
	if len(f.Order.Methods) > 1 {
		return p, app.Field("orderId", "was paid in several ways")
	}
	if err := f.MayGiveWay(b, movesTooLate(b, lines, self, days)); err != nil {
		return p, err
	}
	p = Rebook{Carried: f.Order.Totals.Paid, From: make([]*order.Item, len(moves)), Adds: AddsOf(moves), items: f.Items}
	var stay []order.Item
	for i := range f.Items {
		if at, moves := lines[f.Items[i].ID]; moves {
			p.From[at] = &f.Items[i]
			p.Adds[at].PriceChannel = f.Items[i].PriceChannel
		} else {
			stay = append(stay, f.Items[i])
		}
	}
	for i, it := range p.From {
		if err := mayMoveTo(b, it, moves[i].SaleItemID, i); err != nil {
			return p, err
		}
	}
	next := *b
	next.Units = nil
	p.taken = next.CopyUnits(stay)
	p.Units = next.Units
	return p, mayStay(&next, p.From)
}

// AddsOf are moves as somebody would add what they lead to.
func AddsOf(moves []Move) []AddItem {
	all := make([]AddItem, len(moves))
	for i, m := range moves {
		all[i] = AddItem{SaleItemID: m.SaleItemID, Quantity: new(int64(1)), SpaceID: m.SpaceID}
	}
	return all
}

// linesOf finds the items that are to be moved, by id, each with its place in the request.
func linesOf(items []order.Item, moves []Move) (map[int64]int, error) {
	known := map[int64]*order.Item{}
	for i := range items {
		known[items[i].ID] = &items[i]
	}
	lines, contents := map[int64]int{}, map[int64]bool{}
	for i := range items {
		contents[items[i].ParentItemID] = contents[items[i].ParentItemID] || items[i].Holds()
	}
	var p app.Problems
	for i, m := range moves {
		at := Path("items", i, "orderItemId")
		it := known[m.ItemID]
		_, twice := lines[m.ItemID]
		switch {
		case it == nil || it.DeletedAt != nil || it.IsFee():
			p.Add(at, "does not exist")
		case twice:
			p.Add(at, "is there twice")
		case it.Type == catalog.Bundle || it.LeadItemID != 0 || it.ParentItemID != 0 || contents[it.ID] || len(it.Run) > 0:
			p.Add(at, "cannot be moved by itself")
		}
		lines[m.ItemID] = i
	}
	return lines, p.Err()
}

// movesTooLate is the rule for moves to other dates, which is about what is moved alone.
func movesTooLate(b *Basket, lines map[int64]int, self bool, days int64) TooLate {
	return func(it *order.Item, e *catalog.Event) string {
		_, moves := lines[it.ID]
		switch {
		case !moves:
			return ""
		case self && e.CancelledAt != nil:
			return "is for an event that has begun or was cancelled"
		case days > 0 && !b.Wall.Before(e.Start.AddDate(0, 0, -int(days))):
			return "is for an event that is too near"
		}
		return ""
	}
}

// mayMoveTo wants a move to lead to another date of the same schedule, or to another slot of
// the same event.
func mayMoveTo(b *Basket, it *order.Item, saleItemID int64, line int) error {
	at := Path("items", line, "itemId")
	from, to := b.Goods[it.SaleItemID], b.Goods[saleItemID]
	switch {
	case to == nil:
		return app.Field(at, "does not exist")
	case to.Type != it.Type || len(to.Run) > 0:
		return app.Field(at, "is of another kind")
	case !OtherDate(from, to):
		return app.Field(at, "is no other date of the same schedule, and no other slot of the same event")
	case to.Item.NeedsApproval(b.Company):
		return app.Field(at, "is something that somebody has to approve")
	case to.Sharing == catalog.SharedCompulsory:
		return app.Field(at, "is something that has to be given to somebody first")
	}
	return nil
}

// mayStay wants what of a sale item stays, where some of it is moved, to be as many as it is
// sold in.
func mayStay(b *Basket, moved []*order.Item) error {
	var r Refusals
	for _, it := range moved {
		g := b.Goods[it.SaleItemID]
		if n := b.Units.Count(g.ID); n > 0 && !r.Has(g.ID) {
			CheckQuantity(b, &r, g, n)
		}
	}
	return r.Err()
}

// Settle lets what was added to a basket, from the unit at first on, take the place of what is
// moved, at the prices that were paid, and adds the fees that were paid.
func (p *Rebook) Settle(b *Basket, first int) error {
	taxed, fresh := false, b.Units[first:]
	for i, u := range fresh {
		if len(fresh) != len(p.From) || u.SaleItemID != p.Adds[i].SaleItemID {
			return app.Field("items", "cannot be moved one for one")
		}
		other, ok := u.TakeOver(p.From[i])
		if !ok {
			return app.Field(Path("items", i, "itemId"), "does not cost the same")
		}
		p.taken[p.From[i].ID], taxed = u, taxed || other
	}
	b.CopyFees(p.items, p.taken)
	if taxed {
		b.Units.Tax()
	}
	if b.Totals().Total != p.Carried {
		return app.Field("items", "would not cost what was paid")
	}
	return nil
}

// Name lets the units that were moved name what they take the place of. They have stock and
// seats of their own, as they never had those of the former.
func (p *Rebook) Name(orderID int64) {
	for _, it := range p.From {
		u := p.taken[it.ID]
		u.Replaced, u.Reissued = &order.Replaced{Type: order.ByModification, ItemID: it.ID, OrderID: orderID}, u.Barcode != ""
	}
}
