package rules

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
)

// copyOf is a unit that is to take the place of an item.
func copyOf(it *order.Item) *Unit {
	u := &Unit{Item: *it}
	u.ID, u.OrderID, u.ParentItemID, u.LeadItemID, u.ProducingItemID = 0, 0, 0, 0, 0
	u.Sold, u.Barcode, u.Refunded, u.Frozen, u.Access, u.SuccessorID, u.CannotBeReduced = false, "", 0, false, 0, 0, false
	u.LinkedAs = 0 // the order that takes the place has links of its own
	u.Reissued = it.Barcode != ""
	u.Replaced = &order.Replaced{Type: order.ByModification, ItemID: it.ID, OrderID: it.OrderID}
	return u
}

// TooLate says why it is too late to change an item at its event; "" where it is not.
type TooLate func(*order.Item, *catalog.Event) string

// ChangesTooLate is the rule for changes of whatever kind.
func (b *Basket) ChangesTooLate(_ *order.Item, e *catalog.Event) string {
	switch {
	case e.CancelledAt != nil || !b.Wall.Before(e.Start):
		return "is for an event that has begun or was cancelled"
	case !b.Wall.Before(e.Start.AddDate(0, 0, -int(b.Company.Changes.CutoffDays))):
		return "is for an event that is too near"
	}
	return ""
}

// Forfeited is what of the money of an order stays with it when it is changed: fees that
// protected it, or all of its fees.
func Forfeited(items []order.Item, allFees bool) (n int64) {
	for i := range items {
		it := &items[i]
		switch {
		case !it.Holds():
		case allFees:
			n += it.KeptFees(true, true)
		case it.Type == catalog.RefundProtectFee || it.Type == catalog.ManualProtectFee:
			n += it.Price
		}
	}
	return n
}

// Carried is what of the money of the order that is changed pays for this one: no more than
// it costs.
func (b *Basket) Carried() int64 { return min(b.Order.Carried, b.Totals().Total) }

// Remainder is what is left of that money.
func (b *Basket) Remainder() int64 { return b.Order.Carried - b.Carried() }

// RemainderToWallet tells whether that goes to the wallet of the customer.
func (b *Basket) RemainderToWallet() bool {
	return b.Company.Changes.ToWallet && b.Order.CustomerID != 0
}

// CheckRemainder refuses to take the place of an order with less than was paid for it where
// that may not be, or where the rest of the money would be kept and nobody said that it may.
func CheckRemainder(b *Basket) error {
	n := b.Remainder()
	switch {
	case n == 0:
		return nil
	case !b.Company.Changes.Reduced || b.Order.Channel == catalog.BoxOffice:
		return app.Field("basketId", "is worth less than the %s that were paid", locale.Money{CurrencyID: b.Order.CurrencyID, Minor: b.Order.Carried})
	case !b.RemainderToWallet() && !b.Forfeit:
		return app.Field("acceptForfeit", "must be true: %s of what was paid would be kept", locale.Money{CurrencyID: b.Order.CurrencyID, Minor: n})
	}
	return nil
}

// Moved is what of the money of one transaction goes on with a change, and what goes to a
// wallet. The rest of it is kept.
type Moved struct {
	Of       *order.Transaction
	On, Back int64
}

// Origin is the transaction of a wallet that had paid it, 0: it was paid otherwise.
func (m *Moved) Origin() int64 {
	if m.Of.WalletID != 0 {
		return m.Of.ID
	}
	return m.Of.Carries
}

// MoveOut deals out what goes on, and what goes to a wallet, over the transactions that
// brought the money, in proportion to what is left of each.
func MoveOut(noted []order.Transaction, on, back int64) []Moved {
	var all []Moved
	var left []int64
	for i := range noted {
		if n := order.LeftOf(&noted[i], noted); n > 0 {
			all, left = append(all, Moved{Of: &noted[i]}), append(left, n)
		}
	}
	for i, n := range money.Share(on, left) {
		all[i].On = n
		left[i] -= n
	}
	for i, n := range money.Share(back, left) {
		all[i].Back = n
	}
	return all
}

// CarriedAs is the type of the transactions that move money to an order.
func CarriedAs(o *order.Order) string {
	if o.Rebooks {
		return order.Rebooked
	}
	return order.Carried
}

// CarriedFrom says which transactions of wallets paid how much of what goes on, and 0 what
// was paid otherwise.
func CarriedFrom(all []Moved) (from, amounts []int64) {
	from, amounts = []int64{0}, []int64{0}
	for i := range all {
		if origin := all[i].Origin(); origin != 0 {
			from, amounts = append(from, origin), append(amounts, all[i].On)
		} else {
			amounts[0] += all[i].On
		}
	}
	return from, amounts
}

// CopyFees puts the fees of the order into the basket as they were paid. One of an item hangs
// on what takes the place of that, and is for its event; one of an event of which nothing
// stays is for that of the first item which left.
func (b *Basket) CopyFees(items []order.Item, taken map[int64]*Unit) {
	content := b.Units.Content()
	for i := range items {
		it := &items[i]
		if !it.IsFee() || !it.Holds() {
			continue
		}
		u := copyOf(it)
		u.Producer = taken[it.ProducingItemID]
		switch {
		case it.EventID == 0:
		case u.Producer != nil:
			u.EventID = u.Producer.EventID
		case !slices.ContainsFunc(content, func(c *Unit) bool { return c.EventID == it.EventID }):
			left := slices.IndexFunc(items, func(o order.Item) bool { return o.EventID == it.EventID && taken[o.ID] != nil })
			u.EventID = taken[items[left].ID].EventID
		}
		b.Units = append(b.Units, u)
	}
}

// OtherDate tells whether something is sold for another date of the schedule of what was
// bought, or for another slot of its event.
func OtherDate(from, to *catalog.Goods) bool {
	if to.EventID != from.EventID {
		return from.ScheduleID() != 0 && to.ScheduleID() == from.ScheduleID()
	}
	return to.TimeslotID != from.TimeslotID && to.TimeslotID != 0 && from.TimeslotID != 0
}
