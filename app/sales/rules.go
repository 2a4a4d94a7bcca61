package sales

import (
	"cmp"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// basketRules are the checks on what a basket would hold, in their order. Each
// sale item is refused once, for the first rule it breaks. Some rules are about what
// stands for itself, others about all that comes, with what bundles bring.
func (d *draft) basketRules(all []*wantedLine, own, whole demand, ch catalog.Channel) (refusals, error) {
	var r refusals
	kinds, n := own.kinds, own.n
	for _, rule := range []func(*refusals) error{
		func(r *refusals) error { return d.checkOnSale(r, kinds, ch) },
		func(r *refusals) error { return d.checkMembers(r, whole.kinds, false) },
		func(r *refusals) error { return d.checkLocked(r, whole.kinds) },
		func(r *refusals) error { return d.checkPrices(r, all) },
		func(r *refusals) error { d.checkSize(r, own.units(), whole.units(), ch); return nil },
		func(r *refusals) error { d.checkEvents(r, kinds); return nil },
		func(r *refusals) error { d.checkApproval(r, approvalsOf(all)); return nil },
		func(r *refusals) error { d.checkQuantities(r, kinds, n); return nil },
		func(r *refusals) error { return d.checkCompanions(r, kinds, n) },
		func(r *refusals) error { return d.checkPurchaseLimits(r, whole.kinds, whole.n) },
		func(r *refusals) error { return d.checkAmounts(r, all) },
	} {
		if err := rule(&r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (d *draft) checkOnSale(r *refusals, kinds []*catalog.Goods, ch catalog.Channel) error {
	for _, g := range kinds {
		not, err := d.cache.NotSold(g, ch, d.tx.Wall())
		if err != nil {
			return err
		}
		if not.Reason != catalog.OnSale && !(not.Reason.Liftable() && d.lifts(rules.OnSaleDates)) {
			r.add(typeNotOnSale, g.ID, not.Message(g, d.tx.Wall(), d.company.Location()))
		}
	}
	return nil
}

// checkPrices finds the price row of each line in the basket's currency.
func (d *draft) checkPrices(r *refusals, all []*wantedLine) error {
	for _, w := range all {
		row, ok := w.PriceFor(d.order.CurrencyID, w.channel)
		if !ok {
			r.add(typeCurrency, w.ID, app.Msg("%s has no price in %s.", w.Item.Name, rules.Code(d.order.CurrencyID)))
		}
		w.price = d.offer(row)
		w.price.Least = w.Type.LeastAmount()
		if err := d.checkContent(r, w.Goods, w.channel); err != nil {
			return err
		}
	}
	return nil
}

// checkSize bounds the units of a basket. What the company allows holds for
// shoppers, and counts a bundle once; staff are bound by MaxBasketSize alone, which counts
// what bundles bring too. What is moved to other dates is no more than it was.
func (d *draft) checkSize(r *refusals, own, whole int64, ch catalog.Channel) {
	if d.order.Rebooks {
		return
	}
	limit := int64(MaxBasketSize)
	if (ch == catalog.Shop || ch == catalog.Kiosk) && d.company.BasketSizeLimit > 0 {
		limit = min(limit, d.company.BasketSizeLimit)
	}
	size, ever := int64(len(d.content()))+own, int64(len(d.order.ItemIDs))+whole
	if units := whole; units > own || slices.ContainsFunc(d.units, (*unit).bundled) {
		for _, u := range d.units {
			if !u.isFee() {
				units++
			}
		}
		if units > MaxBasketSize {
			size, limit = units, MaxBasketSize
		}
	}
	switch {
	case size > limit:
		r.add(typeSize, 0, app.Msg("At most %d items fit into one basket.", limit))
	case ever > maxEverInBasket:
		r.add(typeSize, 0, app.Msg("This basket was changed too often. Please start another."))
	}
}

// checkEvents keeps a basket to one event where the company wants that. Of an order some may be
// moved to another date.
func (d *draft) checkEvents(r *refusals, kinds []*catalog.Goods) {
	if !d.company.SingleEventBaskets || d.order.Rebooks {
		return
	}
	var event int64
	for _, u := range d.content() {
		event = cmp.Or(event, u.EventID)
	}
	for _, g := range kinds {
		if event == 0 {
			event = g.EventID
		}
		if g.EventID != 0 && g.EventID != event {
			r.add(typeSeveralEvents, g.ID, app.Msg("All items of a basket must belong to one event."))
		}
	}
}

// approvals tell what a basket holds: what is approved before it is paid for, guests, who are
// approved after the order, and what needs no approval.
type approvals struct{ before, after, free bool }

// note counts a unit in. Fees and donations go with whatever there is.
func (a *approvals) note(t catalog.ItemType, approval bool) {
	switch {
	case eitherWay(t):
	case !approval:
		a.free = true
	case t == catalog.GuestList:
		a.after = true
	default:
		a.before = true
	}
}

// approvalsOf are those of the lines of a request.
func approvalsOf(all []*wantedLine) (a approvals) {
	for _, w := range all {
		a.note(w.Type, w.needsApproval())
	}
	return a
}

// checkApproval refuses to mix items that somebody must approve with others, and those that
// are paid for once they were approved with guests: the order would be paid for with what
// nobody has decided about.
func (d *draft) checkApproval(r *refusals, coming approvals) {
	for _, u := range d.content() {
		coming.note(u.Type, u.RequiresApproval)
	}
	if (coming.before || coming.after) && coming.free || coming.before && coming.after {
		r.add(typeInvalid, 0, app.Msg("Items that need approval cannot be bought together with others."))
	}
}

func eitherWay(t catalog.ItemType) bool {
	return t == catalog.Fee || t == catalog.FulfilmentFee || t == catalog.ResaleFee || t == catalog.Charity
}

func (w *wantedLine) needsApproval() bool { return w.approval && !w.AutoApprove }

// checkQuantities holds minimum, maximum and multiples against all lines of a
// sale item together.
func (d *draft) checkQuantities(r *refusals, kinds []*catalog.Goods, n map[int64]int64) {
	for _, g := range kinds {
		d.checkQuantity(r, g, d.count(g.ID)+n[g.ID])
		d.checkDonation(r, g, kinds, n)
	}
}

// checkDonation has an order hold one donation of a kind, of whatever amount: the sale items
// of one inventory item are its variants.
func (d *draft) checkDonation(r *refusals, g *catalog.Goods, kinds []*catalog.Goods, n map[int64]int64) {
	if g.Type != catalog.Charity {
		return
	}
	units := int64(0)
	for _, u := range d.units {
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
		r.add(typeInvalid, g.ID, app.Msg("One donation to %s fits into an order.", g.Item.Name))
	}
}

func (d *draft) checkQuantity(r *refusals, g *catalog.Goods, n int64) {
	switch rules.QuantityRule(g.SaleItem, n, d.lifts) {
	case rules.BelowMinimum:
		r.add(typeMinimum, g.ID, app.Msg("At least %d of %s must be bought.", rules.LeastQuantity(g.SaleItem), g.Item.Name))
	case rules.AboveMaximum:
		r.add(typeInvalid, g.ID, app.Msg("At most %d of %s can be bought.", g.MaxOrder, g.Item.Name))
	case rules.NotMultiple:
		r.add(typeInvalid, g.ID, app.Msg("%s is sold in multiples of %d.", g.Item.Name, g.MultiplesOf))
	}
}

// checkCompanions wants the prerequisites in the basket or owned already, and for an
// add-on its parent in the basket. It looks at what is
// in the basket as well as at what comes.
func (d *draft) checkCompanions(r *refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	for _, id := range d.saleItems() {
		g, err := d.cache.Get(id)
		if err != nil {
			return err
		}
		if !slices.Contains(kinds, g) && !d.lifted(rules.Companions) {
			kinds = append(kinds, g)
		}
	}
	for _, g := range kinds {
		if g.ParentID != 0 && !d.comes(g.ParentID, kinds, n) {
			if err := d.refuseAlone(r, g, g.ParentID); err != nil {
				return err
			}
		}
		if !r.has(g.ID) {
			if err := d.checkPrerequisites(r, g, kinds, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// comes tells whether a sale item is in the basket or comes into it, in a bundle or not.
func (d *draft) comes(id int64, kinds []*catalog.Goods, n map[int64]int64) bool {
	return n[id] > 0 || d.has(id) || slices.ContainsFunc(kinds, func(g *catalog.Goods) bool {
		return n[g.ID] > 0 && slices.ContainsFunc(g.Bundled, func(b catalog.Bundled) bool { return b.SaleItemID == id })
	})
}

// checkPrerequisites wants all of what the goods need, or one where that is enough, in the
// basket or owned.
func (d *draft) checkPrerequisites(r *refusals, g *catalog.Goods, kinds []*catalog.Goods, n map[int64]int64) error {
	var lacks *catalog.Goods
	for _, need := range g.Prerequisites {
		there := d.comes(need, kinds, n)
		if !there {
			needed, err := d.cache.Get(need)
			if err != nil {
				return err
			}
			if there, err = order.Owns(d.tx, d.order.CustomerID, needed); err != nil {
				return err
			}
			if !there && lacks == nil {
				lacks = needed
			}
		}
		if there && g.AnyPrerequisite {
			return nil
		}
	}
	if lacks != nil && !d.lifts(rules.Companions) {
		r.add(typeInvalid, g.ID, alone(g, lacks))
	}
	return nil
}

// refuseAlone refuses goods that lack a companion.
func (d *draft) refuseAlone(r *refusals, g *catalog.Goods, companion int64) error {
	with, err := d.cache.Get(companion)
	if err == nil && !d.lifts(rules.Companions) {
		r.add(typeInvalid, g.ID, alone(g, with))
	}
	return err
}

func alone(g, with *catalog.Goods) app.Message {
	return app.Msg("%s can only be bought together with %s.", g.Item.Name, with.Item.Name)
}

// checkAmounts prices one unit of each line.
func (d *draft) checkAmounts(r *refusals, all []*wantedLine) error {
	for _, w := range all {
		if r.has(w.ID) {
			continue
		}
		_, levy, err := d.levied(w.Goods, w.EventID)
		if err != nil {
			return err
		}
		var rule money.AmountRule
		w.price.TaxMode, w.reverse = rules.ModeOf(w.price.TaxMode, levy), levy.Reverse
		if w.charge, rule = money.PriceUnit(w.price, w.Amount, levy.Rate); rule != money.AmountFits {
			r.add(typeAmount, w.ID, rules.AmountRefused(w.Goods, d.order.CurrencyID, w.price, rule))
		}
	}
	return nil
}
