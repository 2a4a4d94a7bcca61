package invoice

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
)

// KeptOf gathers the documents of the orders that somebody bought, and whom the next ones are
// for.
func KeptOf(r app.Reader, who customer.Person, bought []order.Order) (written []Document, wanted []Recipient, err error) {
	for i := range bought {
		if !slices.Contains(who.IDs, bought[i].CustomerID) {
			continue
		}
		some, err := of(r, bought[i].ID)
		if err != nil {
			return nil, nil, err
		}
		written = append(written, some...)
		rec, found, err := recipients.Find(r, bought[i].ID)
		if err != nil {
			return nil, nil, err
		}
		if found {
			wanted = append(wanted, rec)
		}
	}
	return written, wanted, nil
}
