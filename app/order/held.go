package order

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
)

// holding is a customer with an event, and whether the item counts against the limit
// of the event: twice the event's number, and one if it does.
type holding = kv.Pair2[int64, int64]

func holdingOf(customerID, eventID int64, limited bool) holding {
	return holding{A: customerID, B: eventID<<1 | bitIf(limited, 1)}
}

// Limited tells whether units of a type count against an event's limit per customer.
func Limited(t catalog.ItemType) bool { return t == catalog.Ticket || t == catalog.SeasonTicket }

// held is where a sold item stands among what its holder has: under the event, by
// sale item. One counter tells how many tickets of an event somebody has.
func (i *Item) held() []kv.Pair2[holding, int64] {
	if i.CustomerID == 0 || !i.Admissible() {
		return nil
	}
	return []kv.Pair2[holding, int64]{{A: holdingOf(i.CustomerID, i.EventID, Limited(i.Type)), B: i.SaleItemID}}
}

// pending is where an order with tickets stands that is no basket any more and not
// sold yet: by customer and event.
func (o *Order) pending() []kv.Pair2[int64, int64] {
	if o.CustomerID == 0 || o.Status == Active || !o.Status.Holds() || !slices.ContainsFunc(o.Types, Limited) {
		return nil
	}
	keys := make([]kv.Pair2[int64, int64], len(o.EventIDs))
	for i, id := range o.EventIDs {
		keys[i] = kv.Pair2[int64, int64]{A: o.CustomerID, B: id}
	}
	return keys
}

// Owns tells whether a customer holds a sold unit of a sale item.
func Owns(r app.Reader, customerID int64, g *catalog.Goods) (bool, error) {
	if customerID == 0 {
		return false, nil
	}
	at := kv.Pair2[holding, int64]{A: holdingOf(customerID, g.EventID, Limited(g.Type)), B: g.ID}
	for _, err := range itemHeld.Keys(r, indexes.Equal(at).Limit(1)) {
		return err == nil, err
	}
	return false, nil
}

// TicketsOf counts the tickets of an event that a customer holds, or has reserved in
// orders other than one. It stops counting beyond enough, so that what it costs does
// not grow with what somebody has.
func TicketsOf(r app.Reader, customerID, eventID, but, enough int64, now time.Time) (int64, error) {
	if customerID == 0 {
		return 0, nil
	}
	n, err := itemHeld.CountOf(r, indexes.PrefixOf[int64](holdingOf(customerID, eventID, true)))
	if err != nil || n > enough {
		return n, err
	}
	looked := 0
	for e, err := range basketOfCustomer.Keys(r, indexes.PrefixOf[int64](customerID)) {
		if looked++; err != nil || n > enough {
			return n, err
		}
		if looked > maxPending {
			return enough + 1, nil
		}
		more, err := reservedIn(r, e.ID, eventID, but, now)
		if n += more; err != nil {
			return n, err
		}
	}
	for hit, err := range orderPending.Scan(r, indexes.Equal(kv.Pair2[int64, int64]{A: customerID, B: eventID})) {
		if looked++; err != nil || n > enough {
			return n, err
		}
		if looked > maxPending {
			return enough + 1, nil
		}
		if hit.ID == but || hit.Rec.Overdue(now) {
			continue
		}
		more, err := ticketsIn(r, &hit.Rec, eventID)
		if n += more; err != nil {
			return n, err
		}
	}
	return n, nil
}

// reservedIn counts the tickets of an event in a live basket, unless it is the one to
// leave out.
func reservedIn(r app.Reader, basketID, eventID, but int64, now time.Time) (int64, error) {
	if basketID == but {
		return 0, nil
	}
	o, err := Orders.Get(r, basketID)
	if err != nil || o.Overdue(now) {
		return 0, err
	}
	return ticketsIn(r, &o, eventID)
}

// ticketsIn counts the tickets of an event in an order.
func ticketsIn(r app.Reader, o *Order, eventID int64) (n int64, err error) {
	if !slices.Contains(o.EventIDs, eventID) {
		return 0, nil
	}
	items, err := ItemsOf(r, o)
	for i := range items {
		if it := &items[i]; it.Holds() && it.EventID == eventID && Limited(it.Type) {
			n++
		}
	}
	return n, err
}

// AnsweredBy are the newest orders of a customer that somebody answered questions about.
func AnsweredBy(r app.Reader, customerID int64) (ids []int64, err error) {
	for e, err := range orderAnswered.Keys(r, indexes.Equal(customerID).Reversed().Limit(maxAnswered)) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

// LastExpired finds the newest expired basket of a customer on a channel that belongs to
// the caller, among the newest orders of that customer.
func LastExpired(r app.Reader, c *app.Caller, customerID int64, ch catalog.Channel) (Order, bool, error) {
	for hit, err := range orderByCustomer.Scan(r, indexes.Equal(customerID).Reversed().Limit(maxRecoverable)) {
		if err != nil || hit.Rec.Status == Expired && hit.Rec.Channel == ch && hit.Rec.BelongsTo(c) {
			return hit.Rec, err == nil, err
		}
	}
	return Order{}, false, nil
}

// LiveBasketOf finds the one live basket that a user made for a customer, overdue or not.
func LiveBasketOf(r app.Reader, customerID, userID int64) (Order, bool, error) {
	return basketOfCustomer.Find(r, kv.Pair2[int64, int64]{A: customerID, B: userID})
}
