package rules

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
)

// NamedAmount is what the caller once named as the price of the unit.
func NamedAmount(i *order.Item, g *catalog.Goods, o *order.Order) int64 {
	if row, ok := g.PriceFor(o.CurrencyID, i.PricedFor(o)); ok && !row.Variable {
		return i.Base
	}
	c := i.Charges()
	if c.TaxMode&money.TaxOnTop != 0 {
		return c.Price - c.Tax
	}
	return c.Price
}

// FeeBasket is a basket as fees see it, without its units.
func FeeBasket(o *order.Order, now time.Time) fee.Basket {
	return fee.Basket{CurrencyID: o.CurrencyID, Channel: o.Channel, DeliveryID: o.DeliveryID(), Now: now}
}

// ChargeableUnit is an item as fees see it.
func ChargeableUnit(it *order.Item) fee.Unit {
	return fee.Unit{SaleItemID: it.SaleItemID, EventID: it.EventID, Type: it.Type, Base: it.Base, Resold: it.ReplacedBy(order.ByResale)}
}

// ModeOf is how tax is calculated that a buyer is charged.
func ModeOf(own money.TaxMode, l company.Levy) money.TaxMode {
	if l.OnTop {
		own |= money.TaxOnTop
	}
	return own
}

// Offer is a price row of a company as the arithmetic takes it.
func Offer(c *company.Company, p catalog.Price) money.Price {
	return money.Price{
		TaxMode: order.TaxModeOf(c),
		Base:    p.Base, ProcessingFee: p.ProcessingFee, ResellerFee: p.ResellerFee,
		HideProcessingFee: p.HideProcessingFee, HideResellerFee: p.HideResellerFee,
		ProcessingPercent: p.ProcessingPercent, Variable: p.Variable, VariableMin: p.VariableMin, VariableMax: p.VariableMax,
		Custom: p.Custom, CustomRequired: p.CustomRequired,
	}
}

// AmountRefused says what is wrong with the amount named for some goods.
func AmountRefused(g *catalog.Goods, currencyID int64, p money.Price, rule money.AmountRule) app.Message {
	least, most := p.Bounds()
	switch rule {
	case money.AmountNotAsked:
		return app.Msg("The price of %s is fixed.", g.Item.Name)
	case money.AmountTooLow:
		return app.Msg("The amount for %s must be at least %s.", g.Item.Name, locale.Money{CurrencyID: currencyID, Minor: least})
	case money.AmountTooHigh:
		return app.Msg("The amount for %s must be at most %s.", g.Item.Name, locale.Money{CurrencyID: currencyID, Minor: most})
	}
	return app.Msg("An amount must be named for %s.", g.Item.Name)
}

// Code is a currency as people write it.
func Code(currencyID int64) string {
	c, _ := company.CurrencyByID(currencyID)
	return c.Code
}

// TaxMode is how the company calculates tax.
func (b *Basket) TaxMode() money.TaxMode { return order.TaxModeOf(b.Company) }

// Offer is a price row as the arithmetic takes it.
func (b *Basket) Offer(p catalog.Price) money.Price { return Offer(b.Company, p) }
