package order

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
)

// Receipt is an order with all that its buyer is told.
type Receipt struct {
	Basket
	Events    map[int64]catalog.Event
	Venues    map[int64]catalog.Venue
	Customers map[int64]customer.Customer
}

// ReceiptOf reads what an order's receipt shows beside the order. It belongs into
// the transaction that completed the order: once that is durable nothing more may
// fail, or the barcodes are lost to the caller. A venue or a person that cannot be
// read is left out, and so is everybody for a caller who may not see customers.
func ReceiptOf(r app.Reader, c *app.Caller, b Basket) (Receipt, error) {
	out := Receipt{Basket: b, Customers: map[int64]customer.Customer{}}
	var err error
	if out.Events, err = catalog.EventsByID(r, b.Order.EventIDs); err != nil && !Unreadable(err) {
		return out, err
	}
	var venues []int64
	for _, e := range out.Events {
		venues = append(venues, e.VenueID)
	}
	if out.Venues, err = catalog.VenuesByID(r, venues); err != nil && !Unreadable(err) {
		return out, err
	}
	if !c.Can(app.ViewCustomers) {
		return out, nil
	}
	people, err := customer.Many(r, b.people())
	if err != nil && !Unreadable(err) {
		return out, err
	}
	for _, p := range people {
		out.Customers[p.ID] = p
	}
	return out, nil
}

// people are the purchaser and the holders, as far as they are known, each once.
func (b *Basket) people() []int64 {
	var ids []int64
	add := func(id int64) {
		if id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(b.Order.CustomerID)
	for i := range b.Items {
		add(b.Items[i].CustomerID)
	}
	return ids
}
