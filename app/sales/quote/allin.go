package quote

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// Pricing says what units cost a buyer, as they are told before they buy: with the tax that
// they are charged, and with the fees that each unit brings where the company shows these in its
// prices. What an order or an event is charged once is told beside the total: it is not paid
// again for the next unit.
type Pricing struct {
	r     app.Reader
	own   *company.Company
	cache *catalog.Cache
	now   time.Time
	buyer func() (company.TaxedBuyer, error)
	// fees that may be charged, by event.
	fees map[int64][]*fee.Fee
}

// NewPricing prices for a customer, 0: for somebody who is not known.
func NewPricing(r app.Reader, own *company.Company, cache *catalog.Cache, customerID int64, now time.Time) *Pricing {
	return &Pricing{r: r, own: own, cache: cache, now: now, buyer: TaxedCustomer(r, customerID), fees: map[int64][]*fee.Fee{}}
}

// TaxedCustomer is what decides about the tax of a customer, 0: of somebody who is not known.
func TaxedCustomer(r app.Reader, id int64) func() (company.TaxedBuyer, error) {
	return func() (b company.TaxedBuyer, err error) {
		if id == 0 {
			return b, nil
		}
		who, err := customer.ByID(r, id)
		return who.Taxed(), err
	}
}

// Unit is what one unit costs by a row of its prices; the amount is one that the buyer names.
func (p *Pricing) Unit(g *catalog.Goods, row catalog.Price, ch catalog.Channel, amount *int64) (int64, money.AmountRule, error) {
	_, levy, err := TaxOf(p.cache, g, g.EventID, p.buyer)
	if err != nil {
		return 0, money.AmountFits, err
	}
	offered := rules.Offer(p.own, row)
	offered.TaxMode = rules.ModeOf(offered.TaxMode, levy)
	charge, rule := money.PriceUnit(offered, amount, levy.Rate)
	if rule != money.AmountFits || p.own.AllIn == company.AllInNone || !p.own.ChargesFees {
		return charge.Price, rule, nil
	}
	fees, err := p.beside(g, row.CurrencyID, ch, charge.Base)
	return charge.Price + fees, rule, err
}

// beside is what the fees cost that the company shows in the price of a unit. A delivery costs
// nothing unless it is chosen.
func (p *Pricing) beside(g *catalog.Goods, currencyID int64, ch catalog.Channel, base int64) (sum int64, err error) {
	known, found := p.fees[g.EventID]
	if !found {
		var events []int64
		if g.EventID != 0 {
			events = []int64{g.EventID}
		}
		if known, err = fee.For(p.r, events); err != nil {
			return 0, err
		}
		p.fees[g.EventID] = known
	}
	b := fee.Basket{CurrencyID: currencyID, Channel: ch, Now: p.now, Units: []fee.Unit{{SaleItemID: g.ID, EventID: g.EventID, Type: g.Type, Base: base}}}
	for _, c := range fee.Charges(known, b) {
		if c.Fee.Per != fee.PerItem {
			continue
		}
		n, err := FeePrice(p.own, p.cache, c, p.buyer)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// FeePrice is what a buyer is charged for a fee, with its tax.
func FeePrice(own *company.Company, cache *catalog.Cache, c fee.Charge, buyer func() (company.TaxedBuyer, error)) (int64, error) {
	g, err := cache.Get(c.Fee.SaleItemID)
	if err != nil {
		return 0, err
	}
	_, levy, err := TaxOf(cache, g, c.EventID, buyer)
	return money.ChargeFee(c.Amount, c.Fee.Absorbed, levy.Rate, rules.ModeOf(order.TaxModeOf(own), levy)).Price, err
}

// AllInPrices are what one unit of a sale item costs whoever is not known, with the fees that
// the company shows in its prices, row by row.
func AllInPrices(r app.Reader, in catalog.ToPrice) ([]int64, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	p, all := NewPricing(r, own, catalog.NewCache(r), 0, in.Now), make([]int64, len(in.SaleItem.Prices))
	g, err := p.cache.Get(in.SaleItem.ID)
	for i, row := range in.SaleItem.Prices {
		if err != nil {
			return nil, err
		}
		var amount *int64
		if row.Variable {
			amount = &row.Base
		}
		all[i], _, err = p.Unit(g, row, row.Channel, amount)
	}
	return all, err
}
