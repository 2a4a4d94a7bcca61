package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/sales/quote"
	"marquee/app/sales/rules"
)

// taxOf is the tax band of goods, and what of it the buyer of the basket is charged for an
// event, 0: for none.
func (d *Draft) taxOf(g *catalog.Goods, eventID int64) (*company.TaxBand, company.Levy, error) {
	return quote.TaxOf(d.Cache, g, eventID, d.taxedBuyer)
}

// taxedBuyer is what decides about the tax of the customer of the basket.
func (d *Draft) taxedBuyer() (b company.TaxedBuyer, err error) {
	id := d.Order.CustomerID
	if d.taxedAs != nil {
		id = *d.taxedAs
	}
	if id == 0 {
		return b, nil
	}
	if d.buyer == nil || d.buyer.ID != id {
		who, err := customer.Many(d.Tx, []int64{id})
		if err != nil || len(who) == 0 {
			return b, err
		}
		d.buyer = &who[0]
	}
	return d.buyer.Taxed(), nil
}

// retax taxes what is in the basket as its buyer is taxed, who was another one, or nobody.
func retax(d *Draft) error {
	for _, u := range d.Units {
		if u.Bundled() || u.Resale != nil {
			continue
		}
		g, err := d.Cache.Get(u.SaleItemID)
		if err != nil {
			return err
		}
		band, levy, err := d.taxOf(g, u.EventID)
		if err != nil {
			return err
		}
		if band.ByCountry() {
			rules.Retax(&d.Basket, u, levy)
		}
	}
	d.Units.Tax()
	return nil
}

// SettlePrices charges the fees of what the basket holds now, takes its discount off, and
// taxes what is left.
func SettlePrices(d *Draft) error {
	if err := Charge(d); err != nil {
		return err
	}
	if err := d.KnowUnits(); err != nil {
		return err
	}
	if err := reduce(d); err != nil {
		return err
	}
	d.Units.Tax()
	return nil
}

// Charge makes the fees of the basket those that its content brings now. What is charged
// already stays the line that it is.
func Charge(d *Draft) error {
	if !d.Company.ChargesFees && !slices.ContainsFunc(d.Units, (*rules.Unit).IsBasketFee) {
		return nil
	}
	content := d.Units.Content()
	wanted, err := fees(d, content)
	if err != nil {
		return err
	}
	if err := contribute(d, wanted, content); err != nil {
		return err
	}
	if len(wanted) > maxFees {
		var r rules.Refusals
		r.Add(rules.TypeSize, 0, app.Msg("At most %d fees fit into one basket.", maxFees))
		return r.Err()
	}
	lines, err := feeLines(d, wanted)
	if err != nil {
		return err
	}
	fresh, gone := rules.ChargeFees(&d.Basket, lines)
	if len(gone) > 0 {
		if err := d.drop(gone); err != nil {
			return err
		}
	}
	d.Units = append(d.Units, fresh...)
	return nil
}

// feeLines reads what fees are sold as, and how they are taxed.
func feeLines(d *Draft, wanted []fee.Charge) ([]rules.FeeLine, error) {
	all := make([]rules.FeeLine, len(wanted))
	for i, c := range wanted {
		g, err := d.Cache.Get(c.Fee.SaleItemID)
		if err != nil {
			return nil, err
		}
		all[i] = rules.FeeLine{Charge: c, Goods: g}
		if all[i].Band, all[i].Levy, err = d.taxOf(g, c.EventID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// fees decides what the content of the basket is charged.
func fees(d *Draft, content []*rules.Unit) ([]fee.Charge, error) {
	known, b, err := chargeable(d, content)
	if err != nil {
		return nil, err
	}
	if d.Order.Delivery != nil && !slices.ContainsFunc(fee.Offered(known, b), func(o fee.Offer) bool { return o.Fee.ID == b.DeliveryID }) {
		d.Order.Delivery, b.DeliveryID = nil, 0 // for nothing of what it holds now
	}
	return fee.Charges(known, b), nil
}

// chargeable is the basket as fees see it, with the fees that may be charged.
func chargeable(d *Draft, content []*rules.Unit) ([]*fee.Fee, fee.Basket, error) {
	b := rules.FeeBasket(&d.Order, d.Wall)
	for _, u := range content {
		b.Units = append(b.Units, rules.ChargeableUnit(&u.Item))
	}
	known, err := fee.For(d.Tx, b.Events())
	return known, b, err
}
