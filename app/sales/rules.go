package sales

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/order"
)

// basketRules are the checks on what a basket would hold, in their order. Each
// sale item is refused once, for the first rule it breaks.
func (d *draft) basketRules(all []*wantedLine, kinds []*catalog.Goods, n map[int64]int64, ch catalog.Channel) (refusals, error) {
	var r refusals
	for _, rule := range []func(*refusals) error{
		func(r *refusals) error { return d.checkOnSale(r, kinds, ch) },
		func(r *refusals) error { d.checkPrices(r, all, ch); return nil },
		func(r *refusals) error { d.checkSize(r, n, ch); return nil },
		func(r *refusals) error { d.checkEvents(r, kinds); return nil },
		func(r *refusals) error { d.checkApproval(r, all); return nil },
		func(r *refusals) error { d.checkQuantities(r, kinds, n); return nil },
		func(r *refusals) error { return d.checkCompanions(r, kinds, n) },
		func(r *refusals) error { return d.checkPurchaseLimits(r, kinds, n) },
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
		ok, err := d.cache.OnSale(g, ch, d.tx.Wall())
		if err != nil {
			return err
		}
		if !ok {
			r.add(typeNotOnSale, g.ID, "%s is not on sale.", g.Item.Name)
		}
	}
	return nil
}

// checkPrices finds the price row of each line in the basket's currency.
func (d *draft) checkPrices(r *refusals, all []*wantedLine, ch catalog.Channel) {
	for _, w := range all {
		var ok bool
		if w.price, ok = w.PriceFor(d.order.CurrencyID, ch); !ok {
			r.add(typeCurrency, w.ID, "%s is not sold in this currency.", w.Item.Name)
		}
	}
}

// checkSize bounds the units of a basket. What the company allows holds for
// shoppers; staff are bound by MaxBasketSize alone.
func (d *draft) checkSize(r *refusals, n map[int64]int64, ch catalog.Channel) {
	limit := int64(MaxBasketSize)
	if (ch == catalog.Shop || ch == catalog.Kiosk) && d.company.BasketSizeLimit > 0 {
		limit = min(limit, d.company.BasketSizeLimit)
	}
	size, ever := int64(len(d.units)), int64(len(d.order.ItemIDs))
	for _, more := range n {
		size, ever = size+more, ever+more
	}
	switch {
	case size > limit:
		r.add(typeSize, 0, "At most %d items fit into one basket.", limit)
	case ever > maxEverInBasket:
		r.add(typeSize, 0, "This basket was changed too often. Please start another.")
	}
}

// checkEvents keeps a basket to one event where the company wants that.
func (d *draft) checkEvents(r *refusals, kinds []*catalog.Goods) {
	if !d.company.SingleEventBaskets {
		return
	}
	var event int64
	if len(d.units) > 0 {
		event = d.units[0].EventID
	}
	for _, g := range kinds {
		if event == 0 {
			event = g.EventID
		}
		if g.EventID != 0 && g.EventID != event {
			r.add(typeSeveralEvents, g.ID, "All items of a basket must belong to one event.")
		}
	}
}

// checkApproval refuses to mix items that somebody must approve with others.
// Fees and donations go with either.
func (d *draft) checkApproval(r *refusals, all []*wantedLine) {
	needs, free := false, false
	note := func(t catalog.ItemType, approval bool) {
		if !eitherWay(t) {
			needs, free = needs || approval, free || !approval
		}
	}
	for _, u := range d.units {
		note(u.Type, u.RequiresApproval)
	}
	for _, w := range all {
		note(w.Type, w.needsApproval())
	}
	if needs && free {
		r.add(typeInvalid, 0, "Items that need approval cannot be bought together with others.")
	}
}

func eitherWay(t catalog.ItemType) bool {
	return t == catalog.Fee || t == catalog.FulfilmentFee || t == catalog.Charity
}

func (w *wantedLine) needsApproval() bool { return w.Item.RequiresApproval && !w.AutoApprove }

// checkQuantities holds minimum, maximum and multiples against all lines of a
// sale item together.
func (d *draft) checkQuantities(r *refusals, kinds []*catalog.Goods, n map[int64]int64) {
	for _, g := range kinds {
		d.checkQuantity(r, g, d.count(g.ID)+n[g.ID])
	}
}

func (d *draft) checkQuantity(r *refusals, g *catalog.Goods, n int64) {
	switch quantityRule(g.SaleItem, n) {
	case belowMinimum:
		r.add(typeMinimum, g.ID, "At least %d of %s must be bought.", leastQuantity(g.SaleItem), g.Item.Name)
	case aboveMaximum:
		r.add(typeInvalid, g.ID, "At most %d of %s can be bought.", g.MaxOrder, g.Item.Name)
	case notMultiple:
		r.add(typeInvalid, g.ID, "%s is sold in multiples of %d.", g.Item.Name, g.MultiplesOf)
	}
}

// checkCompanions wants every prerequisite in the basket or owned already, and
// for an add-on its parent in the basket. It looks at what is
// in the basket as well as at what comes.
func (d *draft) checkCompanions(r *refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	for _, id := range d.saleItems() {
		g, err := d.cache.Get(id)
		if err != nil {
			return err
		}
		if !slices.Contains(kinds, g) {
			kinds = append(kinds, g)
		}
	}
	for _, g := range kinds {
		ok := g.ParentID == 0 || d.count(g.ParentID)+n[g.ParentID] > 0
		for _, need := range g.Prerequisites {
			if !ok || d.count(need)+n[need] > 0 {
				continue
			}
			needed, err := d.cache.Get(need)
			if err != nil {
				return err
			}
			if ok, err = order.Owns(d.tx, d.order.CustomerID, needed); err != nil {
				return err
			}
		}
		if !ok {
			r.add(typeInvalid, g.ID, "%s can only be bought together with another item.", g.Item.Name)
		}
	}
	return nil
}

// checkAmounts prices one unit of each line.
func (d *draft) checkAmounts(r *refusals, all []*wantedLine) error {
	for _, w := range all {
		if r.has(w.ID) {
			continue
		}
		band, err := d.cache.Band(w.Goods)
		if err != nil {
			return err
		}
		var ok bool
		if w.charge, ok = money.PriceUnit(w.price, w.Amount, band.Rate); !ok {
			r.add(typeAmount, w.ID, "The amount for %s is not allowed.", w.Item.Name)
		}
	}
	return nil
}
