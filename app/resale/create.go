package resale

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/order"
)

// Ask is an item that is to be offered.
type Ask struct {
	ItemID int64
	// Price is what the seller wants, nil: what was paid.
	Price *int64
	// MaxContribution is what of the fees the seller is ready to pay.
	MaxContribution int64
}

// NewListing is a listing as it is asked for.
type NewListing struct {
	Items []Ask
	// MinQuantity is how many are bought together at least.
	MinQuantity int64
	// Alone: the request is about one item and not about a list of them, see [Ask].
	Alone bool
}

// List offers items of one order for sale, all of them or none. Nobody is let in with
// them, and nothing else can be done with them, until they were sold or the listing has
// ended.
func List(ctx context.Context, a *app.App, c *app.Caller, in NewListing) (v View, err error) {
	err = a.Update(ctx, c, app.EditResale, func(tx app.Tx) error {
		l, err := in.list(tx)
		if err == nil {
			v, err = viewOf(tx, &l)
		}
		return err
	})
	return v, err
}

func (in *NewListing) list(tx app.Tx) (Listing, error) {
	all, err := in.candidates(tx)
	if err != nil {
		return Listing{}, err
	}
	if err := in.check(all, tx.Wall()); err != nil {
		return Listing{}, err
	}
	first := all[0]
	from, until := first.rules.window(first.event.Start, tx.Wall())
	l := Listing{
		SellerID: first.item.CustomerID, EventID: first.item.EventID, OrderID: first.order.ID, CurrencyID: first.order.CurrencyID,
		MinQuantity: in.MinQuantity, OnSaleFrom: from, OnSaleUntil: until,
	}
	ids, err := contractTable.NextIDs(tx, len(all))
	if err != nil {
		return l, err
	}
	for i := range all {
		l.ContractIDs = append(l.ContractIDs, ids+int64(i))
	}
	if err := listingTable.Insert(tx, &l); err != nil {
		return l, err
	}
	made := make([]Contract, len(all))
	for i, x := range all {
		c := Contract{
			ID: l.ContractIDs[i], ListingID: l.ID, ItemID: x.item.ID, CurrencyID: l.CurrencyID, Price: x.price,
			MaxContribution: x.ask.MaxContribution, State: Active,
		}
		if err := contractTable.InsertNext(tx, &c); err != nil {
			return l, err
		}
		made[i] = c
	}
	if err := lock(tx, l.OrderID, made, true); err != nil {
		return l, err
	}
	told := Notice{OrderID: l.OrderID, N: l.ID}
	for i := range made {
		told.Items, told.Amount = append(told.Items, made[i].ItemID), told.Amount+made[i].Price
	}
	return l, PortsOf(tx).Listed(tx, told)
}

// field names a field of one of the items in the request.
func (in *NewListing) field(i int, name string) string {
	if in.Alone {
		return name
	}
	return fmt.Sprintf("orderItems.%d.%s", i, name)
}

// candidates reads the items with what decides about them.
func (in *NewListing) candidates(tx app.Tx) ([]*candidate, error) {
	var p app.Problems
	if n := len(in.Items); n < 1 || n > MaxContracts {
		p.Add("orderItems", "must have between %d and %d entries", 1, MaxContracts)
		return nil, p.Err()
	}
	x := newReading(tx, tx.Wall())
	var all []*candidate
	for i, ask := range in.Items {
		one, err := x.candidate(ask)
		switch {
		case app.KindOf(err) == app.NotFound && in.Alone:
			return nil, err
		case app.KindOf(err) == app.NotFound:
			p.Add(in.field(i, itemField), "does not exist")
		case err != nil:
			return nil, err
		case slices.ContainsFunc(all, func(o *candidate) bool { return o.item.ID == ask.ItemID }):
			p.Add(in.field(i, itemField), "is there twice")
		default:
			all = append(all, one)
		}
	}
	return all, p.Err()
}

// check names every problem of a listing.
func (in *NewListing) check(all []*candidate, now time.Time) error {
	var p app.Problems
	for i, x := range all {
		x.check(&p, in.field(i, itemField), now)
		x.together(&p, in.field(i, itemField), all[0])
		if len(p) == 0 {
			x.checkPrice(&p, in.field(i, "price"), in.field(i, "maxSellerContribution"))
		}
	}
	if in.MinQuantity < 1 || in.MinQuantity > int64(len(all)) {
		p.Add("minimumPurchaseQuantity", "must be between %d and %d", 1, len(all))
	}
	return p.Err()
}

// lock locks the items of contracts, or frees them again, and tells the gates and those
// who follow the order.
func lock(tx app.Tx, orderID int64, of []Contract, locked bool) error {
	if len(of) == 0 {
		return nil
	}
	items := make([]int64, len(of))
	for n := range of {
		c := &of[n]
		items[n] = c.ItemID
		if err := order.SetOffered(tx, c.ItemID, c.ID, locked); err != nil {
			return err
		}
	}
	if err := order.Touch(tx, orderID); err != nil {
		return err
	}
	return order.PortsOf(tx).ItemsChanged(tx, items)
}
