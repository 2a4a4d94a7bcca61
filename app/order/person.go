package order

import (
	"slices"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
)

// Inheritance is an order, or some of its items, that are another customer's now because two
// were one person.
type Inheritance struct {
	OrderID int64
	// ItemIDs are the items that have another holder.
	ItemIDs    []int64
	From, Into int64
}

// mergeBought gives some of the orders of a customer to another, who is the same person.
func mergeBought(tx app.Tx, m *person.Moving) error {
	ids, err := indexes.Gather(orderByCustomer.IDs(tx, indexes.Equal(m.From).Reversed().Limit(m.Room()+1)))
	if err != nil {
		return err
	}
	for _, id := range ids { // the newest first: baskets are among them
		if m.Room() == 0 {
			return nil
		}
		if err := inheritOrder(tx, id, m); err != nil {
			return err
		}
	}
	return nil
}

// inheritOrder gives an order to another customer, with what its buyer holds of it. A basket
// becomes nobody's where the other has one of the same maker already.
func inheritOrder(tx app.Tx, id int64, m *person.Moving) error {
	o, err := Orders.Get(tx, id)
	if err != nil {
		return err
	}
	into, another := m.Into, false
	if o.Status == Active {
		if _, another, err = LiveBasketOf(tx, m.Into, o.UserID); another {
			into = 0
		}
	}
	if err != nil {
		return err
	}
	if _, err := orderTable.Update(tx, id, func(o *Order) error { o.inherit(into); return nil }); err != nil {
		return err
	}
	m.Wrote(1)
	items, err := Items.GetMany(tx, o.ItemIDs)
	if err != nil {
		return err
	}
	gone := Inheritance{OrderID: id, From: m.From, Into: m.Into}
	for i := range items {
		if items[i].CustomerID != m.From {
			continue
		}
		if err := giveItem(tx, &o, items[i].ID, into); err != nil {
			return err
		}
		gone.ItemIDs = append(gone.ItemIDs, items[i].ID)
	}
	m.Wrote(len(gone.ItemIDs))
	return PortsOf(tx).Inherited(tx, gone)
}

func giveItem(tx app.Tx, o *Order, id, customerID int64) error {
	_, err := itemTable.Update(tx, id, func(i *Item) error { i.inherit(o, customerID); return nil })
	return err
}

// mergeHeld gives items of others' orders to another customer.
func mergeHeld(tx app.Tx, m *person.Moving) error {
	ids, err := m.Take(tx, person.ByCustomer(itemByCustomer))
	if err != nil {
		return err
	}
	items, err := Items.GetMany(tx, ids)
	if err != nil {
		return err
	}
	var orders []int64
	of := map[int64][]int64{}
	for i := range items {
		it := &items[i]
		if of[it.OrderID] == nil {
			orders = append(orders, it.OrderID)
		}
		of[it.OrderID] = append(of[it.OrderID], it.ID)
	}
	for _, id := range orders {
		o, err := orderTable.Update(tx, id, func(*Order) error { return nil }) // it changed, too
		if err != nil {
			return err
		}
		for _, item := range of[id] {
			if err := giveItem(tx, &o, item, m.Into); err != nil {
				return err
			}
		}
		if err := PortsOf(tx).Inherited(tx, Inheritance{OrderID: id, ItemIDs: of[id], From: m.From, Into: m.Into}); err != nil {
			return err
		}
	}
	return nil
}

// The sections of an export that others go on from.
const (
	ordersSection = "orders"
	itemsSection  = "orderItems"
)

// exportBought adds the orders of somebody, the newest at most, with baskets of nobody into which
// somebody typed the address; their items, and those that the person holds of others' orders; and
// what was paid.
func exportBought(r app.Reader, x *person.Export) error {
	bought, err := x.IDs(r, person.MaxRecords+1, person.ByCustomer(orderByCustomer), person.ByAddress(orderTyped))
	if err != nil {
		return err
	}
	held, err := x.IDs(r, person.MaxRecords+1, person.ByCustomer(itemByCustomer), nil)
	if err != nil {
		return err
	}
	x.Full(len(bought)-1, len(held)-1)
	bought, held = bought[max(0, len(bought)-person.MaxRecords):], held[max(0, len(held)-person.MaxRecords):]
	orders, err := Orders.GetMany(r, bought)
	if err != nil {
		return err
	}
	var paid []int64
	for i := range orders {
		held = append(held, orders[i].ItemIDs...)
		paid = append(paid, orders[i].TransactionIDs...)
	}
	slices.Sort(held)
	items, err := Items.GetMany(r, slices.Compact(held))
	if err != nil {
		return err
	}
	transactions, err := Transactions.GetMany(r, paid)
	x.Add(ordersSection, orders)
	x.Add(itemsSection, items)
	x.Add("transactions", transactions)
	return err
}

// Exported are the orders and items that an export has.
func Exported(x *person.Export) (orders []Order, items []Item) {
	orders, _ = x.Records(ordersSection).([]Order)
	items, _ = x.Records(itemsSection).([]Item)
	return orders, items
}

// exportFormer adds former codes of the items.
func exportFormer(r app.Reader, x *person.Export) error {
	_, items := Exported(x)
	var former []OldBarcode
	for i := range items {
		if !items[i].Reissued {
			continue
		}
		some, err := OldBarcodesOf(r, items[i].ID)
		if err != nil {
			return err
		}
		former = append(former, some...)
	}
	x.Add("oldBarcodes", former)
	return nil
}
