package order

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/indexes"
)

// ItemFilter says which order items a list shows and which page of them.
type ItemFilter struct {
	Types        []catalog.ItemType `list:"type"`
	Resale       *bool              `list:"isResale"`
	Modification *bool              `list:"isOrderModification"`
	// CustomerID is the holder.
	CustomerID *int64 `list:"customerId"`
	// OrderID also names baskets and reservations, whose items no other list shows.
	OrderID  *int64  `list:"orderId"`
	EventIDs []int64 `list:"eventIds"`
	// LastUpdated lists the items changed from this time on, oldest change first.
	LastUpdated *time.Time `list:"since"`
	WithTrashed bool       `list:"withTrashed"`
	// Newest lists them from the end, where neither an order, nor events nor changes are asked for.
	Newest bool `list:"newest"`

	Cursor        string
	Offset, Limit int64
	Include       ItemInclude
}

// ItemInclude says what is read beside order items; their inventory items and
// orders always are.
type ItemInclude struct {
	Customers, Events, SaleItems, Transactions, DiscountCodes, AccessCodes, OldBarcodes bool
}

// ItemPage is one page of the list of order items.
type ItemPage struct {
	list.Page[Item]
	Related *Related
}

var itemList = &list.List[Item, ItemFilter]{
	Needs: app.ListOrders,
	Name:  "order-items", Max: MaxPage, Table: Items,
	Plan:    func(r app.Reader, f *ItemFilter) (list.Plan[Item], error) { return f.plan(r) },
	Changed: func(i *Item) time.Time { return i.UpdatedAt },
}

// ListItems lists sold items by id, those of cancelled and refunded orders and all
// fees included; with LastUpdated in the order of their changes.
func ListItems(ctx context.Context, a *app.App, c *app.Caller, f ItemFilter) (ItemPage, error) {
	var page ItemPage
	err := mayInclude(c, f.Include.Customers, f.Include.DiscountCodes, f.Include.AccessCodes)
	if err != nil {
		return page, err
	}
	q := list.Request{Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit}
	page.Page, err = itemList.Read(ctx, a, c, f, q, func(r app.Reader, _ *ItemFilter, rows []Item) (err error) {
		page.Related, err = loadAroundItems(r, rows, f.Include)
		return err
	})
	return page, err
}

// plan picks the index that the walk goes over; a customer or an order names items
// itself.
func (f *ItemFilter) plan(r app.Reader) (list.Plan[Item], error) {
	plan, err := f.groups(r)
	if err != nil {
		return plan, err
	}
	plan.Fits = func(i *Item) (bool, error) { return f.fits(i), nil }
	plan.Key = func(i *Item) indexes.Position {
		if f.LastUpdated != nil {
			return list.AtTime(i.UpdatedAt, i.ID)
		}
		return list.AtID(i.ID)
	}
	if f.CustomerID == nil {
		return plan, nil
	}
	var ids []int64
	for e, err := range itemByCustomer.Keys(r, indexes.Equal(*f.CustomerID)) {
		if err != nil {
			return plan, err
		}
		ids = append(ids, e.ID)
	}
	plan.Sets = append(plan.Sets, list.Sorted(ids))
	return plan, nil
}

func (f *ItemFilter) groups(r app.Reader) (list.Plan[Item], error) {
	if f.OrderID != nil {
		return f.ofOrder(r)
	}
	if len(f.EventIDs) > 0 && f.LastUpdated == nil {
		groups, err := f.eventGroups(r)
		return list.Groups(r, itemByEvent, groups, list.All, false), err
	}
	all, err := itemListed.Groups(r, 0, 1<<itemClassBits)
	groups := chosen(all, f.shows)
	if err != nil || f.LastUpdated == nil {
		plan := list.Groups(r, itemListed, groups, list.All, f.Newest)
		plan.Descending = f.Newest
		return plan, err
	}
	plan := list.Groups(r, itemChanged, groups, list.Since(r, *f.LastUpdated), false)
	if len(f.EventIDs) > 0 {
		err = f.atEvents(r, &plan)
	}
	return plan, err
}

