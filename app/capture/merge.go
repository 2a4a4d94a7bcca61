package capture

import (
	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Inherit makes the answers of a customer about an order those of another, who is the same
// person.
func Inherit(tx app.Tx, in order.Inheritance) error {
	var theirs []int64
	for hit, err := range responseIn.Scan(tx, indexes.PrefixOf1[int64, int64](in.OrderID)) {
		if err != nil {
			return err
		}
		if hit.Rec.CustomerID == in.From {
			theirs = append(theirs, hit.ID)
		}
	}
	for _, id := range theirs {
		if _, err := responseTable.Update(tx, id, func(k *Response) error { k.CustomerID = in.Into; return nil }); err != nil {
			return err
		}
	}
	return nil
}
