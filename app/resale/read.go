package resale

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// View is a listing as it is shown.
type View struct {
	Listing
	Contracts []ContractView
	// Event and Order are those of the listing.
	Event *catalog.Event
	Order *order.Order
}

// ContractView is a contract with what it costs: what was charged, where it is sold.
type ContractView struct {
	Contract
	TotalPrice, DisplayTotal int64
	// Item is that of the seller, Replacing that of the buyer, nil before there is one.
	Item, Replacing *order.Item
}

// Read reads a listing by id, or the newest one that an item was in.
func Read(ctx context.Context, a *app.App, c *app.Caller, which Which) (v View, err error) {
	err = a.View(ctx, c, app.ViewResale, func(r app.Reader) error {
		l, err := which.find(r)
		if err == nil {
			v, err = viewOf(r, &l)
		}
		return err
	})
	return v, err
}

// ReadContract reads a contract by id, or the newest one of an item.
func ReadContract(ctx context.Context, a *app.App, c *app.Caller, which Which) (v ContractView, err error) {
	err = a.View(ctx, c, app.ViewResale, func(r app.Reader) error {
		one, err := which.contract(r)
		if err != nil {
			return err
		}
		q, err := newQuoter(r)
		if err != nil {
			return err
		}
		v, err = q.view(&one)
		return err
	})
	return v, err
}

// Filter says which listings a list shows and which page of them.
type Filter struct {
	EventID    *int64 `list:"eventId"`
	CustomerID *int64 `list:"customerId"`
	// Closed lists those that have ended, All both.
	Closed bool `list:"closed"`
	All    bool `list:"all"`
	// From and Until bound the creation, half open; nil is open-ended.
	From  *time.Time `list:"createdAfter"`
	Until *time.Time `list:"createdBefore"`

	Offset, Limit int64
}

var listings = &list.List[Listing, Filter]{
	Needs: app.ViewResale,
	Name:  "resale listings", Max: MaxPage, Table: Listings, ByOffset: true,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Listing], error) { return f.plan(r) },
}

// ListListings lists listings, the oldest first.
func ListListings(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[View], error) {
	return list.Views(ctx, a, c, listings, f, list.Request{Offset: f.Offset, Limit: f.Limit}, viewOf)
}

func (f *Filter) plan(r app.Reader) (list.Plan[Listing], error) {
	by, of := listingListed, int64(0)
	switch {
	case f.CustomerID != nil:
		by, of = listingBySeller, *f.CustomerID
	case f.EventID != nil:
		by, of = listingByEvent, *f.EventID
	}
	if of < 0 || of > 1<<60 {
		return list.OfIDs[Listing](nil), nil // nothing has such an id
	}
	groups, err := by.Groups(r, of*classes, (of+1)*classes)
	groups = slices.DeleteFunc(groups, func(g indexes.Group) bool { return !f.All && (g.Key%classes == closed) != f.Closed })
	plan := list.Groups(r, by, groups, list.Times(f.From, f.Until), false)
	if f.CustomerID != nil && f.EventID != nil {
		plan.Exact = false
		plan.Fits = func(l *Listing) (bool, error) { return l.EventID == *f.EventID, nil }
		plan.Key = func(l *Listing) indexes.Position { return list.AtTime(l.CreatedAt, l.ID) }
	}
	return plan, err
}

// viewOf reads what a listing shows.
func viewOf(r app.Reader, l *Listing) (View, error) {
	v := View{Listing: *l}
	all, err := Contracts.GetMany(r, l.ContractIDs)
	if err != nil {
		return v, err
	}
	o, err := order.Orders.Get(r, l.OrderID)
	if err != nil {
		return v, err
	}
	v.Order = &o
	if v.Event, err = catalog.SharedEvent(r, l.EventID); err != nil {
		return v, err
	}
	q, err := newQuoter(r)
	if err != nil {
		return v, err
	}
	for i := range all {
		one, err := q.view(&all[i])
		if err != nil {
			return v, err
		}
		v.Contracts = append(v.Contracts, one)
	}
	return v, nil
}

// view is a contract as it is shown.
func (q *quoter) view(c *Contract) (ContractView, error) {
	out := ContractView{Contract: *c, TotalPrice: c.Total, DisplayTotal: c.Display}
	items, err := order.Items.GetMany(q.r, []int64{c.ItemID, c.UnitID})
	if err != nil {
		return out, err
	}
	for i := range items {
		if items[i].ID == c.ItemID {
			out.Item = &items[i]
		} else {
			out.Replacing = &items[i]
		}
	}
	if c.State == Sold || out.Item == nil {
		return out, nil
	}
	rules, err := RulesFor(q.r, out.Item.EventID, out.Item.SaleItemID)
	if err != nil {
		return out, err
	}
	share := Share{Payer: rules.Payer, SellerPercent: rules.SellerPercent, Max: c.MaxContribution}
	quote, err := q.quote(out.Item, c.CurrencyID, c.Price, catalog.Shop, share, q.r.SafeTime())
	out.TotalPrice, out.DisplayTotal = quote.Total(), quote.Display()
	return out, err
}
