package order

import (
	"marquee/app"
	"marquee/app/catalog"
)

// setWindows gives items that are shown the window of their sale item, or of its
// slot, as they are now: a postponed show lets its guests in on the new day, and a
// changed timezone moves one record instead of every ticket. What was stored with
// the sale counts where the sale item cannot be read.
func setWindows(r app.Reader, items []Item) error {
	type window struct {
		goods *catalog.SaleItem
		slot  *catalog.Timeslot
	}
	known := map[int64]window{}
	for i := range items {
		it := &items[i]
		w, ok := known[it.SaleItemID]
		if !ok {
			var err error
			if w.goods, err = catalog.SharedSaleItem(r, it.SaleItemID); err == nil && w.goods.TimeslotID != 0 {
				w.slot, err = catalog.SharedTimeslot(r, w.goods.TimeslotID)
			}
			if err != nil {
				if !Unreadable(err) {
					return err
				}
				w = window{}
			}
			known[it.SaleItemID] = w
		}
		if w.goods != nil {
			it.ValidFrom, it.ValidTo = w.goods.ValidIn(w.slot)
		}
	}
	return nil
}
