package sales

import (
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
func (d *draft) basketRules(all []*rules.Wanted, own, whole rules.Demand, ch catalog.Channel) (rules.Refusals, error) {
	var r rules.Refusals
	kinds, n := own.Kinds, own.N
	for _, rule := range []func(*rules.Refusals) error{
		func(r *rules.Refusals) error { return d.checkOnSale(r, kinds, ch) },
		func(r *rules.Refusals) error { return d.checkMembers(r, whole.Kinds, false) },
		func(r *rules.Refusals) error { return d.checkLocked(r, whole.Kinds) },
		func(r *rules.Refusals) error { return d.checkPrices(r, all) },
		func(r *rules.Refusals) error { d.CheckSize(r, own.Units(), whole.Units(), ch); return nil },
		func(r *rules.Refusals) error { d.CheckEvents(r, kinds); return nil },
		func(r *rules.Refusals) error { d.CheckApproval(r, rules.ApprovalsOf(all)); return nil },
		func(r *rules.Refusals) error { d.CheckQuantities(r, kinds, n); return nil },
		func(r *rules.Refusals) error { return d.checkCompanions(r, kinds, n) },
		func(r *rules.Refusals) error { return d.checkPurchaseLimits(r, whole.Kinds, whole.N) },
		func(r *rules.Refusals) error { return d.checkAmounts(r, all) },
	} {
		if err := rule(&r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (d *draft) checkOnSale(r *rules.Refusals, kinds []*catalog.Goods, ch catalog.Channel) error {
	for _, g := range kinds {
		not, err := d.cache.NotSold(g, ch, d.Wall)
		if err != nil {
			return err
		}
		if not.Reason != catalog.OnSale && !(not.Reason.Liftable() && d.Lifts(rules.OnSaleDates)) {
			r.Add(rules.TypeNotOnSale, g.ID, not.Message(g, d.Wall, d.Company.Location()))
		}
	}
	return nil
}

// checkPrices finds the price row of each line in the basket's currency.
func (d *draft) checkPrices(r *rules.Refusals, all []*rules.Wanted) error {
	for _, w := range all {
		row, ok := w.PriceFor(d.Order.CurrencyID, w.Channel)
		if !ok {
			r.Add(rules.TypeCurrency, w.ID, app.Msg("%s has no price in %s.", w.Item.Name, rules.Code(d.Order.CurrencyID)))
		}
		w.Price = d.Offer(row)
		w.Price.Least = w.Type.LeastAmount()
		if err := d.checkContent(r, w.Goods, w.Channel); err != nil {
			return err
		}
	}
	return nil
}

// checkCompanions wants the prerequisites in the basket or owned already, and for an
// add-on its parent in the basket. It looks at what is
// in the basket as well as at what comes.
func (d *draft) checkCompanions(r *rules.Refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	for _, id := range d.Units.SaleItems() {
		g, err := d.cache.Get(id)
		if err != nil {
			return err
		}
		if !slices.Contains(kinds, g) && !d.Lifted(rules.Companions) {
			kinds = append(kinds, g)
		}
	}
	for _, g := range kinds {
		if g.ParentID != 0 && !d.Comes(g.ParentID, kinds, n) {
			if err := d.refuseAlone(r, g, g.ParentID); err != nil {
				return err
			}
		}
		if !r.Has(g.ID) {
			if err := d.checkPrerequisites(r, g, kinds, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkPrerequisites wants all of what the goods need, or one where that is enough, in the
// basket or owned.
func (d *draft) checkPrerequisites(r *rules.Refusals, g *catalog.Goods, kinds []*catalog.Goods, n map[int64]int64) error {
	var lacks *catalog.Goods
	for _, need := range g.Prerequisites {
		there := d.Comes(need, kinds, n)
		if !there {
			needed, err := d.cache.Get(need)
			if err != nil {
				return err
			}
			if there, err = order.Owns(d.tx, d.Order.CustomerID, needed); err != nil {
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
	if lacks != nil && !d.Lifts(rules.Companions) {
		r.Add(rules.TypeInvalid, g.ID, rules.Alone(g, lacks))
	}
	return nil
}

// refuseAlone refuses goods that lack a companion.
func (d *draft) refuseAlone(r *rules.Refusals, g *catalog.Goods, companion int64) error {
	with, err := d.cache.Get(companion)
	if err == nil && !d.Lifts(rules.Companions) {
		r.Add(rules.TypeInvalid, g.ID, rules.Alone(g, with))
	}
	return err
}

// checkAmounts prices one unit of each line.
func (d *draft) checkAmounts(r *rules.Refusals, all []*rules.Wanted) error {
	for _, w := range all {
		if r.Has(w.ID) {
			continue
		}
		_, levy, err := d.levied(w.Goods, w.EventID)
		if err != nil {
			return err
		}
		var rule money.AmountRule
		w.Price.TaxMode, w.Reverse = rules.ModeOf(w.Price.TaxMode, levy), levy.Reverse
		if w.Charge, rule = money.PriceUnit(w.Price, w.Amount, levy.Rate); rule != money.AmountFits {
			r.Add(rules.TypeAmount, w.ID, rules.AmountRefused(w.Goods, d.Order.CurrencyID, w.Price, rule))
		}
	}
	return nil
}
