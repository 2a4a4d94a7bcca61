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
