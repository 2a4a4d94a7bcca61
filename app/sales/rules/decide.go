package rules

import (
	"time"

	"marquee/app"
	"marquee/app/order"
)

// Verdict is what becomes of one item, and the request field that says so.
type Verdict struct {
	Approve, Notify bool
	Field           string
}

// MayDecide tells whether items of the order can be approved and rejected now: it awaits
// that, or it went through with guests on it.
func MayDecide(o *order.Order, now time.Time) bool {
	switch o.Status {
	case order.AwaitingApproval:
		return !o.Overdue(now)
	case order.Complete, order.PartiallyRefunded:
		return true
	}
	return false
}

// MayTurn tells whether an item is to be decided about now. Who decides the same again
// changes nothing.
func MayTurn(it *order.Item, o *order.Order, v Verdict, now time.Time) (turns bool, err error) {
	switch {
	case it.DeletedAt != nil || it.CancelledAt != nil:
		return false, app.Field(v.Field, "does not stand any more")
	case it.RejectedAt != nil && v.Approve:
		return false, app.Field(v.Field, "was rejected already")
	case it.ApprovedAt != nil && !v.Approve:
		return false, app.Field(v.Field, "was approved already")
	case !it.RequiresApproval && !v.Approve:
		return false, app.Field(v.Field, "needs no approval and cannot be rejected")
	case !it.Undecided():
		return false, nil
	case o.Status == order.Active:
		return false, app.Field(v.Field, "is still in a basket")
	case !MayDecide(o, now):
		return false, app.Field(v.Field, "has expired")
	case !v.Approve && it.Sold && it.Price > 0 && o.Totals.Paid > 0:
		return false, app.Field(v.Field, "is paid for and cannot be rejected")
	}
	return true, nil
}
