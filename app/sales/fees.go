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

// content are the units that stand for themselves: no fees, and nothing that bundles bring.
func (d *draft) content() []*unit {
	beside := func(u *unit) bool { return u.isFee() || u.bundled() }
	if !slices.ContainsFunc(d.units, beside) {
		return d.units
	}
	return slices.DeleteFunc(slices.Clone(d.units), beside)
}

func (u *unit) isFee() bool {
	return u.Type == catalog.Fee || u.Type == catalog.ResaleFee || u.Type == catalog.FulfilmentFee
}

// charge makes the fees of the basket those that its content brings now. What is charged
// already stays the line that it is.
func (d *draft) charge() error {
	if !d.company.ChargesFees && !slices.ContainsFunc(d.units, (*unit).isFee) {
		return nil
	}
	content := d.content()
	wanted, err := d.fees(content)
	if err != nil {
		return err
	}
	if err := d.contribute(wanted, content); err != nil {
		return err
	}
	if len(wanted) > maxFees {
		var r refusals
		r.add(typeSize, 0, app.Msg("At most %d fees fit into one basket.", maxFees))
		return r.err()
	}
	gone := slices.DeleteFunc(slices.Clone(d.units), func(u *unit) bool { return !u.isFee() })
	var fresh []*unit
	for _, c := range wanted {
		was := slices.IndexFunc(gone, func(u *unit) bool { return u.charges(c, content) })
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
	d.units = append(d.units, fresh...)
	return nil
}

// fees decides what the content of the basket is charged.
func (d *draft) fees(content []*unit) ([]fee.Charge, error) {
	known, b, err := d.chargeable(content)
	if err != nil {
		return nil, err
	}
	if d.order.Delivery != nil && !slices.ContainsFunc(fee.Offered(known, b), func(o fee.Offer) bool { return o.Fee.ID == b.DeliveryID }) {
		d.order.Delivery, b.DeliveryID = nil, 0 // for nothing of what it holds now
	}
	return fee.Charges(known, b), nil
}

// chargeable is the basket as fees see it, with the fees that may be charged.
func (d *draft) chargeable(content []*unit) ([]*fee.Fee, fee.Basket, error) {
	b := rules.FeeBasket(&d.order, d.tx.Wall())
	for _, u := range content {
		b.Units = append(b.Units, rules.ChargeableUnit(&u.Item))
	}
	known, err := fee.For(d.tx, b.Events())
	return known, b, err
}

// charges tells whether a unit is the line of a fee that is to be charged.
func (u *unit) charges(c fee.Charge, content []*unit) bool {
	if u.SaleItemID != c.Fee.SaleItemID || u.EventID != c.EventID {
		return false
	}
	if c.Unit < 0 {
		return u.ProducingItemID == 0
	}
	return u.ProducingItemID != 0 && u.ProducingItemID == content[c.Unit].ID
}

// feeUnit is a new line of a fee.
func (d *draft) feeUnit(c fee.Charge, content []*unit) (*unit, error) {
	g, err := d.cache.Get(c.Fee.SaleItemID)
	if err != nil {
		return nil, err
	}
	u := &unit{Item: order.Item{
		SaleItemID: g.ID, ItemID: g.ItemID, EventID: c.EventID, Type: g.Type, SaleName: g.Item.Name, CustomerID: d.order.CustomerID,
	}}
	if c.Unit >= 0 {
		u.producer = content[c.Unit]
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
func (d *draft) rechargeFee(u *unit, c fee.Charge) error {
	g, err := d.cache.Get(c.Fee.SaleItemID)
	if err != nil {
		return err
	}
	band, levy, err := d.levied(g, u.EventID)
	if err != nil {
		return err
	}
	now := money.ChargeFee(c.Amount, c.Fee.Absorbed, levy.Rate, rules.ModeOf(d.taxMode(), levy))
	same := u.TaxBandID == band.ID && u.Contributed == c.Contributed && u.ReverseRate == levy.Reverse
	if before := u.Charges(); u.ID != 0 && before == now && same {
		return nil
	}
	u.Charge(now)
	u.Discount, u.TaxBandID, u.Contributed, u.ReverseRate, u.changed = 0, band.ID, c.Contributed, levy.Reverse, true
	return nil
}
