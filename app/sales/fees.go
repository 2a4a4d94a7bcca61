package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/fee"
	"marquee/app/sales/rules"
)

// charge makes the fees of the basket those that its content brings now. What is charged
// already stays the line that it is.
func (d *draft) charge() error {
	if !d.Company.ChargesFees && !slices.ContainsFunc(d.Units, (*rules.Unit).IsBasketFee) {
		return nil
	}
	content := d.Units.Content()
	wanted, err := d.fees(content)
	if err != nil {
		return err
	}
	if err := d.contribute(wanted, content); err != nil {
		return err
	}
	if len(wanted) > maxFees {
		var r rules.Refusals
		r.Add(rules.TypeSize, 0, app.Msg("At most %d fees fit into one basket.", maxFees))
		return r.Err()
	}
	lines, err := d.feeLines(wanted)
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
func (d *draft) feeLines(wanted []fee.Charge) ([]rules.FeeLine, error) {
	all := make([]rules.FeeLine, len(wanted))
	for i, c := range wanted {
		g, err := d.cache.Get(c.Fee.SaleItemID)
		if err != nil {
			return nil, err
		}
		all[i] = rules.FeeLine{Charge: c, Goods: g}
		if all[i].Band, all[i].Levy, err = d.levied(g, c.EventID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// fees decides what the content of the basket is charged.
func (d *draft) fees(content []*rules.Unit) ([]fee.Charge, error) {
	known, b, err := d.chargeable(content)
	if err != nil {
		return nil, err
	}
	if d.Order.Delivery != nil && !slices.ContainsFunc(fee.Offered(known, b), func(o fee.Offer) bool { return o.Fee.ID == b.DeliveryID }) {
		d.Order.Delivery, b.DeliveryID = nil, 0 // for nothing of what it holds now
	}
	return fee.Charges(known, b), nil
}

// chargeable is the basket as fees see it, with the fees that may be charged.
func (d *draft) chargeable(content []*rules.Unit) ([]*fee.Fee, fee.Basket, error) {
	b := rules.FeeBasket(&d.Order, d.Wall)
	for _, u := range content {
		b.Units = append(b.Units, rules.ChargeableUnit(&u.Item))
	}
	known, err := fee.For(d.tx, b.Events())
	return known, b, err
}
