package order

import (
	"marquee/app"
	"marquee/indexes"
)

// ItemByBarcode finds the item that carries a barcode now.
func ItemByBarcode(r app.Reader, code string) (Item, bool, error) {
	return itemByBarcode.Find(r, code)
}

// OldBarcodeByCode finds what became of a barcode that was replaced.
func OldBarcodeByCode(r app.Reader, code string) (OldBarcode, bool, error) {
	return oldBarcodeByCode.Find(r, code)
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

// HeldBy lists the ids of the sold items a customer holds, in ascending order.
func HeldBy(r app.Reader, customerID int64) ([]int64, error) {
	var ids []int64
	for e, err := range ItemByCustomer.Keys(r, indexes.Equal(customerID)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}
