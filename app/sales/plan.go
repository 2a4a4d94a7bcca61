package sales

import (
	"marquee/app"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// due is what of the order is not paid yet.
func (d *draft) due() int64 { return d.totals().Total - d.order.Totals.Paid - d.carried() }

// payable is what is paid now by a plan.
func (d *draft) payable(p rules.Plan) (rules.Share, error) {
	switch {
	case p == rules.PayAll:
		return d.rest(), nil
	case d.order.Status != order.Active:
		return rules.Share{}, app.Field("paymentPlan", "is possible only for a basket")
	case len(d.fromSellers()) > 0:
		return rules.Share{}, app.Field("paymentPlan", "is not possible for what others sell on")
	case d.order.Modifies != 0:
		return rules.Share{}, app.Field("paymentPlan", "is not possible for an order that is changed")
	}
	kinds, err := d.kinds()
	if err != nil {
		return rules.Share{}, err
	}
	t := d.totals()
	o, err := terms.OfferOf(d.tx, terms.Basket{
		Total: t.Total, Fees: d.wholeFees(), CurrencyID: d.order.CurrencyID, Channel: d.order.Channel, Events: rules.EventsOf(kinds),
	}, d.tx.Wall())
	return d.first(o), err
}

// first is the share that a deposit is: all of the fees with their tax, and of the rest of
// the tax the part that falls to the rest of the deposit.
func (d *draft) first(o terms.Offer) rules.Share {
	t := d.totals()
	onFees := d.feeTax()
	beside := []int64{max(0, o.Amount-d.wholeFees()), max(0, t.Total-o.Amount)}
	t.Tax = onFees + money.Share(t.Tax-onFees, beside)[0]
	t.Total = o.Amount
	return rules.Share{t, &o}
}

// wholeFees are the fees of the order, with the tax that comes on top of them.
func (d *draft) wholeFees() (n int64) {
	for _, u := range d.units {
		n += u.KeptFees(true, true)
	}
	return n
}

// feeTax is the tax in the fees of the order.
func (d *draft) feeTax() (n int64) {
	for _, u := range d.units {
		if u.IsFee() {
			n += u.Tax
		} else {
			n += u.FeeTax
		}
	}
	return n
}

// rest is what a deposit, or what is carried over from another order, left to be paid; where
// there was neither, it is all.
func (d *draft) rest() rules.Share {
	t := d.totals()
	if n := d.carried(); n > 0 {
		left := []int64{max(0, t.Total-n), min(n, t.Total)}
		t.Tax, t.Fees = money.Share(t.Tax, left)[0], money.Share(t.Fees, left)[0]
		t.Total -= n
	}
	if paid := d.order.Deposit; paid > 0 {
		first := d.first(terms.Offer{Amount: paid})
		t.Total, t.Tax, t.Fees = t.Total-paid, t.Tax-first.Tax, 0
	}
	return rules.Share{Totals: t}
}

// shareOf is what a payment by card pays of the order.
func (d *draft) shareOf(p *payment.Payment) rules.Share {
	if p.DepositUntil == nil {
		return d.rest()
	}
	return d.first(terms.Offer{Amount: p.Due, DueAt: *rules.Later(p.DepositUntil, d.tx.Wall().Add(payment.RetryTime))})
}

// bound is what must be as it was when a payment by card was opened.
func (d *draft) bound(p *payment.Payment) int64 {
	if p.DepositUntil == nil {
		return d.due()
	}
	return d.totals().Total - d.order.Deposit // another deposit was paid meanwhile: it is due no more
}

// paid does what follows from having paid a share: the order is complete, or holds what
// it has until the rest is paid.
func (d *draft) paid(now rules.Share, drawn order.Barcodes) error {
	if now.Deposit == nil {
		return d.issue(drawn.Each())
	}
	if err := d.become(order.PartiallyPaid); err != nil {
		return err
	}
	d.order.Deposit, d.order.ExpiresAt, d.order.PaymentID = now.Total, &now.Deposit.DueAt, 0
	return nil
}
