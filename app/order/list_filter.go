package order

import (
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
)

// Filter says which orders a list shows and which page of them.
type Filter struct {
	// WithReservations adds orders that wait for something, and those that failed.
	WithReservations bool `list:"withReservations"`
	// WithTrashed adds deleted orders, and deleted items of all.
	WithTrashed bool `list:"withTrashed"`
	// CustomerName are parts of the purchaser's name.
	CustomerName string `list:"customerName"`
	// Reference is a part of the reference, whatever its case.
	Reference string `list:"reference"`
	// Query are parts of the purchaser's name and e-mail, of the reference and the name
	// that the order was reserved under, or of an event's name.
	Query string `list:"query"`
	// Contains lists item types; an order with any of them fits.
	Contains []catalog.ItemType `list:"contains"`
	// Resale and Modification: true only, false none, nil either.
	Resale       *bool `list:"containsResale"`
	Modification *bool `list:"containsOrderModification"`
	// EventID picks orders with items of an event; nil is any.
	EventID *int64 `list:"eventId"`
	// Statuses pick orders in any of these states, whether they went through or not.
	Statuses []Status `list:"statuses"`
	// DueBefore picks those that wait for their money, and have time for it until before then.
	DueBefore *time.Time `list:"dueBefore"`
	// From and Until pick by the date of the order; what is of Until is not among them.
	From  *time.Time `list:"from"`
	Until *time.Time `list:"until"`
	// Methods pick orders that something was paid for with in any of these ways, Channels those
	// of any of these sales channels, by their slugs.
	Methods  []string `list:"paymentMethods"`
	Channels []string `list:"salesChannels"`
	// UserID picks what a user of the staff sold.
	UserID *int64 `list:"userId"`
	// LastUpdated lists the orders changed from this time on, oldest change first.
	LastUpdated *time.Time `list:"since"`

	// Cursor goes on behind an earlier page; it beats Offset.
	Cursor string
	// Offset rows are skipped; Limit is at most MaxPage.
	Offset, Limit int64

	Include Include
}

func (f *Filter) request() list.Request {
	return list.Request{Cursor: f.Cursor, Offset: f.Offset, Limit: f.Limit}
}

// forCaller leaves out what the caller may not see. Nobody searches for names who may not
// read them: the query then looks at references and events alone.
func (f *Filter) forCaller(c *app.Caller) error {
	if f.CustomerName != "" {
		if err := c.Need(app.ViewCustomers); err != nil {
			return err
		}
	}
	return f.Include.forCaller(c)
}

// trimmed leaves away what does not matter of the texts.
func (f Filter) trimmed() Filter {
	f.CustomerName = strings.TrimSpace(f.CustomerName)
	f.Reference = strings.ToUpper(strings.TrimSpace(f.Reference))
	f.Query = strings.TrimSpace(f.Query)
	return f
}

// shows tells whether a class passes the filters.
func (f *Filter) shows(class int64) bool {
	switch {
	case class&orderDeleted != 0 && !f.WithTrashed,
		class&orderReserved != 0 && !f.WithReservations && !f.byState(),
		f.Resale != nil && *f.Resale != (class&orderResale != 0),
		f.Modification != nil && *f.Modification != (class&orderModified != 0):
		return false
	}
	return len(f.Contains) == 0 || slices.ContainsFunc(f.Contains, func(t catalog.ItemType) bool { return class&typeBit(t) != 0 })
}

// fits decides about a record by everything but the searches.
func (f *Filter) fits(o *Order) bool {
	class, listed := o.class()
	return listed && f.shows(class) &&
		(f.EventID == nil || slices.Contains(o.EventIDs, *f.EventID)) &&
		(f.LastUpdated == nil || !o.ChangedAt.Before(*f.LastUpdated)) &&
		(f.From == nil || !o.Date().Before(*f.From)) && (f.Until == nil || o.Date().Before(*f.Until)) &&
		f.fitsSale(o)
}

// fitsSale decides by what no walk is grouped by: state, payment, and who sold it where.
func (f *Filter) fitsSale(o *Order) bool {
	return (len(f.Statuses) == 0 || slices.Contains(f.Statuses, o.Status)) &&
		(f.DueBefore == nil || o.Status.AwaitsPayment() && o.ExpiresAt != nil && o.ExpiresAt.Before(*f.DueBefore)) &&
		(len(f.Methods) == 0 || slices.ContainsFunc(f.Methods, func(m string) bool { return slices.Contains(o.Methods, m) })) &&
		(len(f.Channels) == 0 || slices.Contains(f.Channels, o.Channel.Slug())) &&
		(f.UserID == nil || o.UserID == *f.UserID)
}

// looks tells whether records must be looked at because of fitsSale.
func (f *Filter) looks() bool {
	return f.byState() || len(f.Methods) > 0 || len(f.Channels) > 0 || f.UserID != nil
}

// byState tells whether the states are chosen, rather than whether orders went through.
func (f *Filter) byState() bool { return len(f.Statuses) > 0 || f.DueBefore != nil }

// states are those whose orders are walked, none where complete ones are among them.
func (f *Filter) states() []Status {
	switch {
	case slices.Contains(f.Statuses, Complete):
		return nil
	case len(f.Statuses) > 0:
		return f.Statuses
	case f.DueBefore != nil:
		return awaiting
	}
	return nil
}