// eventGroups are those of the events asked for.
func (f *ItemFilter) eventGroups(r app.Reader) ([]indexes.Group, error) {
	var groups []indexes.Group
	for _, event := range list.Sorted(slices.Clone(f.EventIDs)) {
		if event < 0 || event >= 1<<(63-itemClassBits) {
			continue // no event has such an id
		}
		first := event << itemClassBits
		all, err := itemByEvent.Groups(r, first, first+1<<itemClassBits)
		if err != nil {
			return nil, err
		}
		groups = append(groups, chosen(all, func(key int64) bool { return f.shows(key - first) })...)
	}
	return groups, nil
}

// atEvents narrows a plan to the items of the events asked for: by their ids or, where
// these are too many, by asking each item.
func (f *ItemFilter) atEvents(r app.Reader, plan *list.Plan[Item]) error {
	groups, err := f.eventGroups(r)
	if err != nil {
		return err
	}
	if list.Many(groups) {
		plan.Exact = false
		return nil
	}
	ids, err := list.Members(r, itemByEvent, groups, list.All)
	plan.Sets = append(plan.Sets, ids)
	return err
}

// ofOrder plans the items of one order or basket, which names them itself. An unknown
// order has none.
func (f *ItemFilter) ofOrder(r app.Reader) (list.Plan[Item], error) {
	orders, err := Orders.GetMany(r, []int64{*f.OrderID})
	var ids []int64
	if len(orders) > 0 && (orders[0].DeletedAt == nil || f.WithTrashed) {
		ids = slices.Clone(orders[0].ItemIDs)
	}
	plan := list.OfIDs[Item](list.Sorted(ids))
	plan.Exact, plan.Sets = false, []list.IDs{ids}
	return plan, err
}

// shows tells whether a class passes the filters.
func (f *ItemFilter) shows(class int64) bool {
	switch {
	case class&itemDeleted != 0 && !f.WithTrashed,
		f.Resale != nil && *f.Resale != (class&itemResale != 0),
		f.Modification != nil && *f.Modification != (class&itemModified != 0):
		return false
	}
	return len(f.Types) == 0 || slices.ContainsFunc(f.Types, func(t catalog.ItemType) bool { return class/itemType == t.ID() })
}

// fits decides about a record by all filters but the order, which names its items.
func (f *ItemFilter) fits(i *Item) bool {
	class, sold := i.class()
	return (sold || f.OrderID != nil) && f.shows(class) &&
		(f.CustomerID == nil || *f.CustomerID == i.CustomerID) &&
		(len(f.EventIDs) == 0 || slices.Contains(f.EventIDs, i.EventID)) &&
		(f.LastUpdated == nil || !i.UpdatedAt.Before(*f.LastUpdated))
}

// loadAroundItems reads what a page of items shows.
func loadAroundItems(r app.Reader, items []Item, in ItemInclude) (*Related, error) {
	var w wanted
	for i := range items {
		it := &items[i]
		w.orders = append(w.orders, it.OrderID)
		w.inventory = append(w.inventory, it.ItemID)
		if in.Customers {
			w.customers = append(w.customers, it.CustomerID)
		}
		if in.Events {
			w.events = append(w.events, it.EventID)
		}
		if in.SaleItems {
			w.saleItems = append(w.saleItems, it.SaleItemID)
		}
		if in.OldBarcodes {
			w.old = append(w.old, it.ID)
		}
	}
	if err := setWindows(r, items); err != nil {
		return nil, err
	}
	rel := &Related{}
	if err := w.load(r, rel); err != nil || !in.Transactions && !in.DiscountCodes && !in.AccessCodes {
		return rel, err
	}
	for _, o := range rel.Orders {
		if in.Transactions {
			w.transactions = append(w.transactions, o.TransactionIDs...)
		}
		if in.DiscountCodes {
			w.codes = append(w.codes, o.DiscountID)
		}
		if in.AccessCodes {
			w.access = append(w.access, o.AccessID)
		}
	}
	var err error
	if rel.Transactions, err = byID(r, Transactions, w.transactions, func(t *Transaction) int64 { return t.ID }); err != nil {
		return rel, err
	}
	return rel, w.loadCodes(r, rel)
}
