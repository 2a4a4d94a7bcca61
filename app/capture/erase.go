package capture

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
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
		owner := hit.Rec.owner()
		if owner == b.CustomerID || owner == 0 && !slices.Contains(b.OthersItems, hit.Rec.ItemID) {
			gone = append(gone, hit.ID)
		}
	}
	return remove(tx, gone)
}

func remove(tx app.Tx, ids []int64) error {
	for _, id := range ids {
		if err := responseTable.Delete(tx, id); err != nil {
			return err
		}
	}
	return nil
}

// SignFormer makes answers those of who gave them, when somebody else gets what they are about.
func SignFormer(tx app.Tx, h order.Handed) error {
	if h.From == 0 {
		return nil
	}
	var theirs []int64
	for hit, err := range responseIn.Scan(tx, indexes.PrefixOf1[int64, int64](h.OrderID)) {
		if err != nil {
			return err
		}
		about := hit.Rec.ItemID == 0 && h.Whole || slices.Contains(h.ItemIDs, hit.Rec.ItemID)
		if about && hit.Rec.owner() == 0 {
			theirs = append(theirs, hit.ID)
		}
	}
	for _, id := range theirs {
		if _, err := responseTable.Update(tx, id, func(a *Response) error { a.FormerID = h.From; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// givenPlace is the area of an erasure that stands here.
const givenPlace = "answers to questions"

// EraseGiven removes the answers of an erased customer that stayed theirs.
func EraseGiven(tx app.Tx, e *customer.Erasing) error {
	if e.Ended(givenPlace) {
		return nil
	}
	var gone []int64
	for id, err := range responseOf.IDs(tx, indexes.Equal(e.CustomerID).Limit(eraseBatch)) {
		if err != nil {
			return err
		}
		gone = append(gone, id)
	}
	if len(gone) == eraseBatch {
		e.GoOn(givenPlace, "") // removed ones are not found again
	} else {
		e.End(givenPlace)
	}
	return remove(tx, gone)
}
