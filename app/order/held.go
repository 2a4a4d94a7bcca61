package order

import (
	"iter"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
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

// pending is where an order stands that is no basket any more and not sold yet: by customer
// and event, and under none for what is of none.
func (o *Order) pending() []kv.Pair2[int64, int64] {
	if o.CustomerID == 0 || o.Status == Active || !o.Status.Holds() {
		return nil
	}
	keys := []kv.Pair2[int64, int64]{{A: o.CustomerID}}
	for _, id := range o.EventIDs {
		keys = append(keys, kv.Pair2[int64, int64]{A: o.CustomerID, B: id})
	}
	return keys
}

// Owns tells whether a customer holds a sold unit of a sale item.
func Owns(r app.Reader, customerID int64, g *catalog.Goods) (bool, error) {
	n, err := together(r, customerID, 0, func(id, _ int64) (int64, error) {
		at := kv.Pair2[holding, int64]{A: holdingOf(id, g.EventID, Limited(g.Type)), B: g.ID}
		for _, err := range itemHeld.Keys(r, indexes.Equal(at).Limit(1)) {
			return 1, err
		}
		return 0, nil
	})
	return n > 0, err
}

// together counts what a customer has, until it is more than enough, with what another has who
// is being merged with that one: in steps nobody gets more than at once.
func together(r app.Reader, customerID, enough int64, count func(customerID, enough int64) (int64, error)) (n int64, err error) {
	if customerID == 0 {
		return 0, nil
	}
	people, err := customer.SamePerson(r, customerID)
	if err != nil {
		return 0, err
	}
	for _, id := range people {
		more, err := count(id, enough-n)
		if n += more; err != nil || n > enough {
			return n, err
		}
	}
	return n, nil
}

// of is the same question about another customer.
func (h Holdings) of(customerID, enough int64) *Holdings {
	h.CustomerID, h.Enough = customerID, enough
	return &h
}

// Holdings asks how much of something a customer has.
type Holdings struct {
	CustomerID, EventID int64
	// But is the order that is left out.
	But int64
	// Enough is where counting stops, so that what it costs does not grow with what somebody
	// has.
	Enough int64
	Now    time.Time
}

// TicketsOf counts the tickets of an event that a customer holds, or has in orders other than
// one that wait, or are being paid. Baskets do not count, nor what guests asked for and nobody
// approved yet: anybody could type the address of somebody else there.
func TicketsOf(r app.Reader, h Holdings) (int64, error) {
	return together(r, h.CustomerID, h.Enough, func(id, enough int64) (int64, error) { return h.of(id, enough).tickets(r) })
}

func (h *Holdings) tickets(r app.Reader) (int64, error) {
	n, err := itemHeld.CountOf(r, indexes.PrefixOf[int64](holdingOf(h.CustomerID, h.EventID, true)))
	if err != nil || n > h.Enough {
		return n, err
	}
	return h.confirmed(r, n, func(it *Item) bool { return Limited(it.Type) })
}

// UnitsOf is TicketsOf for the units of one sale item.
func UnitsOf(r app.Reader, h Holdings, g *catalog.Goods) (int64, error) {
	h.EventID = g.EventID
	return together(r, h.CustomerID, h.Enough, func(id, enough int64) (int64, error) { return h.of(id, enough).units(r, g) })
}

func (h *Holdings) units(r app.Reader, g *catalog.Goods) (n int64, err error) {
	at := kv.Pair2[holding, int64]{A: holdingOf(h.CustomerID, g.EventID, Limited(g.Type)), B: g.ID}
	for _, err := range itemHeld.Keys(r, indexes.Equal(at).Limit(int(h.Enough)+1)) {
		if n++; err != nil || n > h.Enough {
			return n, err
		}
	}
	return h.confirmed(r, n, func(it *Item) bool { return it.SaleItemID == g.ID })
}

// confirmed adds what counts in orders that wait. Whoever has more of these than are looked at
// is beyond every limit.
func (h *Holdings) confirmed(r app.Reader, n int64, counts func(*Item) bool) (int64, error) {
	looked, asked := 0, 0
	for hit, err := range h.waiting(r) {
		if err != nil || n > h.Enough || asked > maxPending {
			return n, err
		}
		if hit.Rec.OfGuest() && hit.Rec.Status == AwaitingApproval {
			asked++
			continue
		}
		if looked++; looked > maxPending {
			return h.Enough + 1, nil
		}
		more, err := h.in(r, &hit.Rec, counts)
		if n += more; err != nil {
			return n, err
		}
	}
	return n, nil
}

// waiting walks the orders of the customer that are no baskets any more and not sold yet.
func (h *Holdings) waiting(r app.Reader) iter.Seq2[indexes.Hit[Order], error] {
	return orderPending.Scan(r, indexes.Equal(kv.Pair2[int64, int64]{A: h.CustomerID, B: h.EventID}))
}

// in counts what an order holds.
func (h *Holdings) in(r app.Reader, o *Order, counts func(*Item) bool) (n int64, err error) {
	if o.ID == h.But || o.Overdue(h.Now) || h.EventID != 0 && !slices.Contains(o.EventIDs, h.EventID) {
		return 0, nil
	}
	items, err := ItemsOf(r, o)
	for i := range items {
		if it := &items[i]; it.Holds() && it.EventID == h.EventID && counts(it) {
			n++
		}
	}
	return n, err
}

// UnpaidLately counts the orders without any payment that guests placed for a customer within
// a time, until it is enough.
func UnpaidLately(r app.Reader, customerID int64, now time.Time, within time.Duration, enough int) (n int, err error) {
	for hit, err := range orderByCustomer.Scan(r, indexes.Equal(customerID).Reversed().Limit(4*enough)) {
		if err != nil || n >= enough {
			return n, err
		}
		o := &hit.Rec
		if o.OfGuest() && o.Totals.Paid == 0 && o.Modifies == 0 && (o.Status.Sold() || o.Status.AwaitsPayment() || o.Status == AwaitingApproval) &&
			app.Lately(o.Date(), now, within) {
			n++
		}
	}
	return n, nil
}

// AnsweredBy are the newest orders of a customer that somebody answered questions about.
func AnsweredBy(r app.Reader, customerID int64) (ids []int64, err error) {
	return indexes.Gather(orderAnswered.IDs(r, indexes.Equal(customerID).Reversed().Limit(maxAnswered)))
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

// HeldAt are the sold items of an event that a customer holds, at most maxHeldAt of a kind.
func HeldAt(r app.Reader, customerID, eventID int64) (all []Item, err error) {
	for _, limited := range []bool{true, false} {
		at := indexes.PrefixOf[int64](holdingOf(customerID, eventID, limited)).Limit(maxHeldAt)
		for hit, err := range itemHeld.Scan(r, at) {
			if err != nil {
				return nil, err
			}
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}
