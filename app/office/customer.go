package office

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/wallet"
	"marquee/indexes"
)

// Customer is one customer with all that the page shows of them.
type Customer struct {
	CustomerRow
	// Orders are the last ones, nil where the caller may not see any.
	Orders []CustomerOrder
	// Came is nil where the caller may not see orders.
	Came *Came
	// Wallets are their accounts, none where the caller may not see them.
	Wallets []wallet.Wallet
	Groups  []customer.In
	// ByHand are the groups that somebody can be put into.
	ByHand []customer.Group
	Alike  []customer.Alike
	// Waits is why they cannot be erased yet, nil: they can, or the caller may not.
	Waits error
}

// CustomerOrder is an order with the first event that it is for, and how many things it has.
type CustomerOrder struct {
	order.Order
	Event string
	Units int64
}

// Came is at how many events that are over somebody who had tickets was let in.
type Came struct {
	Times, Of int64
	// Missed is the last event that they had tickets for and did not come to.
	Missed string
	// Tickets is how many they hold of events to come.
	Tickets int64
}

// ReadCustomer reads one customer.
func ReadCustomer(ctx context.Context, a *app.App, c *app.Caller, id int64) (out Customer, err error) {
	err = a.View(ctx, c, app.ViewCustomers, func(r app.Reader) (err error) {
		out = Customer{}
		if out.Customer, err = customer.ByID(r, id); err != nil {
			return err
		}
		if out.Groups, err = customer.GroupsOf(r, id, a.Now()); err != nil {
			return err
		}
		if out.Alike, err = customer.FindAlike(r, &out.Customer); err != nil || !c.Can(app.DeleteCustomers) {
			return err
		}
		out.Waits = customer.MayErase(r, id)
		return nil
	})
	if err != nil {
		return out, err
	}
	if c.Holds(app.ListOrders) {
		if err = a.View(ctx, c, app.ListOrders, out.readOrders); err != nil {
			return out, err
		}
	}
	if c.Holds(app.ViewWallets) {
		err = a.View(ctx, c, app.ViewWallets, func(r app.Reader) (err error) {
			out.Wallets, err = wallet.Paying(r, id)
			return err
		})
	}
	if err != nil || !c.Holds(app.EditGroups) {
		return out, err
	}
	groups, err := customer.ListGroups(ctx, a, c, customer.GroupFilter{Limit: customer.MaxPage})
	for _, g := range groups.Rows {
		if g.Rule == nil && !g.Expired(a.Now()) {
			out.ByHand = append(out.ByHand, g)
		}
	}
	return out, err
}

// readOrders adds the last orders, and where they came to.
func (c *Customer) readOrders(r app.Reader) error {
	all, err := order.OfCustomer(r, c.ID, ordersSummed+1)
	if err != nil {
		return err
	}
	c.Bought, c.Orders = boughtIn(all), []CustomerOrder{}
	for i := range all[:min(len(all), ordersShown)] {
		one := CustomerOrder{Order: all[i]}
		for _, id := range one.EventIDs {
			e, err := catalog.Events.GetShared(r, id)
			if err == nil {
				one.Event = e.Name
				break
			}
			if !errors.Is(err, indexes.ErrNotFound) {
				return err
			}
		}
		items, err := order.Items.GetMany(r, one.ItemIDs)
		if err != nil {
			return err
		}
		for n := range items {
			if items[n].DeletedAt == nil && !items[n].IsFee() {
				one.Units++
			}
		}
		c.Orders = append(c.Orders, one)
	}
	c.Came, err = came(r, c.ID)
	return err
}

// came tells to which events somebody came who had tickets for them.
func came(r app.Reader, id int64) (*Came, error) {
	ids, _, err := order.HeldAfter(r, id, nil, itemsLookedAt)
	if err != nil {
		return nil, err
	}
	items, err := order.Items.GetMany(r, ids)
	if err != nil {
		return nil, err
	}
	out, was := &Came{}, map[int64]bool{}
	now := app.Of(r).Now()
	events := map[int64]*catalog.Event{}
	for i := range items {
		it := &items[i]
		e, err := catalog.Events.GetShared(r, it.EventID)
		if errors.Is(err, indexes.ErrNotFound) || err == nil && (!it.Admissible() || !order.Limited(it.Type)) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !e.Ended(now) {
			out.Tickets++
			continue
		}
		in, err := entry.WasScanned(r, it.ID)
		if err != nil {
			return nil, err
		}
		events[e.ID], was[e.ID] = e, was[e.ID] || in
	}
	var missed *catalog.Event
	for id, e := range events {
		if out.Of++; was[id] {
			out.Times++
		} else if missed == nil || e.Start.After(missed.Start) {
			missed, out.Missed = e, e.Name
		}
	}
	return out, nil
}
