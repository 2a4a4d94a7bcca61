package office

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// CustomerRow is a customer with what they bought.
type CustomerRow struct {
	customer.Customer
	// Bought is nil where the caller may not see orders.
	Bought *Bought
}

// Bought is what the orders of a customer come to, up to the last hundred.
type Bought struct {
	Orders int64
	// More: there are more orders than were added up.
	More bool
	Last *time.Time
	// Net is what was paid and not given back, by currency.
	Net map[int64]int64
}

// Customers is a page of customers.
type Customers struct {
	Rows []CustomerRow
	list.Info
}

// ReadCustomers reads a page of customers with what they bought.
func ReadCustomers(ctx context.Context, a *app.App, c *app.Caller, f customer.Filter) (out Customers, err error) {
	f.Limit = PageSize
	page, err := customer.List(ctx, a, c, f)
	if err != nil {
		return out, err
	}
	out.Info = page.Info
	for i := range page.Rows {
		out.Rows = append(out.Rows, CustomerRow{Customer: page.Rows[i]})
	}
	if !c.Holds(app.ListOrders) {
		return out, nil
	}
	err = a.View(ctx, c, app.ListOrders, func(r app.Reader) error {
		for i := range out.Rows {
			all, err := order.OfCustomer(r, out.Rows[i].ID, ordersSummed+1)
			if err != nil {
				return err
			}
			out.Rows[i].Bought = boughtIn(all)
		}
		return nil
	})
	return out, err
}

// boughtIn is what some orders come to.
func boughtIn(all []order.Order) *Bought {
	b := &Bought{Net: map[int64]int64{}, More: len(all) > ordersSummed}
	all = all[:min(len(all), ordersSummed)]
	for i := range all {
		o := &all[i]
		b.Orders++
		b.Net[o.CurrencyID] += o.Totals.Paid - o.Totals.Refunded
		if at := o.Date(); b.Last == nil || at.After(*b.Last) {
			b.Last = &at
		}
	}
	return b
}

// Group is a group of customers with how many are in it, and what its rule names is called.
type Group struct {
	customer.Group
	Members int64
	// More: there are more members than were counted.
	More  bool
	Names map[customer.Kind]map[int64]string
}

// ReadGroups reads the groups of customers, the first hundred.
func ReadGroups(ctx context.Context, a *app.App, c *app.Caller) (out []Group, err error) {
	page, err := customer.ListGroups(ctx, a, c, customer.GroupFilter{Limit: customer.MaxPage})
	if err != nil {
		return nil, err
	}
	err = a.View(ctx, c, app.AnyOf{app.ViewCustomers, app.EditGroups}, func(r app.Reader) error {
		out = nil
		for _, g := range page.Rows {
			one := Group{Group: g, Names: map[customer.Kind]map[int64]string{}}
			if one.Members, one.More, err = customer.CountMembers(r, g.ID, membersCounted); err != nil {
				return err
			}
			if g.Rule != nil {
				if one.Names, err = namesIn(r, g.Rule); err != nil {
					return err
				}
			}
			out = append(out, one)
		}
		return nil
	})
	return out, err
}

// namesIn are the names of the events and things that a rule is about.
func namesIn(r app.Reader, rule *customer.Rule) (map[customer.Kind]map[int64]string, error) {
	out := map[customer.Kind]map[int64]string{}
	for _, alternative := range rule.Any {
		for _, c := range alternative.All {
			if out[c.Of] == nil {
				out[c.Of] = map[int64]string{}
			}
			for _, id := range c.IDs {
				name, err := nameOf(r, c.Of, id)
				if err != nil && !errors.Is(err, indexes.ErrNotFound) {
					return nil, err
				}
				out[c.Of][id] = name
			}
		}
	}
	return out, nil
}

func nameOf(r app.Reader, kind customer.Kind, id int64) (string, error) {
	switch kind {
	case customer.OfEvents:
		e, err := catalog.Events.Get(r, id)
		return e.Name, err
	case customer.OfItems:
		i, err := catalog.InventoryItems.Get(r, id)
		return i.Name, err
	case customer.OfSaleItems:
		s, err := catalog.SaleItems.Get(r, id)
		if err != nil {
			return "", err
		}
		return nameOf(r, customer.OfItems, s.ItemID)
	}
	s, err := catalog.Schedules.Get(r, id)
	return s.Name, err
}
