package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// checkPurchaseLimits holds the tickets of one customer against the limit of
// each event: those in this basket, those wanted, those the customer holds and those
// reserved in the customer's other orders. An unknown customer is held to the basket.
// Two sales at once meet at the event's stock counter, which both write.
func (d *draft) checkPurchaseLimits(r *refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	var events []int64
	for _, g := range kinds {
		if g.Event == nil || g.Event.MaxTicketsPerCustomer == nil || !order.Limited(g.Type) || slices.Contains(events, g.EventID) {
			continue
		}
		events = append(events, g.EventID)
		tickets := d.ticketsOf(g.EventID)
		kept, err := d.heldByOriginal(g.EventID)
		if err != nil {
			return err
		}
		tickets -= kept // they are given up for those of the basket
		for _, k := range kinds {
			if k.EventID == g.EventID && order.Limited(k.Type) {
				tickets += n[k.ID]
			}
		}
		limit := *g.Event.MaxTicketsPerCustomer
		owned, err := order.TicketsOf(d.tx, d.order.CustomerID, g.EventID, d.order.ID, limit-tickets, d.tx.Wall())
		if err != nil {
			return err
		}
		if tickets+owned > limit && !d.lifts(PurchaseLimit) {
			r.add(typePurchaseLimit, g.ID, app.Msg("At most %d tickets can be bought by one customer.", limit))
		}
	}
	return nil
}

// ticketsOf counts the draft's own tickets of an event.
func (d *draft) ticketsOf(event int64) int64 {
	var n int64
	for _, u := range d.units {
		if u.EventID == event && order.Limited(u.Type) {
			n++
		}
	}
	return n
}
