package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
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
	gone := slices.DeleteFunc(slices.Clone(d.Units), func(u *rules.Unit) bool { return !u.IsBasketFee() })
	var fresh []*rules.Unit
	for _, c := range wanted {
		was := slices.IndexFunc(gone, func(u *rules.Unit) bool { return u.IsLineOf(c, content) })
		if was < 0 {
			u, err := d.feeUnit(c, content)
			if err != nil {
				return err
			}
			fresh = append(fresh, u)
			continue
		}
		if err := d.rechargeFee(gone[was], c); err != nil {
			return err
		}
		gone = slices.Delete(gone, was, was+1)
	}
	if len(gone) > 0 {
		if err := d.drop(gone); err != nil {
			return err
		}
	}
	d.Units = append(d.Units, fresh...)
	return nil
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

// feeUnit is a new line of a fee.
func (d *draft) feeUnit(c fee.Charge, content []*rules.Unit) (*rules.Unit, error) {
	g, err := d.cache.Get(c.Fee.SaleItemID)
	if err != nil {
		return nil, err
	}
	u := &rules.Unit{Item: order.Item{
		SaleItemID: g.ID, ItemID: g.ItemID, EventID: c.EventID, Type: g.Type, SaleName: g.Item.Name, CustomerID: d.Order.CustomerID,
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
	return u, d.rechargeFee(u, c)
}

// rechargeFee sets what the line of a fee costs now, before discounts.
func (d *draft) rechargeFee(u *rules.Unit, c fee.Charge) error {
	g, err := d.cache.Get(c.Fee.SaleItemID)
	if err != nil {
		return err
	}
	band, levy, err := d.levied(g, u.EventID)
	if err != nil {
		return err
	}
	now := money.ChargeFee(c.Amount, c.Fee.Absorbed, levy.Rate, rules.ModeOf(d.TaxMode(), levy))
	same := u.TaxBandID == band.ID && u.Contributed == c.Contributed && u.ReverseRate == levy.Reverse
	if before := u.Charges(); u.ID != 0 && before == now && same {
		return nil
	}
	u.Charge(now)
	u.Discount, u.TaxBandID, u.Contributed, u.ReverseRate, u.Changed = 0, band.ID, c.Contributed, levy.Reverse, true
	return nil
}
