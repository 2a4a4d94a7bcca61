package rules

import (
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/wallet"
)

// Cashout asks to give back what is left of the top-ups of a customer.
type Cashout struct {
	CustomerID, CurrencyID int64
	// Amount is nil for all that can be cashed out.
	Amount *int64
	// Online gives it back over the gateways that it was paid over; else it is handed over.
	Online bool
	UUID   string
	// Medium, where it is given, must be of the customer.
	Medium wallet.Medium
}

// TakesFrom tells whether money of a transaction can go back in this way: by hand also what
// was paid by card.
func (in *Cashout) TakesFrom(t *order.Transaction) bool {
	return !t.Deposit && t.WalletID == 0 && (t.Gateway != "" || !in.Online)
}

// UpTo are the first parts that make up an amount.
func UpTo(parts []wallet.Topup, amount int64) (some []wallet.Topup) {
	for _, t := range parts {
		if t.Left = min(t.Left, amount); t.Left > 0 {
			amount -= t.Left
			some = append(some, t)
		}
	}
	return some
}

// SumOf is what is left of parts of top-ups.
func SumOf(parts []wallet.Topup) (n int64) {
	for i := range parts {
		n += parts[i].Left
	}
	return n
}

// Returns gives parts of top-ups back to the transactions of their order: to those that brought
// money of the same kind, as far as anything is left of them, and by hand to any other.
func (in *Cashout) Returns(noted []order.Transaction, parts []wallet.Topup) (all []RefundPart) {
	left, back := make([]int64, len(noted)), make([]int64, len(noted))
	for i := range noted {
		if in.TakesFrom(&noted[i]) {
			left[i] = max(0, order.LeftOf(&noted[i], noted))
		}
	}
	take := func(n int64, counts func(*order.Transaction) bool) (rest int64) {
		for i := range noted {
			if counts(&noted[i]) {
				part := min(n, left[i])
				left[i], back[i], n = left[i]-part, back[i]+part, n-part
			}
		}
		return n
	}
	rest := int64(0)
	for _, p := range parts {
		rest += take(p.Left, func(t *order.Transaction) bool { return (t.Gateway != "") == p.Online })
	}
	take(rest, func(*order.Transaction) bool { return true })
	for i := range noted {
		if back[i] == 0 {
			continue
		}
		part := RefundPart{Of: noted[i].ID, Method: noted[i].Type, Amount: back[i]}
		if in.Online {
			part.Gateway = noted[i].Gateway
		}
		all = append(all, part)
	}
	return all
}

// creditOf is what of a top-up was not taken back, 0 for every other item.
func creditOf(it *order.Item) int64 {
	if it.Type != catalog.CashlessTopup || it.Credit == nil || !it.Holds() {
		return 0
	}
	return it.Credit.Amount - it.Credit.Taken
}

// CashableOf is what of each item of an order, and of all together, can be cashed out: what of
// a top-up was paid for in its own currency, and is neither taken back nor refunded nor kept
// as its share of a deposit.
func CashableOf(o *order.Order, items []order.Item) (own []int64, sum int64) {
	kept := keptOf(o, items, &Refund{})
	own = make([]int64, len(items))
	for i := range items {
		it := &items[i]
		if n := creditOf(it); n > 0 && it.Credit.CurrencyID == o.CurrencyID {
			own[i] = max(0, min(n, it.PaidBase()-it.Refunded, it.Price-it.Refunded-kept[i]))
			sum += own[i]
		}
	}
	return own, sum
}

// Deal takes an amount off what is left in some parts, the first part first.
func Deal(n int64, left []int64) []int64 {
	got := make([]int64, len(left))
	for i := range left {
		got[i] = min(n, left[i])
		left[i] -= got[i]
		n -= got[i]
	}
	return got
}

// PaidIn is what was paid for an order by hand and over a gateway, but for a deposit, which is
// never given back.
func PaidIn(noted []order.Transaction) (byHand, online int64) {
	for i := range noted {
		t := &noted[i]
		switch {
		case t.Status != order.TransactionSuccess || t.Total <= 0 || t.Deposit:
		case t.Gateway != "":
			online += t.Total
		default:
			byHand += t.Total
		}
	}
	return byHand, online
}
