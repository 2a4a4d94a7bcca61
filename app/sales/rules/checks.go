package rules

import (
	"cmp"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
)

// CheckSize bounds the units of a basket. What the company allows holds for
// shoppers, and counts a bundle once; staff are bound by MaxBasketSize alone, which counts
// what bundles bring too. What is moved to other dates is no more than it was.
func CheckSize(b *Basket, r *Refusals, own, whole int64, ch catalog.Channel) {
	if b.Order.Rebooks {
		return
	}
	limit := int64(MaxBasketSize)
	if (ch == catalog.Shop || ch == catalog.Kiosk) && b.Company.BasketSizeLimit > 0 {
		limit = min(limit, b.Company.BasketSizeLimit)
	}
	size, ever := int64(len(b.Units.Content()))+own, int64(len(b.Order.ItemIDs))+whole
	if units := whole; units > own || slices.ContainsFunc(b.Units, (*Unit).Bundled) {
		for _, u := range b.Units {
			if !u.IsBasketFee() {
				units++
			}
		}
		if units > MaxBasketSize {
			size, limit = units, MaxBasketSize
		}
	}
	switch {
	case size > limit:
		r.Add(TypeSize, 0, app.Msg("At most %d items fit into one basket.", limit))
	case ever > maxEverInBasket:
		r.Add(TypeSize, 0, app.Msg("This basket was changed too often. Please start another."))
	}
}

// CheckEvents keeps a basket to one event where the company wants that. Of an order some may be
// moved to another date.
func CheckEvents(b *Basket, r *Refusals, kinds []*catalog.Goods) {
	if !b.Company.SingleEventBaskets || b.Order.Rebooks {
		return
	}
	var event int64
	for _, u := range b.Units.Content() {
		event = cmp.Or(event, u.EventID)
	}
	for _, g := range kinds {
		if event == 0 {
			event = g.EventID
		}
		if g.EventID != 0 && g.EventID != event {
			r.Add(typeSeveralEvents, g.ID, app.Msg("All items of a basket must belong to one event."))
		}
	}
}

// CheckApproval refuses to mix items that somebody must approve with others, and those that
// are paid for once they were approved with guests: the order would be paid for with what
// nobody has decided about.
func CheckApproval(b *Basket, r *Refusals, coming Approvals) {
	for _, u := range b.Units.Content() {
		coming.Note(u.Type, u.RequiresApproval)
	}
	if (coming.before || coming.after) && coming.free || coming.before && coming.after {
		r.Add(TypeInvalid, 0, app.Msg("Items that need approval cannot be bought together with others."))
	}
}

// CheckQuantities holds minimum, maximum and multiples against all lines of a
// sale item together.
func CheckQuantities(b *Basket, r *Refusals, kinds []*catalog.Goods, n map[int64]int64) {
	for _, g := range kinds {
		CheckQuantity(b, r, g, b.Units.Count(g.ID)+n[g.ID])
		checkDonation(b, r, g, kinds, n)
	}
}

// checkDonation has an order hold one donation of a kind, of whatever amount: the sale items
// of one inventory item are its variants.
func checkDonation(b *Basket, r *Refusals, g *catalog.Goods, kinds []*catalog.Goods, n map[int64]int64) {
	if g.Type != catalog.Charity {
		return
	}
	units := int64(0)
	for _, u := range b.Units {
		if u.ItemID == g.ItemID {
			units++
		}
	}
	for _, k := range kinds {
		if k.ItemID == g.ItemID {
			units += n[k.ID]
		}
	}
	if units > 1 {
		r.Add(TypeInvalid, g.ID, app.Msg("One donation to %s fits into an order.", g.Item.Name))
	}
}

// CheckQuantity holds so many units of a sale item against its minimum, maximum and multiples.
func CheckQuantity(b *Basket, r *Refusals, g *catalog.Goods, n int64) {
	switch QuantityRule(g.SaleItem, n, b.Lifts) {
	case BelowMinimum:
		r.Add(typeMinimum, g.ID, app.Msg("At least %d of %s must be bought.", LeastQuantity(g.SaleItem), g.Item.Name))
	case AboveMaximum:
		r.Add(TypeInvalid, g.ID, app.Msg("At most %d of %s can be bought.", g.MaxOrder, g.Item.Name))
	case NotMultiple:
		r.Add(TypeInvalid, g.ID, app.Msg("%s is sold in multiples of %d.", g.Item.Name, g.MultiplesOf))
	}
}
