package transfer

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// within refuses to give somebody more than one customer may have: of the tickets of an event,
// and of a sale item. more is 1 where the items come on top of what that customer has, 0 where
// they are among it. Who buys others at the same moment meets the claim at the counter of what
// the customer has.
func (t *Transfer) within(r app.Tx, customerID, more int64, field string) error {
	items, err := order.Items.GetMany(r, t.ItemIDs)
	if err != nil {
		return err
	}
	tickets, units := map[int64]int64{}, map[int64]int64{}
	var events, kinds []int64
	for i := range items {
		it := &items[i]
		if order.Limited(it.Type) && it.EventID != 0 {
			tickets[it.EventID] += more
			events = append(events, it.EventID)
		}
		units[it.SaleItemID] += more
		kinds = append(kinds, it.SaleItemID)
	}
	h := order.Holdings{CustomerID: customerID, Now: r.Wall()}
	for _, id := range app.Distinct(events) {
		if err := withinEvent(r, h, id, tickets[id], field); err != nil {
			return err
		}
	}
	cache := catalog.NewCache(r)
	for _, id := range app.Distinct(kinds) {
		g, err := cache.Get(id)
		if err == nil {
			err = withinItem(r, h, g, units[id], field)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// withinEvent holds what somebody has, and so many more tickets, against the limit of an event.
func withinEvent(r app.Reader, h order.Holdings, eventID, more int64, field string) error {
	e, err := catalog.SharedEvent(r, eventID)
	if err != nil || e.MaxTicketsPerCustomer == nil {
		return err
	}
	limit := *e.MaxTicketsPerCustomer
	h.EventID, h.Enough = eventID, limit-more
	tickets, err := order.TicketsOf(r, h)
	if err == nil && tickets+more > limit {
		err = app.Field(field, "would leave one customer with more than the %d tickets that are allowed", limit)
	}
	return err
}

// withinItem is withinEvent for the units of a sale item.
func withinItem(r app.Reader, h order.Holdings, g *catalog.Goods, more int64, field string) error {
	limit := g.MaxPerCustomer
	if limit == 0 {
		return nil
	}
	h.Enough = limit - more
	has, err := order.UnitsOf(r, h, g)
	if err == nil && has+more > limit {
		err = app.Field(field, "would leave one customer with more than the %d of %s that are allowed", limit, g.Item.Name)
	}
	return err
}
