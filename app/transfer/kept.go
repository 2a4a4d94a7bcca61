package transfer

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// KeptOf gathers the transfers from and to somebody, at most so many of each.
func KeptOf(r app.Reader, who customer.Person, most int) ([]Transfer, error) {
	var ids []int64
	for _, customerID := range who.IDs {
		for id, err := range byPerson.IDs(r, indexes.Equal(customerID).Limit(most)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	for _, email := range who.Emails {
		for id, err := range byEmail.IDs(r, indexes.Equal(app.Fold(email)).Limit(most)) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return transfers.GetMany(r, slices.Compact(ids))
}
