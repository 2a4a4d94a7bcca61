package transfer

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// checkPending wants what a pending transfer gives to stand, held by whoever gives it.
func checkPending(r app.Reader, report func(app.Breach)) error {
	for e, err := range byState.Keys(r, indexes.PrefixOf[time.Time](int64(Pending))) {
		if err != nil {
			return err
		}
		t, err := transfers.Get(r, e.ID)
		if err != nil {
			return err
		}
		items, err := order.Items.GetMany(r, t.ItemIDs)
		if err != nil {
			return err
		}
		good := 0
		for i := range items {
			it := &items[i]
			// What is in a basket may be sold to somebody else than who began it.
			stands := it.Admissible() && it.CustomerID == t.FromID || !it.Sold && it.Holds()
			if it.TransferID == t.ID && stands && it.OrderID == t.OrderID {
				good++
			}
		}
		if good != len(t.ItemIDs) {
			report(app.Breach{ID: t.ID, Key: "transfer", Expected: fmt.Sprint(len(t.ItemIDs), " items that stand and are given by it"), Found: fmt.Sprint(good)})
		}
	}
	return nil
}

// checkItems wants each item that is given to be part of a transfer that is pending.
func checkItems(r app.Reader, report func(app.Breach)) error {
	for hit, err := range order.Items.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		it := &hit.Rec
		if it.TransferID == 0 {
			continue
		}
		t, err := find(r, it.TransferID)
		if err != nil && app.KindOf(err) != app.NotFound {
			return err
		}
		if t.State != Pending || !slices.Contains(t.ItemIDs, it.ID) {
			report(app.Breach{ID: it.ID, Key: "order item", Expected: fmt.Sprint("given by the pending transfer ", it.TransferID), Found: t.State.String()})
		}
	}
	return nil
}
