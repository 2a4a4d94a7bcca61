package rules

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
)

// FeeLine is a fee that is to be charged, with what it is sold as and taxed by.
type FeeLine struct {
	fee.Charge
	Goods *catalog.Goods
	Band  *company.TaxBand
	Levy  company.Levy
}

// ChargeFees are the new lines of the fees that a basket is to be charged, and the lines that
// are too many. What is charged already stays the line that it is, at the price of now.
func ChargeFees(b *Basket, wanted []FeeLine) (fresh, gone []*Unit) {
	content := b.Units.Content()
	gone = slices.DeleteFunc(slices.Clone(b.Units), func(u *Unit) bool { return !u.IsBasketFee() })
	for i := range wanted {
		c := &wanted[i]
		was := slices.IndexFunc(gone, func(u *Unit) bool { return u.IsLineOf(c.Charge, content) })
		if was < 0 {
			fresh = append(fresh, newFee(b, c, content))
			continue
		}
		recharge(b, gone[was], c)
		gone = slices.Delete(gone, was, was+1)
	}
	return fresh, gone
}

// newFee is a new line of a fee.
func newFee(b *Basket, c *FeeLine, content []*Unit) *Unit {
	g := c.Goods
	u := &Unit{Item: order.Item{
		SaleItemID: g.ID, ItemID: g.ItemID, EventID: c.EventID, Type: g.Type, SaleName: g.Item.Name, CustomerID: b.Order.CustomerID,
	}}
	if c.Unit >= 0 {
		u.Producer = content[c.Unit]
	}
	switch {
	case c.Fee.Delivery != "":
		u.Type = catalog.FulfilmentFee
	case c.Fee.OnlyOnResale:
		u.Type = catalog.ResaleFee
	}
	recharge(b, u, c)
	return u
}

// recharge sets what the line of a fee costs now, before discounts.
func recharge(b *Basket, u *Unit, c *FeeLine) {
	now := money.ChargeFee(c.Amount, c.Fee.Absorbed, c.Levy.Rate, ModeOf(b.TaxMode(), c.Levy))
	same := u.TaxBandID == c.Band.ID && u.Contributed == c.Contributed && u.ReverseRate == c.Levy.Reverse
	if before := u.Charges(); u.ID != 0 && before == now && same {
		return
	}
	u.Charge(now)
	u.Discount, u.TaxBandID, u.Contributed, u.ReverseRate, u.Changed = 0, c.Band.ID, c.Contributed, c.Levy.Reverse, true
}

// Retax taxes a unit as its buyer is taxed, who was another one, or nobody.
func Retax(b *Basket, u *Unit, l company.Levy) {
	if u.TaxRate == l.Rate && u.ReverseRate == l.Reverse {
		return
	}
	c := u.Charges()
	c.TaxRate, c.TaxMode = l.Rate, ModeOf(b.TaxMode(), l)
	u.Charge(c)
	u.ReverseRate, u.Changed = l.Reverse, true
}

// Reprice reads the price of a sale item anew for the units that are in the basket already: a
// line that is touched costs what it costs now, one that is not keeps the price it was shown
// with. A named amount stays, and so does the channel whose price a unit has.
func Reprice(b *Basket, g *catalog.Goods, band *company.TaxBand, l company.Levy) {
	for _, u := range b.Units {
		if u.SaleItemID != g.ID || u.AmountNamed || u.ID == 0 || u.Bundled() || u.Resale != nil {
			continue
		}
		row, ok := g.PriceFor(b.Order.CurrencyID, u.PricedFor(&b.Order))
		if !ok {
			continue
		}
		offered := Offer(b.Company, row)
		offered.TaxMode = ModeOf(offered.TaxMode, l)
		now, rule := money.PriceUnit(offered, nil, l.Rate)
		if rule != money.AmountFits {
			continue
		}
		before := u.Item
		u.Charge(now)
		u.TaxBandID, u.ReverseRate = band.ID, l.Reverse
		u.Changed = u.Changed || u.ReverseRate != before.ReverseRate || u.Price != before.Price || u.Tax != before.Tax || u.Base != before.Base
	}
}
