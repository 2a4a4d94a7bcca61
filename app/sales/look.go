package sales

import (
	"slices"

	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// Know reads sale items with what they bring, hang on and need, for the rules.
func (d *Draft) Know(ids ...int64) error {
	for _, id := range ids {
		g, err := d.Cache.Get(id)
		if err != nil {
			return err
		}
		for _, b := range g.Bundled {
			if _, err := d.Cache.Get(b.SaleItemID); err != nil {
				return err
			}
		}
	}
	return nil
}

// KnowUnits reads the sale items of the units.
func (d *Draft) KnowUnits() error {
	for _, u := range d.Units {
		if _, err := d.Cache.Get(u.SaleItemID); err != nil {
			return err
		}
	}
	return nil
}

// look reads all that the rules about what is wanted rest on beside the basket.
func (d *Draft) look(ask *rules.Ask) (f rules.Facts, err error) {
	own, whole := ask.Own, ask.Whole
	if err := d.KnowUnits(); err != nil {
		return f, err
	}
	if f.NotSold, err = d.lookSold(own.Kinds, ask.Channel); err != nil {
		return f, err
	}
	if f.Member, err = d.lookMember(whole.Kinds); err != nil {
		return f, err
	}
	if f.Locked, err = d.lookLocked(whole.Kinds); err != nil {
		return f, err
	}
	if f.Owned, err = d.lookOwned(own.Kinds, own.N); err != nil {
		return f, err
	}
	if f.Limits, err = d.lookLimits(whole.Kinds, whole.N); err != nil {
		return f, err
	}
	for _, w := range ask.Lines {
		if w.Band, w.Levy, err = d.taxOf(w.Goods, w.EventID); err != nil {
			return f, err
		}
	}
	return f, nil
}

// lookSold says of goods why they are not on sale now.
func (d *Draft) lookSold(kinds []*catalog.Goods, ch catalog.Channel) (all []catalog.NotSold, err error) {
	all = make([]catalog.NotSold, len(kinds))
	for i, g := range kinds {
		if all[i], err = d.Cache.NotSold(g, ch, d.Wall); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// lookMember tells for which goods the customer is in one of the groups that they are for.
func (d *Draft) lookMember(kinds []*catalog.Goods) (map[int64]bool, error) {
	var all map[int64]bool
	for _, g := range kinds {
		if len(g.CustomerGroups) == 0 {
			continue
		}
		in, err := customer.InAny(d.Tx, d.Order.CustomerID, g.CustomerGroups, d.Wall)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = map[int64]bool{}
		}
		all[g.ID] = in
	}
	return all, nil
}

// lookLocked gives those that want an access code, of what comes and, where the code of the
// basket is another one, of what is in the basket. Staff and the API sell without.
func (d *Draft) lookLocked(kinds []*catalog.Goods) (locked []*catalog.Goods, err error) {
	if ch := d.Order.Channel; ch != catalog.Shop && ch != catalog.Kiosk {
		return nil, nil
	}
	var entered *accesscode.Code
	if d.Order.AccessID != 0 {
		code, err := accesscode.Get(d.Tx, d.Order.AccessID)
		if err != nil {
			return nil, err
		}
		if code.Open(d.Wall) == nil {
			entered = code
		}
	}
	if d.ChangedAccess() {
		here, err := d.Kinds()
		if err != nil {
			return nil, err
		}
		kinds = slices.Concat(kinds, here)
	}
	for _, g := range kinds {
		is, err := accesscode.Locked(d.Tx, g, entered, d.Wall)
		if err != nil {
			return nil, err
		}
		if is {
			locked = append(locked, g)
		}
	}
	return locked, nil
}

// lookOwned tells which prerequisites that neither come nor are there the customer has, and
// reads what add-ons hang on.
func (d *Draft) lookOwned(kinds []*catalog.Goods, n map[int64]int64) (map[int64]bool, error) {
	var owned map[int64]bool
	for _, g := range d.Accompanied(kinds) {
		if g.ParentID != 0 {
			if err := d.Know(g.ParentID); err != nil {
				return nil, err
			}
		}
		for _, need := range g.Prerequisites {
			if d.WillContain(need, kinds, n) {
				continue
			}
			needed, err := d.Cache.Get(need)
			if err != nil {
				return nil, err
			}
			if owned == nil {
				owned = map[int64]bool{}
			}
			if owned[need], err = order.Owns(d.Tx, d.Order.CustomerID, needed); err != nil {
				return nil, err
			}
		}
	}
	return owned, nil
}

// lookLimits reads what the customer has of what is limited. Two sales at once meet at the stock
// counters of the event and of the sale item, which both write.
func (d *Draft) lookLimits(kinds []*catalog.Goods, n map[int64]int64) (l rules.Limits, err error) {
	if l.Gifts, err = d.gifts(); err != nil {
		return l, err
	}
	limited := func(g *catalog.Goods) bool { return rules.Limited(g) || rules.UnitsLimited(g) }
	if !slices.ContainsFunc(kinds, limited) {
		return l, nil
	}
	if l.GivenUp, err = d.givenUp(); err != nil {
		return l, err
	}
	l.Tickets, l.Units = map[int64]int64{}, map[int64]int64{}
	for _, g := range kinds {
		if rules.UnitsLimited(g) {
			units, kept := l.UnitsOf(&d.Basket, g, n[g.ID])
			if l.Units[g.ID], err = order.UnitsOf(d.Tx, d.Holdings(max(kept, g.MaxPerCustomer-units)), g); err != nil {
				return l, err
			}
		}
		if _, looked := l.Tickets[g.EventID]; looked || !rules.Limited(g) {
			continue
		}
		h := d.Holdings(*g.Event.MaxTicketsPerCustomer - l.TicketsOf(&d.Basket, g, kinds, n))
		h.EventID = g.EventID
		if l.Tickets[g.EventID], err = order.TicketsOf(d.Tx, h); err != nil {
			return l, err
		}
	}
	return l, nil
}

// givenUp are the items of the order that the basket is to take the place of.
func (d *Draft) givenUp() ([]order.Item, error) {
	if d.Order.Modifies == 0 {
		return nil, nil
	}
	was, err := order.Orders.Get(d.Tx, d.Order.Modifies)
	if err != nil {
		return nil, err
	}
	return order.ItemsOf(d.Tx, &was)
}

// gifts are the transfers by which the customer of the order is given part of it.
func (d *Draft) gifts() ([]int64, error) {
	var transfers []int64
	for _, u := range d.Units {
		if u.TransferID != 0 && !slices.Contains(transfers, u.TransferID) {
			transfers = append(transfers, u.TransferID)
		}
	}
	if d.Order.CustomerID == 0 || len(transfers) == 0 {
		return nil, nil
	}
	return PortsOf(d.Tx).GivenTo(d.Tx, d.Order.CustomerID, transfers)
}
