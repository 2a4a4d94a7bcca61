package order

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
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

// KeptOf gathers what is kept of somebody, the newest orders first and at most so many.
func KeptOf(r app.Reader, who customer.Person, most int) (k Kept, err error) {
	var ids, held []int64
	for _, id := range who.IDs {
		bought, err := some(orderByCustomer.IDs(r, indexes.Equal(id).Reversed().Limit(most+1)))
		if err != nil {
			return k, err
		}
		holds, err := some(itemByCustomer.IDs(r, indexes.Equal(id).Reversed().Limit(most+1)))
		if err != nil {
			return k, err
		}
		ids, held = append(ids, bought...), append(held, holds...)
	}
	for _, email := range who.Emails {
		typed, err := typedBy(r, email, most)
		if err != nil {
			return k, err
		}
		ids = append(ids, typed...)
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
