package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// settled turns a payment of the order into the transactions to note. What waits for its
// payment is paid as agreed when whoever may change orders says no more than that it was.
func settled(d *Draft, c *app.Caller, p rules.Payment, due int64) ([]rules.Split, error) {
	if m := rules.Agreed(d.Order.Status); m != "" && p.Method == "" && len(p.Splits) == 0 && c.Can(app.EditOrders) {
		return []rules.Split{{Amount: due, Method: m}}, nil
	}
	parts, err := rules.Settle(c, p, due, d.Order.CurrencyID)
	if err != nil {
		return nil, err
	}
	return parts, fromWallet(d, &p, parts)
}

// sign notes on the order which rules were lifted for it, and who did that last.
func (d *Draft) sign() {
	for _, rule := range d.Lifting.Used {
		app.Note(d.Tx, "orders", d.Order.ID, "rule lifted: "+string(rule))
		d.Order.Override = d.Lifting.UserID
		if !d.Lifted(rule) {
			// The stored order shares its list: it is not changed in place.
			d.Order.Lifted = append(slices.Clone(d.Order.Lifted), string(rule))
		}
	}
}

// Payable is what is paid now by a plan.
func Payable(d *Draft, p rules.Plan) (rules.Share, error) {
	switch {
	case p == rules.PayAll:
		return d.Rest(), nil
	case d.Order.Status != order.Active:
		return rules.Share{}, app.Field("paymentPlan", "is possible only for a basket")
	case len(d.Units.FromSellers()) > 0:
		return rules.Share{}, app.Field("paymentPlan", "is not possible for what others sell on")
	case d.Order.Modifies != 0:
		return rules.Share{}, app.Field("paymentPlan", "is not possible for an order that is changed")
	}
	kinds, err := d.Kinds()
	if err != nil {
		return rules.Share{}, err
	}
	t := d.Totals()
	o, err := terms.OfferOf(d.Tx, terms.Basket{
		Total: t.Total, Fees: d.Units.WholeFees(), CurrencyID: d.Order.CurrencyID, Channel: d.Order.Channel, Events: rules.EventsOf(kinds),
	}, d.Wall)
	return d.First(o), err
}

// shareOf is what a payment by card pays of the order.
func shareOf(d *Draft, p *payment.Payment) rules.Share {
	if p.DepositUntil == nil {
		return d.Rest()
	}
	return d.First(terms.Offer{Amount: p.Due, DueAt: *rules.Later(p.DepositUntil, d.Wall.Add(payment.RetryTime))})
}

// AfterPaid does what follows from having paid a share: the order is complete, or holds what
// it has until the rest is paid.
func AfterPaid(d *Draft, now rules.Share, drawn order.Barcodes) error {
	if now.Deposit == nil {
		return Issue(d, drawn.Each())
	}
	if err := d.Become(order.PartiallyPaid); err != nil {
		return err
	}
	d.Order.Deposit, d.Order.ExpiresAt, d.Order.PaymentID = now.Total, &now.Deposit.DueAt, 0
	return nil
}
