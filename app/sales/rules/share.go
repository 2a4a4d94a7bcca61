package rules

import (
	"marquee/app/catalog"
	"marquee/app/money"
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

// Share is what is paid of an order at once: all, a deposit, or the rest.
type Share struct {
	// Totals are those of the share. Its fees and taxes, and those of the rest, add up to
	// those of the order.
	money.Totals
	// Deposit is the offer that is taken, nil when nothing is left to pay afterwards.
	Deposit *terms.Offer
}

// EventsOf are the events of sale items, each once.
func EventsOf(kinds []*catalog.Goods) (all []*catalog.Event) {
	seen := map[int64]bool{}
	for _, g := range kinds {
		if g.Event != nil && !seen[g.EventID] {
			seen[g.EventID] = true
			all = append(all, g.Event)
		}
	}
	return all
}

// Totals adds up the live units.
func (b *Basket) Totals() money.Totals {
	t := b.Voided
	for _, u := range b.Units {
		t.Add(u.Totals())
	}
	return t
}

// Due is what of the order is not paid yet.
func (b *Basket) Due() int64 { return b.Totals().Total - b.Order.Totals.Paid - b.Carried() }

// First is the share that a deposit is: all of the fees with their tax, and of the rest of
// the tax the part that falls to the rest of the deposit.
func (b *Basket) First(o terms.Offer) Share {
	t := b.Totals()
	onFees := b.Units.feeTax()
	beside := []int64{max(0, o.Amount-b.Units.WholeFees()), max(0, t.Total-o.Amount)}
	t.Tax = onFees + money.Share(t.Tax-onFees, beside)[0]
	t.Total = o.Amount
	return Share{t, &o}
}

// Rest is what a deposit, or what is carried over from another order, left to be paid; where
// there was neither, it is all.
func (b *Basket) Rest() Share {
	t := b.Totals()
	if n := b.Carried(); n > 0 {
		left := []int64{max(0, t.Total-n), min(n, t.Total)}
		t.Tax, t.Fees = money.Share(t.Tax, left)[0], money.Share(t.Fees, left)[0]
		t.Total -= n
	}
	if paid := b.Order.Deposit; paid > 0 {
		first := b.First(terms.Offer{Amount: paid})
		t.Total, t.Tax, t.Fees = t.Total-paid, t.Tax-first.Tax, 0
	}
	return Share{Totals: t}
}

// Bound is what must be as it was when a payment by card was opened.
func (b *Basket) Bound(p *payment.Payment) int64 {
	if p.DepositUntil == nil {
		return b.Due()
	}
	return b.Totals().Total - b.Order.Deposit // another deposit was paid meanwhile: it is due no more
}
