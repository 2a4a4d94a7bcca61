package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// checkPurchaseLimits holds the tickets of one customer against the limit of
// each event, and units against those of their sale items: those in this basket, those
// wanted, those the customer holds and those reserved in the customer's other orders. An
// unknown customer is held to the basket. Two sales at once meet at the stock counters of
// the event and of the sale item, which both write.
func (d *draft) checkPurchaseLimits(r *rules.Refusals, kinds []*catalog.Goods, n map[int64]int64) error {
	var events []int64
	if err := d.findGifts(); err != nil {
		return err
	}
	for _, g := range kinds {
		if err := d.checkItemLimit(r, g, n[g.ID]); err != nil {
			return err
		}
		if g.Event == nil || g.Event.MaxTicketsPerCustomer == nil || !order.Limited(g.Type) || slices.Contains(events, g.EventID) {
			continue
		}
		events = append(events, g.EventID)
		ofEvent := func(it *order.Item) bool { return it.EventID == g.EventID && order.Limited(it.Type) }
		tickets, kept, err := d.own(ofEvent)
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
		h := d.Holdings(limit - tickets)
		h.EventID = g.EventID
		owned, err := order.TicketsOf(d.tx, h)
		if err != nil {
			return err
		}
		if tickets+owned > limit && !d.Lifts(rules.PurchaseLimit) {
			r.Add(rules.TypePurchaseLimit, g.ID, app.Msg("At most %d tickets can be bought by one customer.", limit))
		}
	}
	return nil
}

// checkItemLimit holds the units of one sale item against its limit for a customer. Guests
// are signed up for a list once, however many come along.
func (d *draft) checkItemLimit(r *rules.Refusals, g *catalog.Goods, wanted int64) error {
	if g.MaxPerCustomer == 0 && g.Type != catalog.GuestList {
		return nil
	}
	units, kept, err := d.own(func(it *order.Item) bool { return it.SaleItemID == g.ID })
	if err != nil {
		return err
	}
	units += wanted - kept
	owned, err := order.UnitsOf(d.tx, d.Holdings(max(kept, g.MaxPerCustomer-units)), g)
	if err != nil {
		return err
	}
	switch {
	case g.MaxPerCustomer > 0 && units+owned > g.MaxPerCustomer && !d.Lifts(rules.PurchaseLimit):
		r.Add(rules.TypePurchaseLimit, g.ID, app.Msg("At most %d of %s can be bought by one customer.", g.MaxPerCustomer, g.Item.Name))
	case g.Type == catalog.GuestList && owned > kept && !d.Lifts(rules.PurchaseLimit):
		r.Add(rules.TypePurchaseLimit, g.ID, app.Msg("Each customer is signed up for %s once.", g.Item.Name))
	}
	return nil
}

// own counts the draft's own units, and those of the order that are given up for them. Those
// that are given to others count against the limit of who claims them, unless the customer
// is to have them.
func (d *draft) own(counts func(*order.Item) bool) (n, kept int64, err error) {
	for _, u := range d.Units {
		if counts(&u.Item) && (u.TransferID == 0 || slices.Contains(d.Gifts, u.TransferID)) {
			n++
		}
	}
	kept, err = d.heldByOriginal(counts)
	return n, kept, err
}

// findGifts notes what of the order its own customer is to be given.
func (d *draft) findGifts() (err error) {
	var transfers []int64
	for _, u := range d.Units {
		if u.TransferID != 0 && !slices.Contains(transfers, u.TransferID) {
			transfers = append(transfers, u.TransferID)
		}
	}
	if d.Gifts = nil; d.Order.CustomerID == 0 || len(transfers) == 0 {
		return nil
	}
	d.Gifts, err = ports(d.tx).GivenTo(d.tx, d.Order.CustomerID, transfers)
	return err
}

// checkMembers refuses sale items to customers who are in none of the groups that they are
// for. Who the customer is may not be known before the order completes: then they must be, and
// nobody takes the word of a buyer in the shop for it, who signs in.
func (d *draft) checkMembers(r *rules.Refusals, kinds []*catalog.Goods, known bool) error {
	for _, g := range kinds {
		if len(g.CustomerGroups) == 0 {
			continue
		}
		if d.Order.CustomerID == 0 {
			if known {
				r.Add(rules.TypeInvalid, g.ID, app.Msg("%s is for the members of a group: name the customer.", g.Item.Name))
			}
			continue
		}
		if known && d.Caller.Guest && d.Order.CustomerID != d.Caller.CustomerID {
			r.Add(rules.TypeInvalid, g.ID, app.Msg("%s is for the members of a group: sign in, and buy with the e-mail address of your account.", g.Item.Name))
			continue
		}
		in, err := customer.InAny(d.tx, d.Order.CustomerID, g.CustomerGroups, d.Wall)
		if err != nil {
			return err
		}
		if !in {
			r.Add(rules.TypeInvalid, g.ID, app.Msg("%s is for the members of a group.", g.Item.Name))
		}
	}
	return nil
}
