package transfer

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// within refuses to give somebody more tickets of an event than one customer may have. more is
// 1 where the items come on top of what that customer has, 0 where they are among it. Who buys
// others at the same moment meets the claim at the counter of what the customer has.
func (t *Transfer) within(r app.Tx, customerID, more int64, field string) error {
	items, err := order.Items.GetMany(r, t.ItemIDs)
	if err != nil {
		return err
	}
	given, events := map[int64]int64{}, []int64(nil)
	for i := range items {
		if it := &items[i]; order.Limited(it.Type) && it.EventID != 0 {
			given[it.EventID] += more
			events = append(events, it.EventID)
		}
	}
	for _, id := range app.Distinct(events) {
		e, err := catalog.SharedEvent(r, id)
		if err != nil {
			return err
		}
		if e.MaxTicketsPerCustomer == nil {
			continue
		}
		limit := *e.MaxTicketsPerCustomer
		has, err := order.TicketsOf(r, order.Holdings{CustomerID: customerID, EventID: id, Enough: limit - given[id], Now: r.Wall()})
		if err != nil {
			return err
		}
		if has+given[id] > limit {
			return app.Field(field, "would leave one customer with more than the %d tickets that are allowed", limit)
		}
	}
	return nil
}
