package order

import (
	"marquee/app"
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
		switch o := &hit.Rec; o.Status {
		case Active, Failed, Expired:
		default:
			if o.DeletedAt == nil {
				all = append(all, *o)
			}
		}
	}
	return all, nil
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
