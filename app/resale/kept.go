package resale

import (
	"time"

	"marquee/app"
	"marquee/indexes"
)

// KeptOf gathers the listings of a customer and their contracts, at most so many listings.
func KeptOf(r app.Reader, customerID int64, most int) (all []Listing, sold []Contract, err error) {
	var ids, contracts []int64
	for id, err := range listingBySeller.IDs(r, indexes.PrefixOf[time.Time](customerID).Reversed().Limit(most)) {
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, id)
	}
	if all, err = Listings.GetMany(r, ids); err != nil {
		return nil, nil, err
	}
	for i := range all {
		contracts = append(contracts, all[i].ContractIDs...)
	}
	sold, err = Contracts.GetMany(r, contracts)
	return all, sold, err
}
