package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// ItemFilter says which order items a list shows and which page of them. One of
// OrderID, CustomerID, LastUpdated and EventIDs, in this order, picks the index;
// the others are then decided row by row.
type ItemFilter struct {
	Types                []catalog.ItemType
	Resale, Modification *bool
	// CustomerID is the holder.
	CustomerID *int64
	// OrderID also names baskets and reservations, whose items no other list shows.
	OrderID     *int64
	EventIDs    []int64
	LastUpdated *time.Time
	WithTrashed bool

	Cursor        string
	Offset, Limit int64
	Include       ItemInclude
}

// ItemInclude says what is read beside order items; their inventory items and
// orders always are.
type ItemInclude struct {
	Customers, Events, SaleItems, Transactions, OldBarcodes bool
}

// ItemPage is one page of the list of order items.
type ItemPage struct {
	app.ListPage[Item]
	Related *Related
}

// ListItems lists sold items by id, those of cancelled and refunded orders and
// all fees included; with LastUpdated as the chosen index by change, oldest
// first.
func ListItems(ctx context.Context, a *app.App, c *app.Caller, f ItemFilter) (ItemPage, error) {
	if f.Limit < 1 || f.Limit > MaxPage {
		f.Limit = MaxPage
	}
	var page ItemPage
	list := app.List[Item]{
		Table: Items, Filters: f.key(), Since: f.LastUpdated,
		Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit,
		Changed: func(i *Item) time.Time { return i.UpdatedAt },
		Plan: func(r app.Reader, since *time.Time) (app.Plan[Item], error) {
			f := f
			f.LastUpdated = since
			return f.plan(r)
		},
		Load: func(r app.Reader, rows []Item) (err error) {
			page.Related, err = loadAroundItems(r, rows, f.Include)
			return err
		},
	}
	var err error
	page.ListPage, err = list.Read(ctx, a, c)
	return page, err
}

// key is the filters as text: a cursor goes on only with the same.
func (f *ItemFilter) key() string {
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return fmt.Sprint(*n)
	}
	return fmt.Sprintf("%q|%s|%s|%s|%s|%v|%t", f.Types, switchKey(f.Resale), switchKey(f.Modification),
		number(f.CustomerID), number(f.OrderID), f.EventIDs, f.WithTrashed)
}

// plan picks the one index that answers the list.
func (f *ItemFilter) plan(r app.Reader) (p app.Plan[Item], err error) {
	fits := func(i *Item) (bool, error) { return f.fits(i), nil }
	switch {
	case f.OrderID != nil:
		p.Walks, err = f.orderWalk(r)
		p.Fits = fits
	case f.CustomerID != nil:
		p.Walks = []app.Walk[Item]{app.KeyWalk(r, ItemByCustomer, indexes.Equal(*f.CustomerID), -1)}
		p.Fits = fits
	case f.LastUpdated != nil:
		p.Walks = []app.Walk[Item]{app.FeedWalk(r, itemFeed, 0, *f.LastUpdated)}
		p.Fits = fits
	case len(f.EventIDs) > 0 && !f.WithTrashed:
		p.Walks, err = f.eventWalks(r)
	default:
		p.Walks, err = f.listWalks(r)
	}
	if p.Fits == nil && f.selective() {
		p.Fits = fits
	}
	if p.Fits != nil {
		p.Part = itemFacts
	}
	return p, err
}

// itemFacts is what filters look at of an order item.
var itemFacts = indexes.PartOf[Item, Item](Items, "id", "t", "c", "e", "rp", "ua", "da")

// selective tells that items must be read to know whether they fit, beyond being
// sold, not deleted, and of an event that has its own walk.
func (f *ItemFilter) selective() bool {
	return len(f.Types) > 0 || f.Resale != nil || f.Modification != nil || len(f.EventIDs) > 0 && f.WithTrashed
}

func (f *ItemFilter) fits(i *Item) bool {
	switch {
	case i.DeletedAt != nil && !f.WithTrashed,
		len(f.Types) > 0 && !slices.Contains(f.Types, i.Type),
		f.Resale != nil && *f.Resale != i.ReplacedBy(ByResale),
		f.Modification != nil && *f.Modification != i.ReplacedBy(ByModification),
		f.CustomerID != nil && *f.CustomerID != i.CustomerID,
		len(f.EventIDs) > 0 && !slices.Contains(f.EventIDs, i.EventID),
		f.LastUpdated != nil && i.UpdatedAt.Before(*f.LastUpdated):
		return false
	}
	return true
}

// orderWalk lists the items of one order or basket, which names them itself. An
// unknown order has none.
func (f *ItemFilter) orderWalk(r app.Reader) ([]app.Walk[Item], error) {
	orders, err := Orders.GetMany(r, []int64{*f.OrderID})
	if err != nil || len(orders) == 0 || orders[0].DeletedAt != nil && !f.WithTrashed {
		return nil, err
	}
	ids := orders[0].ItemIDs
	return []app.Walk[Item]{{Count: -1, Rows: func(at indexes.Position) app.Rows[Item] {
		return func(yield func(app.Row[Item], error) bool) {
			from, err := parseOffset(at, len(ids))
			if err != nil {
				yield(app.Row[Item]{}, err)
				return
			}
			for n := from; n < len(ids); n++ {
				if !yield(app.Row[Item]{ID: ids[n], At: offsetPosition(n + 1)}, nil) {
					return
				}
			}
		}
	}}}, nil
}

// eventWalks lists the items of one event after another.
func (f *ItemFilter) eventWalks(r app.Reader) ([]app.Walk[Item], error) {
	var walks []app.Walk[Item]
	for _, id := range distinct(slices.Clone(f.EventIDs)) {
		n, err := itemByEvent.CountOf(r, indexes.Equal(id))
		if err != nil {
			return nil, err
		}
		walks = append(walks, app.KeyWalk(r, itemByEvent, indexes.Equal(id), n))
	}
	return walks, nil
}

// listWalks lists live items, then deleted ones if asked for.
func (f *ItemFilter) listWalks(r app.Reader) ([]app.Walk[Item], error) {
	var walks []app.Walk[Item]
	partitions := []bool{false}
	if f.WithTrashed {
		partitions = append(partitions, true)
	}
	for _, deleted := range partitions {
		n, err := itemListed.CountOf(r, indexes.Equal(deleted))
		if err != nil {
			return nil, err
		}
		walks = append(walks, app.KeyWalk(r, itemListed, indexes.Equal(deleted), n))
	}
	return walks, nil
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
	if err := w.load(r, rel); err != nil || !in.Transactions {
		return rel, err
	}
	for _, o := range rel.Orders {
		w.transactions = append(w.transactions, o.TransactionIDs...)
	}
	var err error
	rel.Transactions, err = byID(r, Transactions, w.transactions, func(t *Transaction) int64 { return t.ID })
	return rel, err
}
