package lookup

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/lookup"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type searchIn struct {
	Query string `query:"q" required:"true" maxlen:"255" doc:"Words in any order; case, accents and width do not matter. Or a whole order reference, or the code of a ticket, as somebody scanned, typed or pasted it."`
}

type foundJSON struct {
	Opens     *foundOpensJSON     `json:"opens" needs:"orders.list" doc:"The order that was named whole; null: none was."`
	Customers []foundCustomerJSON `json:"customers" needs:"customers.view" doc:"By name and e-mail: those first of whom words begin so."`
	Orders    []foundOrderJSON    `json:"orders" needs:"orders.list" doc:"By reference, the name of who reserved, and of these customers; the newest first."`
	Events    []foundEventJSON    `json:"events" needs:"events.list" doc:"By name; those to come first."`
	Codes     []foundCodeJSON     `json:"codes" needs:"discount_codes.view|access_codes.view" doc:"Those that begin so; of children only one that is named whole."`
}

type foundOpensJSON struct {
	OrderID     int64  `json:"orderId"`
	Reference   string `json:"reference"`
	OrderItemID *int64 `json:"orderItemId" doc:"The item whose code was given."`
}

type foundCustomerJSON struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name" needs:"customers.view"`
	Email     *string    `json:"email" needs:"customers.view"`
	Phone     *string    `json:"fullPhoneNumber" needs:"customers.view"`
	Orders    *int64     `json:"orders" needs:"orders.list" doc:"How many they made, counted up to 50."`
	LastOrder *time.Time `json:"lastOrderAt" needs:"orders.list"`
}

type foundOrderJSON struct {
	ID         int64     `json:"id"`
	Reference  string    `json:"reference"`
	Name       *string   `json:"customerName" needs:"customers.view"`
	StatusSlug string    `json:"statusSlug"`
	Total      int64     `json:"total"`
	CurrencyID int64     `json:"currencyId"`
	EventName  *string   `json:"eventName" doc:"Of the first event that it is for."`
	Date       time.Time `json:"date" doc:"When it was completed, else when it was begun."`
}

// state is where an event is between being written and being over.
type state string

// Values are all states.
func (state) Values() []string { return catalog.EventStates() }

type foundEventJSON struct {
	ID    int64     `json:"id"`
	Name  string    `json:"name"`
	Start time.Time `json:"startDate"`
	State state     `json:"state"`
}

// kind is a kind of codes.
type kind string

// The kinds of codes.
const (
	discountCode kind = "discountCodes"
	accessCode   kind = "accessCodes"
)

// Values are both kinds.
func (kind) Values() []string { return []string{string(discountCode), string(accessCode)} }

type foundCodeJSON struct {
	Type kind   `json:"type"`
	ID   int64  `json:"id"`
	Code string `json:"code"`
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{rest.Handle(rest.Spec{
		Method: "GET", Path: "/search", Summary: "Search over everything", Tag: "Access",
		Doc: "Up to eight of each kind, as the caller may list them: customers with customers.view, orders with orders.list, events with events.list, " +
			"codes with discount_codes.view and access_codes.view. A single letter finds nothing.",
		Allow: app.ListOrders, Or: []app.Ability{app.ListEvents, app.ViewCustomers, app.ViewDiscountCodes, app.ViewAccessCodes},
	}, func(ctx context.Context, c *app.Caller, in searchIn) (foundJSON, error) {
		found, err := lookup.Read(ctx, a, c, in.Query)
		return form(&found, a.Now()), err
	})}
}

func form(f *lookup.Found, now time.Time) foundJSON {
	out := foundJSON{Customers: []foundCustomerJSON{}, Orders: []foundOrderJSON{}, Events: []foundEventJSON{}, Codes: []foundCodeJSON{}}
	if f.Opens != nil {
		out.Opens = &foundOpensJSON{OrderID: f.Opens.OrderID, Reference: f.Opens.Reference, OrderItemID: wire.OrNull(f.Opens.OrderItemID)}
	}
	for i := range f.Customers {
		c := &f.Customers[i]
		out.Customers = append(out.Customers, foundCustomerJSON{
			ID: c.ID, Name: c.Name, Email: wire.OrNull(c.Email), Phone: wire.OrNull(c.FullPhone()), Orders: c.Orders, LastOrder: c.Last,
		})
	}
	for i := range f.Orders {
		o := &f.Orders[i]
		out.Orders = append(out.Orders, foundOrderJSON{
			ID: o.ID, Reference: o.Reference, Name: wire.OrNull(o.Name), StatusSlug: o.Status.Slug(), Total: o.Totals.Total,
			CurrencyID: o.CurrencyID, EventName: wire.OrNull(o.Event), Date: o.Date(),
		})
	}
	for i := range f.Events {
		e := &f.Events[i]
		out.Events = append(out.Events, foundEventJSON{ID: e.ID, Name: e.Name, Start: e.Start, State: state(e.State(now))})
	}
	for i := range f.Codes {
		of := discountCode
		if f.Codes[i].Access {
			of = accessCode
		}
		out.Codes = append(out.Codes, foundCodeJSON{Type: of, ID: f.Codes[i].ID, Code: f.Codes[i].Text})
	}
	return out
}
