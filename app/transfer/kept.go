package transfer

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// KeptOf gathers the transfers from and to a customer, at most so many of each.
func KeptOf(r app.Reader, customerID int64, email string, most int) ([]Transfer, error) {
	var ids []int64
	for id, err := range byPerson.IDs(r, indexes.Equal(customerID).Limit(most)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	if email != "" {
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
