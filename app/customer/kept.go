package customer

import (
	"marquee/app"
	"marquee/indexes"
)

// KeptMemberships gathers the groups that a customer is in.
func KeptMemberships(r app.Reader, customerID int64) (all []Membership, err error) {
	for hit, err := range membershipOf.Scan(r, indexes.Equal(customerID)) {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec)
	}
	return all, nil
}
