package order

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/indexes"
)

// Include says what is read beside an order.
type Include struct {
	// Items are the order's items with everything they show.
	Items bool
	// TicketsAt stands in front of the download links, which come with items.
	TicketsAt string
	// Transactions of the order, and former barcodes of its items.
	Transactions, OldBarcodes bool
	// Customers are read whole; else no more than their names and addresses.
	Customers bool
	// DiscountCodes that the orders were made with.
	DiscountCodes bool
	// AccessCodes that were entered for them.
	AccessCodes bool
	// Spaces: items tell the names of their seats.
	Spaces bool

	// nameless leaves out names and addresses.
	nameless bool
}

// forCaller leaves out what the caller may not see, and refuses what was asked for of it.
func (in *Include) forCaller(c *app.Caller) error {
	in.nameless = !c.Can(app.ViewCustomers)
	return mayInclude(c, in.Customers, in.DiscountCodes, in.AccessCodes)
}

// mayInclude asks for the abilities of what is read beside orders and their items.
func mayInclude(c *app.Caller, customers, discountCodes, accessCodes bool) error {
	for _, beside := range []struct {
		asked bool
		needs app.Ability
	}{{customers, app.ViewCustomers}, {discountCodes, app.ViewDiscountCodes}, {accessCodes, app.ViewAccessCodes}} {
		if beside.asked && !c.Can(beside.needs) {
			return c.Need(beside.needs)
		}
	}
	return nil
}

// View is an order with its items.
type View struct {
	*Order
	Items     []Item
	Downloads Downloads
}

// Related holds what the rows of a page point to, each once, by id. What does
// not exist is absent.
type Related struct {
	// Customers are those that were asked for; Contacts all that orders show.
	Customers map[int64]*customer.Customer
	Contacts  map[int64]*customer.Contact
	Events    map[int64]*catalog.Event
	Venues    map[int64]*catalog.Venue
	// Inventory items give items their current name.
	Inventory map[int64]*catalog.InventoryItem
	// SaleItems come with their stock; what is on sale is not looked up.
	SaleItems    map[int64]*catalog.SaleItemView
	Transactions map[int64]*Transaction
	Orders       map[int64]*Order
	// Codes are the discount codes that were asked for.
	Codes map[int64]*discount.Code
	// AccessCodes are those that were asked for.
	AccessCodes map[int64]*accesscode.Code
	// Spaces: items are to tell the names of their seats.
	Spaces bool
	// Company is that of all of them.
	Company int64
	// OldBarcodes are the former barcodes of an order item, oldest first.
	OldBarcodes map[int64][]OldBarcode
}

// Read reads one order or basket by id or reference, whatever its state.
// Deleted orders, and items that were removed, show only
// withTrashed.
func Read(ctx context.Context, a *app.App, c *app.Caller, k Key, in Include, withTrashed bool) (View, *Related, error) {
	if k.IsZero() {
		return View{}, nil, app.Field("orderId", "is required")
	}
	if err := in.forCaller(c); err != nil {
		return View{}, nil, err
	}
	var (
		views []View
		rel   *Related
	)
	err := a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		o, err := Find(r, k)
		if err != nil {
			return err
		}
		if o.DeletedAt != nil && !withTrashed {
			return app.Missing("order")
		}
		views, rel, err = loadOrders(r, []Order{o}, in, withTrashed)
		return err
	})
	if err != nil {
		return View{}, nil, err
	}
	return views[0], rel, nil
}

// absent turns a record that is not there into the refusal that names it.
func absent(err error, model string) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return app.Missing(model)
	}
	return err
}

// loadOrders reads everything that orders show, each kind in one go.
func loadOrders(r app.Reader, orders []Order, in Include, withTrashed bool) ([]View, *Related, error) {
	views, rel := make([]View, len(orders)), &Related{Spaces: in.Spaces}
	for i := range orders {
		views[i].Order = &orders[i]
	}
	if in.Items {
		if err := loadItems(r, views, withTrashed); err != nil {
			return nil, nil, err
		}
	}
	want := wanted{in: in}
	for i := range views {
		want.order(&views[i])
	}
	if err := want.load(r, rel); err != nil || !in.Items {
		return views, rel, err
	}
	return views, rel, loadLinks(r, views, in.TicketsAt)
}

// loadItems reads the items of all orders at once and deals them out: the result
// keeps the order of the ids that were asked for.
func loadItems(r app.Reader, views []View, withTrashed bool) error {
	var ids []int64
	for i := range views {
		ids = append(ids, views[i].ItemIDs...)
	}
	items, err := Items.GetMany(r, ids)
	if err == nil {
		err = setWindows(r, items)
	}
	if err != nil {
		return err
	}
	for i := range views {
		n := 0
		for n < len(items) && items[n].OrderID == views[i].ID {
			n++
		}
		views[i].Items, items = items[:n:n], items[n:]
		if !withTrashed {
			views[i].Items = slices.DeleteFunc(views[i].Items, func(it Item) bool { return it.DeletedAt != nil })
		}
	}
	return nil
}

// wanted gathers the ids of related records.
type wanted struct {
	in                                     Include
	customers, contacts, orders, saleItems []int64
	events, inventory, transactions, old   []int64
	codes, access                          []int64
}

