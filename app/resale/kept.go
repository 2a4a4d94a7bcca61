package resale

import (
	"iter"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/indexes"
)

// bySeller are the listings of a seller that are open, or closed, the newest first.
func bySeller(r app.Reader, sellerID, class int64, most int) iter.Seq2[int64, error] {
	return listingBySeller.IDs(r, indexes.PrefixOf[time.Time](sellerID*classes+class).Reversed().Limit(most))
}

// KeptOf gathers the listings of somebody and their contracts, at most so many listings.
func KeptOf(r app.Reader, who customer.Person, most int) (all []Listing, sold []Contract, err error) {
	var ids, contracts []int64
	for _, customerID := range who.IDs {
		for _, class := range []int64{open, closed} {
			for id, err := range bySeller(r, customerID, class, most) {
				if err != nil {
					return nil, nil, err
				}
				ids = append(ids, id)
			}
		}
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
