package order

import "marquee/app"

// How the commands of app/sales store what they decided. Nobody else calls these.

// NextID reserves the id of a new order, which others refer to before it is stored.
func NextID(tx app.Tx) (int64, error) { return orderTable.NextIDs(tx, 1) }

// Insert stores a new order under its reserved id.
func Insert(tx app.Tx, o *Order) error { return orderTable.InsertNext(tx, o) }

// Replace stores an order that this transaction has read as was.
func Replace(tx app.Tx, was, o *Order) error { return orderTable.Replace(tx, was, o) }

// Change changes an order.
func Change(tx app.Tx, id int64, change func(*Order) error) (Order, error) {
	return orderTable.Update(tx, id, change)
}

// NextItemIDs reserves the ids of n new items and gives the first.
func NextItemIDs(tx app.Tx, n int) (first int64, err error) { return itemTable.NextIDs(tx, n) }

// InsertItems stores new items under their reserved ids.
func InsertItems(tx app.Tx, items ...*Item) error { return itemTable.InsertNext(tx, items...) }

// ReplaceItems stores items that this transaction has read as was.
func ReplaceItems(tx app.Tx, was, items []*Item) error { return itemTable.ReplaceAll(tx, was, items) }

// ChangeItem changes an item.
func ChangeItem(tx app.Tx, id int64, change func(*Item)) error {
	_, err := itemTable.Update(tx, id, func(it *Item) error { change(it); return nil })
	return err
}
