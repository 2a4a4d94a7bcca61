package order

import (
	"marquee/app"
	"marquee/indexes"
)

// ItemByBarcode finds the item that carries a barcode now, as it was scanned or as
// somebody typed it (see CanonicalBarcode).
func ItemByBarcode(r app.Reader, code string) (Item, bool, error) {
	i, found, err := itemByBarcode.Find(r, code)
	if typed := CanonicalBarcode(code); err == nil && !found && typed != code && typed != "" {
		return itemByBarcode.Find(r, typed)
	}
	return i, found, err
}

// OldBarcodeByCode finds what became of a barcode that was replaced, as it was
// scanned or typed.
func OldBarcodeByCode(r app.Reader, code string) (OldBarcode, bool, error) {
	b, found, err := oldBarcodeByCode.Find(r, code)
	if typed := CanonicalBarcode(code); err == nil && !found && typed != code && typed != "" {
		return oldBarcodeByCode.Find(r, typed)
	}
	return b, found, err
}

// OldBarcodesOf lists the barcodes an item had before, oldest first.
func OldBarcodesOf(r app.Reader, itemID int64) ([]OldBarcode, error) {
	var all []OldBarcode
	for h, err := range oldBarcodeByItem.Scan(r, indexes.Equal(itemID)) {
		if err != nil {
			return nil, err
		}
		all = append(all, h.Rec)
	}
	return all, nil
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
	var ids []int64
	for e, err := range itemByCustomer.Keys(r, indexes.Equal(customerID)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}
