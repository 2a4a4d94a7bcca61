package rules

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
)

// checkAmount refuses what means nothing where an amount goes back and everything stays good.
func (in *Refund) checkAmount(p *app.Problems) {
	if in.Amount == 0 {
		return
	}
	if in.Amount < 0 {
		p.Add("amount", "must be at least %d", 1)
	}
	if in.Kind == Void {
		p.Add("type", "gives no money back")
	}
	if in.CancellationFee > 0 {
		p.Add("cancellationFee", "is not possible together with %s", "amount")
	}
	if in.Voided {
		p.Add("refundCancelled", "is not possible together with %s", "amount")
	}
}

// selectGood are the items of which an amount can go back while they stay good: those that stand, and
// of whose price something is left. What is money itself, top-ups and vouchers, is given back or not;
// fees are left out unless they are named.
func selectGood(items []order.Item, chosen []int64, stands func(*order.Item) bool) (picked []RefundedItem) {
	for i := range items {
		it := &items[i]
		named := slices.Contains(chosen, it.ID)
		switch {
		case !it.Holds() || !it.Sold || it.SuccessorID != 0 || it.Refunded >= it.Price || stands(it):
		case it.Credit != nil || it.Type == catalog.GiftVoucher:
		case named || chosen == nil && !it.IsFee():
			picked = append(picked, RefundedItem{ID: it.ID})
		}
	}
	return picked
}

// share spreads the amount over items in proportion to what can go back of each. Without an amount
// nothing does.
func (in *Refund) share(o *order.Order, picked []RefundedItem, left []int64) error {
	if in.Amount == 0 {
		return nil
	}
	sum := int64(0)
	for _, n := range left {
		sum += n
	}
	if in.Amount > sum {
		return app.Field("amount", "must be at most %s", locale.Money{CurrencyID: o.CurrencyID, Minor: sum})
	}
	for i, n := range money.Share(in.Amount, left) {
		picked[i].Amount = n
	}
	return nil
}
