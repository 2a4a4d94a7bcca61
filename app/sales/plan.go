package sales

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/terms"
)

// Plan says how much of a basket is paid first.
type Plan string

// The plans.
const (
	PayAll     Plan = ""
	PayDeposit Plan = "deposit"
)

// share is what is paid of an order at once: all, a deposit, or the rest.
type share struct {
	// Totals are those of the share. Its fees and taxes, and those of the rest, add up to
	// those of the order.
	money.Totals
	// deposit is the offer that is taken, nil when nothing is left to pay afterwards.
	deposit *terms.Offer
}

// due is what of the order is not paid yet.
func (d *draft) due() int64 { return d.totals().Total - d.order.Totals.Paid - d.carried() }

// payable is what is paid now by a plan.
func (d *draft) payable(p Plan) (share, error) {
	switch {
	case p == PayAll:
		return d.rest(), nil
	case d.order.Status != order.Active:
		return share{}, app.Field("paymentPlan", "is possible only for a basket")
	case len(d.fromSellers()) > 0:
		return share{}, app.Field("paymentPlan", "is not possible for what others sell on")
	case d.order.Modifies != 0:
		return share{}, app.Field("paymentPlan", "is not possible for an order that is changed")
	}
	kinds, err := d.kinds()
	if err != nil {
		return share{}, err
	}
	t := d.totals()
	o, err := terms.OfferOf(d.tx, terms.Basket{
		Total: t.Total, Fees: d.wholeFees(), CurrencyID: d.order.CurrencyID, Channel: d.order.Channel, Events: eventsOf(kinds),
	}, d.tx.Wall())
	return d.first(o), err
}

// eventsOf are the events of sale items, each once.
func eventsOf(kinds []*catalog.Goods) (all []*catalog.Event) {
	seen := map[int64]bool{}
	for _, g := range kinds {
		if g.Event != nil && !seen[g.EventID] {
			seen[g.EventID] = true
			all = append(all, g.Event)
		}
	}
	return all
}

// first is the share that a deposit is: all of the fees with their tax, and of the rest of
// the tax the part that falls to the rest of the deposit.
func (d *draft) first(o terms.Offer) share {
	t := d.totals()
	onFees := d.feeTax()
	beside := []int64{max(0, o.Amount-d.wholeFees()), max(0, t.Total-o.Amount)}
	t.Tax = onFees + money.Share(t.Tax-onFees, beside)[0]
	t.Total = o.Amount
	return share{t, &o}
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
func (d *draft) rest() share {
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
	return share{Totals: t}
}

// shareOf is what a payment by card pays of the order.
func (d *draft) shareOf(p *payment.Payment) share {
	if p.DepositUntil == nil {
		return d.rest()
	}
	return d.first(terms.Offer{Amount: p.Due, DueAt: *later(p.DepositUntil, d.tx.Wall().Add(payment.RetryTime))})
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
func (d *draft) paid(now share, drawn order.Barcodes) error {
	if now.deposit == nil {
		return d.issue(drawn.Each())
	}
	if err := d.become(order.PartiallyPaid); err != nil {
		return err
	}
	d.order.Deposit, d.order.ExpiresAt, d.order.PaymentID = now.Total, &now.deposit.DueAt, 0
	return nil
}
