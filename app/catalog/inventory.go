package catalog

import (
	"context"

	"marquee/app"
	"marquee/indexes"
)

// InventoryView is an inventory item with its global counter.
type InventoryView struct {
	InventoryItem
	Stock Stock
}

// ListInventory reads a page of inventory items by id, and how many there are in
// all.
func ListInventory(ctx context.Context, a *app.App, c *app.Caller, page Page) ([]InventoryView, int64, error) {
	views, total := []InventoryView{}, int64(0)
	now := a.Now()
	err := a.View(ctx, c, func(r app.Reader) error {
		w := listing[InventoryItem](page)
		for hit, err := range InventoryItems.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if w.spent() {
				break
			}
			if hit.Rec.DeletedAt == nil || page.WithTrashed {
				w.offer(hit.Rec)
			}
		}
		stock, err := readStock(r, now)
		if err != nil {
			return err
		}
		views, total = make([]InventoryView, len(w.rows)), w.total
		for i, item := range w.rows {
			views[i].InventoryItem = item
			if views[i].Stock, err = stock.of(LayerInventory, item.ID); err != nil {
				return err
			}
		}
		return nil
	})
	for i := range views {
		views[i].in(c.Language)
	}
	return views, total, err
}
