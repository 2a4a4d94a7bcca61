package catalog

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/search"
	"marquee/indexes"
)

// MaxItemPage is how many sale items or inventory items one page holds at most.
const MaxItemPage = 25

// InventoryView is an inventory item with its global counter.
type InventoryView struct {
	InventoryItem
	Stock Stock
}

// ItemFilter narrows the lists of inventory items and of venues.
type ItemFilter struct {
	// Query are parts of the name.
	Query       string `list:"query"`
	WithTrashed bool   `list:"withTrashed"`
	list.Request
}

func (f ItemFilter) trimmed() ItemFilter {
	f.Query = strings.TrimSpace(f.Query)
	return f
}

// InventoryPage is one page of the list of inventory items.
type InventoryPage struct {
	list.Info
	Items []InventoryView
}

var inventoryList = &list.List[InventoryItem, ItemFilter]{
	Needs: readers,
	Name:  "inventory-items", Max: MaxItemPage, Table: InventoryItems, ByOffset: true,
	Plan: func(r app.Reader, f *ItemFilter) (list.Plan[InventoryItem], error) {
		return planNamed(r, f, InventoryItems, inventoryListed, inventoryByText, (*InventoryItem).class)
	},
}

// ListInventory lists inventory items by id.
func ListInventory(ctx context.Context, a *app.App, c *app.Caller, f ItemFilter) (InventoryPage, error) {
	now := a.Now()
	var views []InventoryView
	page, err := inventoryList.Read(ctx, a, c, f.trimmed(), f.Request, func(r app.Reader, _ *ItemFilter, rows []InventoryItem) error {
		views = nil
		stock, err := readStock(r, now)
		if err != nil {
			return err
		}
		for _, item := range rows {
			counter, err := stock.of(LayerInventory, item.ID)
			if app.Skip(r, err) {
				continue
			}
			if err != nil {
				return err
			}
			views = append(views, InventoryView{item, counter})
		}
		return nil
	})
	for i := range views {
		views[i].in(c.Language)
	}
	return InventoryPage{page.Info, views}, err
}

// planNamed plans a list by id of records that have a name and may be deleted.
func planNamed[T any](
	r app.Reader, f *ItemFilter, table *indexes.Table[T], listed *indexes.By[T, int64], byText *indexes.Texts[T],
	class func(*T) int64,
) (list.Plan[T], error) {
	pass := standingGroups(f.WithTrashed)
	all, err := listed.Groups(r, standing, deleted+1)
	plan := list.Groups(r, listed, chosen(all, pass), list.All, false)
	if err != nil || f.Query == "" {
		return plan, err
	}
	named, err := list.Named(r, byText, search.Query(f.Query))
	plan.Among(named)
	plan.Fits = func(rec *T) (bool, error) { return pass(class(rec)), nil }
	plan.Key = func(rec *T) indexes.Position { return list.AtID(table.IDOf(rec)) }
	return plan, err
}
