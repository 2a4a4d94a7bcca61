package order

import (
	"time"

	"marquee/app"
)

// How the commands of app/sales store what they decided. Nobody else calls these.

// NextID reserves the id of a new order, which others refer to before it is stored.
func NextID(tx app.Tx) (int64, error) { return orderTable.NextIDs(tx, 1) }

// Insert stores a new order under its reserved id.
func Insert(tx app.Tx, o *Order) error { return orderTable.InsertNext(tx, o) }

// Replace stores an order that this transaction has read as was.
func Replace(tx app.Tx, was, o *Order) error { return orderTable.Replace(tx, was, o) }

// NextItemIDs reserves the ids of n new items and gives the first.
func NextItemIDs(tx app.Tx, n int) (first int64, err error) { return itemTable.NextIDs(tx, n) }

// InsertItems stores new items under their reserved ids.
func InsertItems(tx app.Tx, items ...*Item) error { return itemTable.InsertNext(tx, items...) }

// ReplaceItems stores items that this transaction has read as was.
func ReplaceItems(tx app.Tx, was, items []*Item) error { return itemTable.ReplaceAll(tx, was, items) }

// What commands of app/sales do to an order of which they need no more than that.

// SetExpiry lets an order wait until then, nil: for ever.
func SetExpiry(tx app.Tx, id int64, until *time.Time) (Order, error) {
	return orderTable.Update(tx, id, func(o *Order) error { o.ExpiresAt = until; return nil })
}

// NoteRecovered notes which basket has again what an expired one held.
func NoteRecovered(tx app.Tx, id, as int64) error {
	_, err := orderTable.Update(tx, id, func(o *Order) error { o.RecoveredAs = as; return nil })
	return err
}

// ForgetPayment notes that no payment is open for an order any more.
func ForgetPayment(tx app.Tx, id int64) error {
	_, err := orderTable.Update(tx, id, func(o *Order) error { o.PaymentID = 0; return nil })
	return err
}

// End ends an order that holds nothing any more. A deposit is kept.
func End(tx app.Tx, id int64, as Status) (Order, error) {
	return orderTable.Update(tx, id, func(o *Order) error {
		was := *o
		o.Status, o.PaymentID, o.Instant = as, 0, false
		if !was.Moves() {
			return nil
		}
		return Book(tx, &was, o, nil, nil)
	})
}

// Reopened is what an order is again whose payment came to nothing.
type Reopened struct {
	Status    Status
	ExpiresAt *time.Time
	// Nobodys: it has no customer any more; Unpaid: no payment either.
	Nobodys, Unpaid bool
}

// Reopen makes an order again what it was before it was being paid.
func Reopen(tx app.Tx, id int64, as Reopened) error {
	_, err := orderTable.Update(tx, id, func(o *Order) error {
		o.Status, o.ExpiresAt = as.Status, as.ExpiresAt
		if as.Nobodys {
			o.GiveTo(0)
		}
		if as.Unpaid {
			o.PaymentID = 0
		}
		return nil
	})
	return err
}

// Lock locks items of an order for the basket that is to take its place, and frees them again
// with 0.
func Lock(tx app.Tx, id int64, items []int64, by int64) error {
	if err := changeItems(tx, items, func(it *Item) { it.Frozen = by != 0 }); err != nil {
		return err
	}
	_, err := orderTable.Update(tx, id, func(o *Order) error { o.ModifiedBy = by; return nil })
	return err
}

// EndAccess lets gates take items no more that they took before the order was paid.
func EndAccess(tx app.Tx, items []int64) error {
	return changeItems(tx, items, func(it *Item) { it.Access = AccessEnded })
}

// Unhold takes their holder off items.
func Unhold(tx app.Tx, items []int64) error {
	return changeItems(tx, items, func(it *Item) { it.GiveTo(0) })
}

func changeItems(tx app.Tx, ids []int64, change func(*Item)) error {
	for _, id := range ids {
		if _, err := itemTable.Update(tx, id, func(it *Item) error { change(it); return nil }); err != nil {
			return err
		}
	}
	return nil
}
