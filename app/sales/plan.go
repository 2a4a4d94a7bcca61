package sales

import (
	"marquee/app"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// payable is what is paid now by a plan.
func (d *draft) payable(p rules.Plan) (rules.Share, error) {
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
	kinds, err := d.kinds()
	if err != nil {
		return rules.Share{}, err
	}
	t := d.Totals()
	o, err := terms.OfferOf(d.tx, terms.Basket{
		Total: t.Total, Fees: d.Units.WholeFees(), CurrencyID: d.Order.CurrencyID, Channel: d.Order.Channel, Events: rules.EventsOf(kinds),
	}, d.Wall)
	return d.First(o), err
}

// shareOf is what a payment by card pays of the order.
func (d *draft) shareOf(p *payment.Payment) rules.Share {
	if p.DepositUntil == nil {
		return d.Rest()
	}
	return d.First(terms.Offer{Amount: p.Due, DueAt: *rules.Later(p.DepositUntil, d.Wall.Add(payment.RetryTime))})
}

// paid does what follows from having paid a share: the order is complete, or holds what
// it has until the rest is paid.
func (d *draft) paid(now rules.Share, drawn order.Barcodes) error {
	if now.Deposit == nil {
		return d.issue(drawn.Each())
	}
	if err := d.Become(order.PartiallyPaid); err != nil {
		return err
	}
	d.Order.Deposit, d.Order.ExpiresAt, d.Order.PaymentID = now.Total, &now.Deposit.DueAt, 0
	return nil
}
