package order

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// Filter says which orders a list shows and which page of them.
type Filter struct {
	// WithReservations adds orders that wait for something, and those that failed.
	WithReservations bool
	// WithTrashed adds deleted orders, and deleted items of all.
	WithTrashed bool
	// CustomerName and Reference are parts to look for, whatever their case. A
	// whole reference finds its order alone.
	CustomerName, Reference string
	// Query is a part of the e-mail, the name, the reference, or an event's name.
	Query string
	// Contains lists item types; an order with any of them fits.
	Contains []catalog.ItemType
	// Resale and Modification: true only, false none, nil either.
	Resale, Modification *bool
	// EventID picks orders with items of an event; nil is any.
	EventID *int64
	// LastUpdated turns the list into the change feed from this moment on.
	LastUpdated *time.Time
	// Cursor goes on behind an earlier page; it beats Offset.
	Cursor string
	// Offset rows are skipped; Limit is at most MaxPage.
	Offset, Limit int64

	Include Include
}

// fold brings the texts into the form in which they are compared.
func (f Filter) fold() Filter {
	f.CustomerName = app.Fold(f.CustomerName)
	f.Reference = app.Fold(f.Reference)
	f.Query = app.Fold(f.Query)
	slices.Sort(f.Contains)
	if f.Limit < 1 || f.Limit > MaxPage {
		f.Limit = MaxPage
	}
	return f
}

// key is the filters as text: a cursor goes on only with the same.
func (f *Filter) key() string {
	event := ""
	if f.EventID != nil {
		event = fmt.Sprint(*f.EventID)
	}
	return fmt.Sprintf("%t|%t|%q|%q|%q|%q|%s|%s|%s", f.WithReservations, f.WithTrashed,
		f.CustomerName, f.Reference, f.Query, f.Contains, switchKey(f.Resale), switchKey(f.Modification), event)
}

// switchKey tells the three positions of a switch apart.
func switchKey(b *bool) string {
	if b == nil {
		return ""
	}
	return fmt.Sprint(*b)
}

// selective tells that orders must be read to know whether they fit, beyond
// their partition and event.
func (f *Filter) selective() bool {
	return f.CustomerName != "" || f.Reference != "" || f.Query != "" || len(f.Contains) > 0 ||
		f.Resale != nil || f.Modification != nil
}

// visible tells whether the order's state lets it into the list.
func (f *Filter) visible(o *Order) bool {
	if o.Status == Active || o.DeletedAt != nil && !f.WithTrashed {
		return false
	}
	return o.Status.Sold() || f.WithReservations
}

// fits decides everything that the order itself tells.
func (f *Filter) fits(o *Order) bool {
	switch {
	case !f.visible(o),
		f.EventID != nil && !slices.Contains(o.EventIDs, *f.EventID),
		f.Reference != "" && !strings.Contains(app.Fold(o.Reference), f.Reference),
		len(f.Contains) > 0 && !slices.ContainsFunc(o.Types, func(t catalog.ItemType) bool { return slices.Contains(f.Contains, t) }),
		f.Resale != nil && *f.Resale != o.Resale,
		f.Modification != nil && *f.Modification != o.Modified:
		return false
	}
	return true
}
