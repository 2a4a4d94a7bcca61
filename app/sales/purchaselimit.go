package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// checkPurchaseLimits holds the tickets of one customer against the limit of
// each event: those in this basket, those wanted, and those in the customer's
// other live orders. An unknown customer is held to the basket.
func (d *draft) checkPurchaseLimits(r *refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	var events []int64
	for _, g := range kinds {
		if g.Event == nil || g.Event.MaxTicketsPerCustomer == nil || !limited(g.Type) || slices.Contains(events, g.EventID) {
			continue
		}
		events = append(events, g.EventID)
		tickets := d.ticketsOf(g.EventID)
		for _, k := range kinds {
			if k.EventID == g.EventID && limited(k.Type) {
				tickets += n[k.ID]
			}
		}
		owned, err := d.ownedTickets(g.EventID)
		if err != nil {
			return err
		}
		if limit := *g.Event.MaxTicketsPerCustomer; tickets+owned > limit {
			r.add(typePurchaseLimit, g.ID, "At most %d tickets can be bought by one customer.", limit)
		}
	}
	return nil
}

// limited tells whether units of a type count against the limit per customer.
func limited(t catalog.ItemType) bool { return t == catalog.Ticket || t == catalog.SeasonTicket }

// ticketsOf counts the draft's own tickets of an event.
func (d *draft) ticketsOf(event int64) int64 {
	var n int64
	for _, u := range d.units {
		if u.EventID == event && limited(u.Type) {
			n++
		}
	}
	return n
}

// ownedTickets counts the tickets of an event in the customer's other live
// orders: bought, or reserved and not overdue. Two sales at once meet at the
// event's stock counter, which both write.
func (d *draft) ownedTickets(event int64) (int64, error) {
	customer := d.order.CustomerID
	if customer == 0 {
		return 0, nil
	}
	var n int64
	for hit, err := range order.OrderByCustomer.Scan(d.tx, indexes.Equal(customer)) {
		if err != nil {
			return 0, err
		}
		o := hit.Rec
		if o.ID == d.order.ID || !slices.Contains(o.EventIDs, event) || !d.counts(&o) {
			continue
		}
		tickets, err := ticketsIn(d.tx, &o, event)
		if err != nil {
			return 0, err
		}
		n += tickets
	}
	return n, nil
}

func (d *draft) counts(o *order.Order) bool {
	return o.Status.Sold() || o.Status.Holds() && !o.Overdue(d.tx.Wall())
}

func ticketsIn(r app.Reader, o *order.Order, event int64) (int64, error) {
	items, err := order.ItemsOf(r, o)
	var n int64
	for i := range items {
		if it := &items[i]; it.Holds() && it.EventID == event && limited(it.Type) {
			n++
		}
	}
	return n, err
}
