package rules

import (
	"slices"
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

// DecisionOn names the items that were decided about.
func DecisionOn(approved, rejected []*Unit) (out order.Decided) {
	for _, u := range approved {
		out.Approved = append(out.Approved, u.ID)
	}
	for _, u := range rejected {
		out.Rejected = append(out.Rejected, u.ID)
	}
	return out
}

// Judge approves units, and gives those and the ones that are to be rejected.
func Judge(b *Basket, items []order.Item, named map[int64]Verdict) (approved, rejected []*Unit, err error) {
	now := b.Now
	for i := range items {
		it := &items[i]
		v, ok := named[it.ID]
		if !ok {
			continue
		}
		turns, err := MayTurn(it, &b.Order, v, b.Wall)
		if err != nil {
			return nil, nil, err
		}
		if !turns {
			continue
		}
		u := b.Units[slices.IndexFunc(b.Units, func(u *Unit) bool { return u.ID == it.ID })]
		if v.Approve {
			u.ApprovedAt, u.Changed = &now, true
			approved = append(approved, u)
		} else {
			rejected = append(rejected, u)
		}
	}
	return approved, rejected, nil
}
