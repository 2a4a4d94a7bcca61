package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/order"
)

// taxMode is how the company calculates tax.
func (d *draft) taxMode() money.TaxMode { return order.TaxModeOf(d.company) }

// offer is a price row as the arithmetic takes it.
func (d *draft) offer(p catalog.Price) money.Price { return Offer(d.company, p) }

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

// amountRefused says what is wrong with the amount named for some goods.
func amountRefused(g *catalog.Goods, p money.Price, rule money.AmountRule) app.Message {
	least, most := p.Bounds()
	switch rule {
	case money.AmountNotAsked:
		return app.Msg("The price of %s is fixed.", g.Item.Name)
	case money.AmountTooLow:
		return app.Msg("The amount for %s must be at least %d.", g.Item.Name, least)
	case money.AmountTooHigh:
		return app.Msg("The amount for %s must be at most %d.", g.Item.Name, most)
	}
	return app.Msg("An amount must be named for %s.", g.Item.Name)
}
