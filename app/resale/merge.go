package resale

import (
	"marquee/app"
	"marquee/app/customer"
)

// MergeSeller makes the listings of a customer those of another, who is the same person.
func MergeSeller(tx app.Tx, m *customer.Moving) error {
	for _, class := range []int64{open, closed} {
		ids, err := m.Take(bySeller(tx, m.From, class, m.Room()+1))
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := listingTable.Update(tx, id, func(l *Listing) error { l.SellerID = m.Into; return nil }); err != nil {
				return err
			}
		}
	}
	return nil
}
