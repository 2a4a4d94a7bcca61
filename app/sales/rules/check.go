package rules

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
)

// Ask is what is to be put into a basket on a channel.
type Ask struct {
	Lines []*Wanted
	// Own is how much of what that is, and Whole the same with what bundles bring.
	Own, Whole Demand
	Channel    catalog.Channel
}

// Asked sums up what lines ask for.
func Asked(b *Basket, all []*Wanted, ch catalog.Channel) Ask {
	own := sums(all)
	return Ask{all, own, b.whole(own), ch}
}

// Check are the rules on what a basket would hold, in their order. Each sale item is refused
// once, for the first rule it breaks. Some rules are about what stands for itself, others about
// all that comes, with what bundles bring.
func Check(b *Basket, ask *Ask, f *Facts) Refusals {
	var r Refusals
	own, whole := ask.Own, ask.Whole
	checkOnSale(b, &r, own.Kinds, f)
	CheckMembers(b, &r, whole.Kinds, false, f.Member)
	f.CheckLocked(&r)
	checkPrices(b, &r, ask.Lines)
	CheckSize(b, &r, own.Units(), whole.Units(), ask.Channel)
	CheckEvents(b, &r, own.Kinds)
	CheckApproval(b, &r, approvalsOf(ask.Lines))
	CheckQuantities(b, &r, own.Kinds, own.N)
	CheckCompanions(b, &r, own.Kinds, own.N, f.Owned)
	CheckLimits(b, &r, whole.Kinds, whole.N, &f.Limits)
	checkAmounts(b, &r, ask.Lines)
	return r
}

func checkOnSale(b *Basket, r *Refusals, kinds []*catalog.Goods, f *Facts) {
	for i, g := range kinds {
		not := f.NotSold[i]
		if not.Reason != catalog.OnSale && !(not.Reason.Liftable() && b.Lifts(OnSaleDates)) {
			r.Add(TypeNotOnSale, g.ID, not.Message(g, b.Wall, b.Company.Location()))
		}
	}
}

// CheckLocked refuses what an access code is needed for.
func (f *Facts) CheckLocked(r *Refusals) {
	for _, g := range f.Locked {
		r.Add(TypeNotOnSale, g.ID, app.Msg("%s needs an access code.", g.Item.Name))
	}
}

// checkPrices finds the price row of each line in the basket's currency.
func checkPrices(b *Basket, r *Refusals, all []*Wanted) {
	for _, w := range all {
		row, ok := w.PriceFor(b.Order.CurrencyID, w.Channel)
		if !ok {
			r.Add(TypeCurrency, w.ID, app.Msg("%s has no price in %s.", w.Item.Name, Code(b.Order.CurrencyID)))
		}
		w.Price = Offer(b.Company, row)
		w.Price.Least = w.Type.LeastAmount()
		checkContent(b, r, w.Goods, w.Channel)
	}
}

// checkContent refuses bundles with a top-up that is worth nothing in the currency of the
// basket.
func checkContent(b *Basket, r *Refusals, g *catalog.Goods, ch catalog.Channel) {
	for _, part := range g.Bundled {
		c := b.Goods[part.SaleItemID]
		if _, ok := c.PriceFor(b.Order.CurrencyID, ch); !ok && c.Type == catalog.CashlessTopup && c.TopupCurrencyID == 0 {
			r.Add(TypeCurrency, g.ID, app.Msg("%s has no price in %s.", c.Item.Name, Code(b.Order.CurrencyID)))
		}
	}
}

// checkAmounts prices one unit of each line, with the tax that its buyer is charged.
func checkAmounts(b *Basket, r *Refusals, all []*Wanted) {
	for _, w := range all {
		if r.Has(w.ID) {
			continue
		}
		var rule money.AmountRule
		w.Price.TaxMode, w.Reverse = ModeOf(w.Price.TaxMode, w.Levy), w.Levy.Reverse
		if w.Charge, rule = money.PriceUnit(w.Price, w.Amount, w.Levy.Rate); rule != money.AmountFits {
			r.Add(TypeAmount, w.ID, AmountRefused(w.Goods, b.Order.CurrencyID, w.Price, rule))
		}
	}
}

// CheckCancelled refuses sale items of cancelled events.
func CheckCancelled(b *Basket, r *Refusals, kinds []*catalog.Goods) {
	for _, g := range kinds {
		if g.Event != nil && g.Event.CancelledAt != nil {
			not := catalog.NotSold{Reason: catalog.IsCancelled, Of: g}
			r.Add(TypeNotOnSale, g.ID, not.Message(g, b.Wall, b.Company.Location()))
		}
	}
}
