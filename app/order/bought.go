package order

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// EachBought calls fn with the units that a customer bought and did not give back, those of
// the newest orders first. A fee is nothing that anybody buys, and what was sold in demo mode was
// not bought where the company takes real money.
func EachBought(r app.Reader, customerID int64, orders int, fn func(*Order, *Item) error) error {
	own, err := company.SettingsOf(r)
	if err != nil {
		return err
	}
	var ids []int64
	for id, err := range orderByCustomer.IDs(r, indexes.Equal(customerID).Reversed().Limit(orders)) {
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		o, err := Orders.Get(r, id)
		if err != nil {
			return err
		}
		if o.Demo && !own.Demo {
			continue
		}
		items, err := ItemsOf(r, &o)
		if err != nil {
			return err
		}
		for i := range items {
			it := &items[i]
			if back := it.Price > 0 && it.Refunded >= it.Price; !it.Admissible() || it.IsFee() || back {
				continue
			}
			if err := fn(&o, it); err != nil {
				return err
			}
		}
	}
	return nil
}
