package rules

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
)

// Facts are what the rules of a basket rest on beside the basket itself: read before anything
// is decided. What was not asked about is the zero value.
type Facts struct {
	// NotSold is why the sale items that come are not on sale now, one for each.
	NotSold []catalog.NotSold
	// Member: the customer is in one of the groups that a sale item is for.
	Member map[int64]bool
	// Locked are goods that want an access code which was not entered.
	Locked []*catalog.Goods
	// Owned are prerequisites that the customer has.
	Owned map[int64]bool
	// Limits are what the customer has of what is limited.
	Limits
}

// Limits are what the customer of a basket has of what is limited, beside the basket.
type Limits struct {
	// Tickets of events, and Units of sale items.
	Tickets, Units map[int64]int64
	// GivenUp are the items of the order that the basket takes the place of.
	GivenUp []order.Item
	// Gifts are the transfers by which the customer is given part of the basket.
	Gifts []int64
}

// own counts the units of the basket, and those of the order that are given up for them. Those
// that are given to others count against the limit of who claims them, unless the customer
// is to have them.
func (l *Limits) own(b *Basket, counts func(*order.Item) bool) (n, kept int64) {
	for _, u := range b.Units {
		if counts(&u.Item) && (u.TransferID == 0 || slices.Contains(l.Gifts, u.TransferID)) {
			n++
		}
	}
	for i := range l.GivenUp {
		if it := &l.GivenUp[i]; it.Admissible() && it.CustomerID == b.Order.CustomerID && counts(it) {
			kept++
		}
	}
	return n, kept
}

// Limited tells whether a customer has so many tickets of the event of goods at most.
func Limited(g *catalog.Goods) bool {
	return g.Event != nil && g.Event.MaxTicketsPerCustomer != nil && order.Limited(g.Type)
}

// TicketsOf are the tickets of the event of goods that the customer gets with the basket, and
// with what is wanted, beyond those that are given up for them.
func (l *Limits) TicketsOf(b *Basket, g *catalog.Goods, kinds []*catalog.Goods, n map[int64]int64) int64 {
	tickets, kept := l.own(b, func(it *order.Item) bool { return it.EventID == g.EventID && order.Limited(it.Type) })
	tickets -= kept
	for _, k := range kinds {
		if k.EventID == g.EventID && order.Limited(k.Type) {
			tickets += n[k.ID]
		}
	}
	return tickets
}

// UnitsLimited tells whether a customer has so many of the goods at most. Guests are signed up
// for a list once.
func UnitsLimited(g *catalog.Goods) bool { return g.MaxPerCustomer != 0 || g.Type == catalog.GuestList }

// UnitsOf are the units of goods that the customer gets with the basket and with what is wanted,
// beyond those that are given up for them, and how many these are.
func (l *Limits) UnitsOf(b *Basket, g *catalog.Goods, wanted int64) (units, kept int64) {
	units, kept = l.own(b, func(it *order.Item) bool { return it.SaleItemID == g.ID })
	return units + wanted - kept, kept
}

// CheckLimits holds the tickets of one customer against the limit of each event, and units
// against those of their sale items: those in the basket, those wanted, and those that the
// customer has. An unknown customer is held to the basket.
func CheckLimits(b *Basket, r *Refusals, kinds []*catalog.Goods, n map[int64]int64, l *Limits) {
	var events []int64
	for _, g := range kinds {
		if UnitsLimited(g) {
			checkItemLimit(b, r, g, n[g.ID], l)
		}
		if !Limited(g) || slices.Contains(events, g.EventID) {
			continue
		}
		events = append(events, g.EventID)
		limit := *g.Event.MaxTicketsPerCustomer
		if l.TicketsOf(b, g, kinds, n)+l.Tickets[g.EventID] > limit && !b.Lifts(PurchaseLimit) {
			r.Add(TypePurchaseLimit, g.ID, app.Msg("At most %d tickets can be bought by one customer.", limit))
		}
	}
}

// checkItemLimit holds the units of one sale item against its limit for a customer. Guests
// are signed up for a list once, however many come along.
func checkItemLimit(b *Basket, r *Refusals, g *catalog.Goods, wanted int64, l *Limits) {
	units, kept := l.UnitsOf(b, g, wanted)
	owned := l.Units[g.ID]
	switch {
	case g.MaxPerCustomer > 0 && units+owned > g.MaxPerCustomer && !b.Lifts(PurchaseLimit):
		r.Add(TypePurchaseLimit, g.ID, app.Msg("At most %d of %s can be bought by one customer.", g.MaxPerCustomer, g.Item.Name))
	case g.Type == catalog.GuestList && owned > kept && !b.Lifts(PurchaseLimit):
		r.Add(TypePurchaseLimit, g.ID, app.Msg("Each customer is signed up for %s once.", g.Item.Name))
	}
}

// CheckMembers refuses sale items to customers who are in none of the groups that they are
// for. Who the customer is may not be known before the order completes: then they must be, and
// nobody takes the word of a buyer in the shop for it, who signs in.
func CheckMembers(b *Basket, r *Refusals, kinds []*catalog.Goods, known bool, member map[int64]bool) {
	for _, g := range kinds {
		switch {
		case len(g.CustomerGroups) == 0:
		case b.Order.CustomerID == 0 && known:
			r.Add(TypeInvalid, g.ID, app.Msg("%s is for the members of a group: name the customer.", g.Item.Name))
		case b.Order.CustomerID == 0:
		case known && b.Caller.Guest && b.Order.CustomerID != b.Caller.CustomerID:
			r.Add(TypeInvalid, g.ID, app.Msg("%s is for the members of a group: sign in, and buy with the e-mail address of your account.", g.Item.Name))
		case !member[g.ID]:
			r.Add(TypeInvalid, g.ID, app.Msg("%s is for the members of a group.", g.Item.Name))
		}
	}
}
