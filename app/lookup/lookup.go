package lookup

import (
	"context"
	"errors"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/search"
	"marquee/indexes"
)

// Requirement is what somebody needs to find anything.
var Requirement = app.AnyOf{app.ListOrders, app.ListEvents, app.ViewCustomers, app.ViewDiscountCodes, app.ViewAccessCodes}

// Found is what was found, a few of each kind.
type Found struct {
	// Opens is the order that the search names whole, by its reference or by the code of a ticket
	// in it; nil: none.
	Opens     *Opens
	Customers []Customer
	Orders    []Order
	Events    []catalog.Event
	Codes     []Code
}

// Opens is an order that was named whole. OrderItemID is the ticket whose code was given, else 0.
type Opens struct {
	OrderID, OrderItemID int64
	Reference            string
}

// Customer is a customer with their orders, which are those that the caller may see.
type Customer struct {
	customer.Customer
	// Orders is how many they made, up to fifty; nil: the caller may not know.
	Orders *int64
	Last   *time.Time
}

// Order is an order with what it is told apart by.
type Order struct {
	order.Order
	// Name is of who bought it, Event what it is for; empty where the caller may not know.
	Name, Event string
}

// Code is a discount code or an access code.
type Code struct {
	codes.Code
	Access bool
}

// Read finds what a text names. The caller gets of each kind what they may list.
func Read(ctx context.Context, a *app.App, c *app.Caller, text string) (out Found, err error) {
	if err := c.NeedSome(Requirement); err != nil {
		return out, err
	}
	q := asking{text: strings.TrimSpace(text), asked: search.Query(text), now: a.Now(), nameless: !c.Can(app.ViewCustomers)}
	for _, kind := range []struct {
		needs app.Ability
		read  func(*asking, app.Reader, *Found) error
	}{
		{app.ViewCustomers, (*asking).customers},
		{app.ListOrders, (*asking).orders},
		{app.ListEvents, (*asking).events},
		{app.ViewDiscountCodes, (*asking).discounts},
		{app.ViewAccessCodes, (*asking).accesses},
	} {
		if err == nil && c.Holds(kind.needs) {
			err = a.View(ctx, c, kind.needs, func(r app.Reader) error { return kind.read(&q, r, &out) })
		}
	}
	return out, err
}

// asking is a search.
type asking struct {
	text     string
	asked    search.Asked
	now      time.Time
	nameless bool
}

// narrow tells whether words are long enough to be looked for.
func (q *asking) narrow() bool { return len(q.asked) > 0 && len(q.asked.First()) >= shortest }

func (q *asking) customers(r app.Reader, out *Found) error {
	out.Customers = nil
	if !q.narrow() {
		return nil
	}
	all, err := customer.Look(r, q.asked, Most)
	for i := range all {
		out.Customers = append(out.Customers, Customer{Customer: all[i]})
	}
	return err
}

func (q *asking) orders(r app.Reader, out *Found) error {
	out.Orders, out.Opens = nil, nil
	id, item, err := order.Named(r, q.text)
	if err != nil {
		return err
	}
	if id != 0 {
		if o, err := order.Orders.Get(r, id); err == nil {
			out.Opens = &Opens{OrderID: id, OrderItemID: item, Reference: o.Reference}
		} else if !errors.Is(err, indexes.ErrNotFound) {
			return err
		}
	}
	var people []int64
	for i := range out.Customers {
		if err := out.Customers[i].count(r); err != nil {
			return err
		}
		people = append(people, out.Customers[i].ID)
	}
	if !q.narrow() {
		return nil
	}
	all, err := order.Look(r, q.asked, order.CanonicalBarcode(q.text), people, q.nameless, Most)
	if err != nil {
		return err
	}
	for i := range all {
		one := Order{Order: all[i]}
		if err := one.tell(r, q.nameless); err != nil {
			return err
		}
		out.Orders = append(out.Orders, one)
	}
	return nil
}

// count tells how many orders a customer made, and when the last.
func (c *Customer) count(r app.Reader) error {
	all, err := order.OfCustomer(r, c.ID, ordersTold)
	c.Orders, c.Last = new(int64(len(all))), nil
	for i := range all {
		if at := all[i].Date(); c.Last == nil || at.After(*c.Last) {
			c.Last = &at
		}
	}
	return err
}

// tell adds who bought an order, and the first event that it is for.
func (o *Order) tell(r app.Reader, nameless bool) error {
	if !nameless {
		people, err := customer.Contacts(r, []int64{o.CustomerID})
		if err != nil {
			return err
		}
		for _, p := range people {
			o.Name = p.Name
		}
		if o.Name == "" {
			o.Name = o.ReserverName
		}
	}
	for _, id := range o.EventIDs {
		e, err := catalog.Events.GetShared(r, id)
		if err == nil {
			o.Event = e.Name
			return nil
		}
		if !errors.Is(err, indexes.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (q *asking) events(r app.Reader, out *Found) (err error) {
	if out.Events = nil; q.narrow() {
		out.Events, err = catalog.LookForEvents(r, q.asked, q.now, Most)
	}
	return err
}

func (q *asking) discounts(r app.Reader, out *Found) error {
	return look(r, q, discount.Codes, false, out)
}

func (q *asking) accesses(r app.Reader, out *Found) error {
	return look(r, q, accesscode.Codes, true, out)
}

// look adds the codes of a kind, after those of the other.
func look[T any](r app.Reader, q *asking, k *codes.Kind[T], access bool, out *Found) error {
	kept := out.Codes[:0]
	for _, c := range out.Codes {
		if c.Access != access {
			kept = append(kept, c)
		}
	}
	out.Codes = kept
	if len(q.text) < shortest {
		return nil
	}
	all, err := k.Look(r, q.text, Most-len(kept))
	for i := range all {
		out.Codes = append(out.Codes, Code{Code: *k.Of(&all[i]), Access: access})
	}
	return err
}
