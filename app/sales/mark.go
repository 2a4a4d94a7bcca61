package sales

import (
	"slices"

	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
)

// mark notes that the order is of the demo, where it takes its first money now and the company
// is in demo mode, and with it what it gave out and its payments. Every command stores through
// here, so nothing can be sold, paid or given back without it.
func (d *Draft) mark() error {
	own, err := d.settings()
	if err != nil {
		return err
	}
	if begins(d) {
		d.Order.Demo = ofDemo(d, own)
	}
	for _, u := range d.Units {
		if u.Demo != d.Order.Demo && u.Issued() {
			u.Demo, u.Changed = d.Order.Demo, true
		}
	}
	for i := range d.Payments {
		d.Payments[i].Demo = d.Order.Demo
	}
	if d.Order.Demo && !own.Demo && slices.ContainsFunc(d.Payments, func(t order.Transaction) bool { return t.TakesReal() }) {
		return order.Apart("orderId", true, own.Demo)
	}
	return nil
}

// begins tells whether the order takes its first money, or is given away.
func begins(d *Draft) bool {
	if d.Order.Demo || d.Was.Moves() || d.Order.Carried > 0 {
		return false
	}
	return d.Sold || d.card != "" || slices.ContainsFunc(d.Payments, func(t order.Transaction) bool { return t.Total > 0 })
}

// ofDemo tells whether what the order takes is no money: what a card paid is as good as its
// gateway, and the rest as the mode of the company. What another system sold was paid there,
// and of what costs nothing and is worth nothing nobody could make anything.
func ofDemo(d *Draft, own *company.Company) bool {
	switch {
	case d.card != "":
		return d.card == payment.Simulated
	case d.Foreign != nil:
		return false
	}
	return own.Demo && (d.Totals().Total > 0 || slices.ContainsFunc(d.Units.Items(), rules.IsCredit))
}

// settings are those of the company.
func (d *Draft) settings() (*company.Company, error) {
	if d.Company != nil {
		return d.Company, nil
	}
	return company.SettingsOf(d.Tx)
}
