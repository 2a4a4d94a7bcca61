package order

import (
	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// codeCustomer is the key of the index of discount codes: the code with a bit for a
// use that was given back, and the customer.
type codeCustomer = kv.Pair2[int64, int64]

// codeUse is where the order counts for its discount code. A basket does not, and
// neither does a code that took nothing off. An order that was cancelled or returned
// as a whole gives its use back, but was still made with the code.
func (o *Order) codeUse() []codeCustomer {
	if o.DiscountID == 0 || o.Totals.Discount == 0 {
		return nil
	}
	back := o.Status == Cancelled || o.Status == Refunded
	if !back && (o.Status == Active || !o.Status.Sold() && !o.Status.Holds()) {
		return nil
	}
	return []codeCustomer{{A: o.DiscountID<<1 | bitIf(back, 1), B: o.CustomerID}}
}

// CodeUses counts the orders that used a discount code, finished and reserved ones.
func CodeUses(r app.Reader, code int64) (int64, error) {
	return orderByCode.CountOf(r, indexes.PrefixOf[int64](code<<1))
}

// CodeUsesBy counts those of one customer, up to a limit.
func CodeUsesBy(r app.Reader, code, customer, limit int64) (n int64, err error) {
	for _, err := range orderByCode.Keys(r, indexes.Equal(codeCustomer{A: code << 1, B: customer})) {
		if err != nil || n >= limit {
			return n, err
		}
		n++
	}
	return n, nil
}

// CodeUsed tells whether orders were made with a discount code, whatever became of
// them.
func CodeUsed(r app.Reader, code int64) (bool, error) {
	for _, group := range []int64{code << 1, code<<1 | 1} {
		n, err := orderByCode.CountOf(r, indexes.PrefixOf[int64](group))
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	return false, nil
}
