package rules

import (
	"errors"

	"marquee/app"
)

// RefundsAtOnce is how many orders of one call are refunded at the same time: the
// gateway is waited for, and the writer commits them together.
const RefundsAtOnce = 8

// OrderItems are some items of an order.
type OrderItems struct {
	OrderID int64
	ItemIDs []int64
}

// RefundResult is what became of one of the orders that a refund is about. Err is why
// nothing did.
type RefundResult struct {
	Refunded
	Err error
}

// Undecided tells that a refund could not be done now and that its outcome is still to be
// had: by asking for it again.
func (r *RefundResult) Undecided() bool {
	open, ok := errors.AsType[*OpenRefundError](r.Err)
	return ok && !open.Unknown || app.StoreRefused(r.Err)
}
