package resale

import (
	"iter"
	"time"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
)

// eraseBatch is how many listings one step of an erasure ends.
const eraseBatch = 20

// Personal are the rules of what is kept of sellers.
func Personal() []person.Rule {
	return []person.Rule{{
		Name: "resale listings", Erase: person.Each(ofSeller(open), eraseBatch, eraseListing),
		Merge: person.Move(mergeListing, ofSeller(open), ofSeller(closed)), Export: exportListings,
	}}
}

// ofSeller finds the listings of a seller that are open, or closed.
func ofSeller(class int64) person.Find {
	return func(r app.Reader, k person.Key, s person.Span) iter.Seq2[person.Found, error] {
		return person.Entries(listingBySeller.Keys(r, person.Within(indexes.PrefixOf[time.Time](k.ID*classes+class), s)))
	}
}

// eraseListing ends what an erased customer offers. What lies in a basket can be bought still.
func eraseListing(tx app.Tx, _ *person.Erasing, id int64) error {
	l, err := Listings.Get(tx, id)
	if err == nil && l.Ending == "" {
		_, err = end(tx, &l, Cancelled)
	}
	return err
}

func mergeListing(tx app.Tx, m *person.Moving, id int64) error {
	_, err := listingTable.Update(tx, id, func(l *Listing) error { l.SellerID = m.Into; return nil })
	return err
}

// exportListings adds the listings of somebody, and their contracts.
func exportListings(r app.Reader, x *person.Export) error {
	var ids, contracts []int64
	for _, class := range []int64{open, closed} {
		some, err := x.IDs(r, person.MaxRecords, ofSeller(class), nil)
		if err != nil {
			return err
		}
		ids = append(ids, some...)
	}
	all, err := Listings.GetMany(r, ids)
	if err != nil {
		return err
	}
	for i := range all {
		contracts = append(contracts, all[i].ContractIDs...)
	}
	sold, err := Contracts.GetMany(r, contracts)
	x.Add("resaleListings", all)
	x.Add("resaleContracts", sold)
	x.Full(len(all), len(sold))
	return err
}