func (w *wanted) order(v *View) {
	w.contacts = append(w.contacts, v.CustomerID)
	if w.in.Transactions {
		w.transactions = append(w.transactions, v.TransactionIDs...)
	}
	if w.in.DiscountCodes {
		w.codes = append(w.codes, v.DiscountID)
	}
	if w.in.AccessCodes {
		w.access = append(w.access, v.AccessID)
	}
	for i := range v.Items {
		w.item(&v.Items[i])
	}
}

func (w *wanted) item(it *Item) {
	w.contacts = append(w.contacts, it.CustomerID)
	w.events = append(w.events, it.EventID)
	w.inventory = append(w.inventory, it.ItemID)
	if w.in.OldBarcodes {
		w.old = append(w.old, it.ID)
	}
}

func (w *wanted) load(r app.Reader, rel *Related) (err error) {
	if err = w.people(r, rel); err != nil {
		return err
	}
	if rel.Events, err = byID(r, catalog.Events, w.events, func(e *catalog.Event) int64 { return e.ID }); err != nil {
		return err
	}
	var venues []int64
	for _, e := range rel.Events {
		venues = append(venues, e.VenueID)
	}
	if rel.Venues, err = byID(r, catalog.Venues, venues, func(v *catalog.Venue) int64 { return v.ID }); err != nil {
		return err
	}
	if rel.Inventory, err = byID(r, catalog.InventoryItems, w.inventory, func(i *catalog.InventoryItem) int64 { return i.ID }); err != nil {
		return err
	}
	if rel.SaleItems, err = saleViews(r, w.saleItems, rel.Inventory); err != nil {
		return err
	}
	if rel.Transactions, err = byID(r, Transactions, w.transactions, func(t *Transaction) int64 { return t.ID }); err != nil {
		return err
	}
	if rel.Orders, err = byID(r, Orders, w.orders, func(o *Order) int64 { return o.ID }); err != nil {
		return err
	}
	if err := w.loadCodes(r, rel); err != nil {
		return err
	}
	rel.OldBarcodes, err = oldBarcodes(r, w.old)
	return err
}

// loadCodes reads the codes that orders were made with.
func (w *wanted) loadCodes(r app.Reader, rel *Related) (err error) {
	if rel.Codes, err = discount.Codes.ByID(r, w.codes); err != nil {
		return err
	}
	rel.Company = r.Company()
	rel.AccessCodes, err = accesscode.Codes.ByID(r, w.access)
	return err
}

// people reads customers, and contacts: of those that are read anyhow, or alone.
func (w *wanted) people(r app.Reader, rel *Related) (err error) {
	if w.in.Customers {
		w.customers, w.contacts = append(w.customers, w.contacts...), nil
	}
	if rel.Customers, err = byID(r, customer.Customers, w.customers, func(c *customer.Customer) int64 { return c.ID }); err != nil {
		return err
	}
	if w.in.nameless {
		w.contacts = nil
	}
	contacts, err := customer.Contacts(r, distinct(w.contacts))
	rel.Contacts = make(map[int64]*customer.Contact, len(contacts)+len(rel.Customers))
	for i := range contacts {
		rel.Contacts[contacts[i].ID] = &contacts[i]
	}
	for id, c := range rel.Customers {
		rel.Contacts[id] = &customer.Contact{ID: id, Name: c.Name, Email: c.Email}
	}
	return err
}

// byID reads records of one table, each once, in the order of their keys.
func byID[T any](r app.Reader, t *indexes.Table[T], ids []int64, idOf func(*T) int64) (map[int64]*T, error) {
	ids = distinct(ids)
	if len(ids) == 0 {
		return nil, nil
	}
	recs, err := t.GetMany(r, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[int64]*T, len(recs))
	for i := range recs {
		found[idOf(&recs[i])] = &recs[i]
	}
	return found, nil
}

// distinct sorts ids and leaves out repeats and zero.
func distinct(ids []int64) []int64 {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) > 0 && ids[0] == 0 {
		ids = ids[1:]
	}
	return ids
}

func oldBarcodes(r app.Reader, items []int64) (map[int64][]OldBarcode, error) {
	found := map[int64][]OldBarcode{}
	for _, id := range distinct(items) {
		codes, err := OldBarcodesOf(r, id)
		if err != nil {
			return nil, err
		}
		found[id] = codes
	}
	return found, nil
}

// saleViews reads sale items with their stock.
func saleViews(r app.Reader, ids []int64, inventory map[int64]*catalog.InventoryItem) (map[int64]*catalog.SaleItemView, error) {
	found, err := byID(r, catalog.SaleItems, ids, func(s *catalog.SaleItem) int64 { return s.ID })
	views := make(map[int64]*catalog.SaleItemView, len(found))
	for id, s := range found {
		v := &catalog.SaleItemView{SaleItem: *s}
		if i := inventory[s.ItemID]; i != nil {
			v.Item = *i
		}
		if v.Stock, err = catalog.StockOf(r, catalog.LayerSaleItem, id); err != nil {
			return nil, err
		}
		if v.Global, err = catalog.StockOf(r, catalog.LayerInventory, s.ItemID); err != nil {
			return nil, err
		}
		views[id] = v
	}
	return views, err
}
