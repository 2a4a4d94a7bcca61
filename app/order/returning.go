package order

import (
	"slices"

	"marquee/app"
)

// Returning tells whether a gateway has been asked to give money of an order back, and
// nobody knows yet whether it does.
func Returning(r app.Reader, id int64) (bool, error) {
	o, err := Orders.Get(r, id)
	if err != nil {
		return false, err
	}
	all, err := Transactions.GetMany(r, o.TransactionIDs)
	return slices.ContainsFunc(all, func(t Transaction) bool {
		return t.Total < 0 && t.Status == TransactionPending
	}), err
}
