package capture

import (
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// Forget removes the answers of an erased customer from an order, or from one of its items.
// Answers about items that somebody else holds now stay, but for those that the customer gave.
func Forget(tx app.Tx, b order.Blanking) error {
	var gone []int64
	rg := indexes.PrefixOf1[int64, int64](b.OrderID)
	if b.ItemID != 0 {
		rg = indexes.PrefixOf2[int64](b.OrderID, b.ItemID)
	}
	for hit, err := range responseIn.Scan(tx, rg) {
		if err != nil {
			return err
		}
		others := hit.Rec.CustomerID == 0 && slices.Contains(b.OthersItems, hit.Rec.ItemID)
		if !others && (hit.Rec.CustomerID == 0 || hit.Rec.CustomerID == b.CustomerID) {
			gone = append(gone, hit.ID)
		}
	}
	for _, id := range gone {
		if err := Responses.Delete(tx, id); err != nil {
			return err
		}
	}
	return nil
}
