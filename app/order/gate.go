package order

import (
	"marquee/app"
	"marquee/indexes"
)

// OldBarcodesOf lists the barcodes an item had before, oldest first.
func OldBarcodesOf(r app.Reader, itemID int64) ([]OldBarcode, error) {
	return indexes.Records(oldBarcodeByItem.Scan(r, indexes.Equal(itemID)))
}

// HeldAfter lists the next ids, up to a limit, of the sold items a customer holds, and
// where the last of them stands. A nil position begins.
func HeldAfter(r app.Reader, customerID int64, at indexes.Position, limit int) (ids []int64, next indexes.Position, err error) {
	next = at
	for e, err := range itemByCustomer.Keys(r, indexes.Equal(customerID).After(at).Limit(limit)) {
		if err != nil {
			return nil, nil, err
		}
		ids, next = append(ids, e.ID), e.At
	}
	return ids, next, nil
}

// HeldBy lists the ids of the sold items a customer holds, in ascending order.
func HeldBy(r app.Reader, customerID int64) ([]int64, error) {
	return indexes.Gather(itemByCustomer.IDs(r, indexes.Equal(customerID)))
}
