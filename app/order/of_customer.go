package order

import (
	"iter"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// OfCustomer are the orders that a customer made, the newest first, at most limit of them:
// no baskets, and nothing that came to nothing.
func OfCustomer(r app.Reader, customerID int64, limit int) (all []Order, err error) {
	looked := indexes.Equal(customerID).Reversed().Limit(maxLookedAt)
	for hit, err := range orderByCustomer.Scan(r, looked) {
		if err != nil || len(all) == limit {
			return all, err
		}
		if counts(&hit.Rec) {
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}

// counts tells whether it is an order of its customer: no basket, and nothing that came to nothing.
func counts(o *Order) bool {
	switch o.Status {
	case Active, Failed, Expired:
		return false
	}
	return o.DeletedAt == nil
}

// LastOf is the last order that a customer made, 0: none.
func LastOf(r app.Reader, customerID int64) (int64, error) {
	made, err := OfCustomer(r, customerID, 1)
	if err != nil || len(made) == 0 {
		return 0, err
	}
	return made[0].ID, nil
}

// LastBought walks the customers with the last order of each, who ordered last first, behind an
// order; 0: all.
func LastBought(r app.Reader, behind int64) iter.Seq2[customer.Bought, error] {
	rg := indexes.All[int64]().Reversed()
	if behind > 0 {
		rg = rg.To(behind) // what is at the end of a range is not in it
	}
	return func(yield func(customer.Bought, error) bool) {
		told := map[int64]bool{}
		for hit, err := range Orders.Scan(r, rg) {
			o := &hit.Rec
			if err == nil && (o.CustomerID == 0 || told[o.CustomerID] || !counts(o)) {
				continue
			}
			last := o.ID
			if err == nil {
				told[o.CustomerID] = true
				last, err = LastOf(r, o.CustomerID)
			}
			if err == nil && last != o.ID {
				continue // a later one was told before
			}
			if !yield(customer.Bought{OrderID: o.ID, CustomerID: o.CustomerID}, err) || err != nil {
				return
			}
		}
	}
}

// HasOrders tells whether a customer made an order that did not come to nothing, or holds
// something of one.
func HasOrders(r app.Reader, customerID int64) (bool, error) {
	r = app.Whole(r)
	made, err := OfCustomer(r, customerID, 1)
	if err != nil || len(made) > 0 {
		return len(made) > 0, err
	}
	return HasUpcoming(r, customerID)
}
