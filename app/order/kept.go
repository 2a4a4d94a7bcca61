package order

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// Kept is what orders hold of a customer.
type Kept struct {
	// Orders are those of the customer, and baskets of nobody into which somebody typed the
	// address.
	Orders []Order
	// Items are those of the orders, and those that the customer holds of others' orders.
	Items        []Item
	Transactions []Transaction
	// More tells that there is more than was asked for.
	More bool
}

// KeptOf gathers what is kept of a customer, the newest orders first and at most so many.
func KeptOf(r app.Reader, customerID int64, email string, most int) (k Kept, err error) {
	var ids, held []int64
	for id, err := range orderByCustomer.IDs(r, indexes.Equal(customerID).Reversed().Limit(most+1)) {
		if err != nil {
			return k, err
		}
		ids = append(ids, id)
	}
	if email != "" {
		typed, err := typedBy(r, email, most)
		if err != nil {
			return k, err
		}
		ids = append(ids, typed...)
	}
	for id, err := range itemByCustomer.IDs(r, indexes.Equal(customerID).Reversed().Limit(most+1)) {
		if err != nil {
			return k, err
		}
		held = append(held, id)
	}
	k.More = len(ids) > most || len(held) > most
	if k.Orders, err = Orders.GetMany(r, ids[:min(len(ids), most)]); err != nil {
		return k, err
	}
	held = held[:min(len(held), most)]
	var paid []int64
	for i := range k.Orders {
		held = append(held, k.Orders[i].ItemIDs...)
		paid = append(paid, k.Orders[i].TransactionIDs...)
	}
	slices.Sort(held)
	if k.Items, err = Items.GetMany(r, slices.Compact(held)); err == nil {
		k.Transactions, err = Transactions.GetMany(r, paid)
	}
	return k, err
}
