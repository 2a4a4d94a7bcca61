package order

import (
	"slices"

	"marquee/app"
	"marquee/app/person"
)

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
