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

// list offers what the request decides on.
func (in *NewListing) list(tx app.Tx) (Listing, error) {
	all, err := in.candidates(tx)
	if err != nil {
		return Listing{}, err
	}
	plan, err := in.plan(all, tx.Wall())
	if err != nil {
		return Listing{}, err
	}
	err = plan.do(tx)
	return plan.listing, err
}

// listingPlan is what a request for a listing comes to: the listing, and a contract for each of
// its items, which are locked from then on.
type listingPlan struct {
	listing   Listing
	contracts []Contract
}

// plan decides about a listing, and refuses with every problem that it has.
func (in *NewListing) plan(all []*candidate, now time.Time) (p listingPlan, err error) {
	if err := in.check(all, now); err != nil {
		return p, err
	}
	first := all[0]
	from, until := first.rules.window(first.event.Start, now)
	p.listing = Listing{
		SellerID: first.item.CustomerID, EventID: first.item.EventID, OrderID: first.order.ID, CurrencyID: first.order.CurrencyID,
		MinQuantity: in.MinQuantity, OnSaleFrom: from, OnSaleUntil: until,
	}
	for _, x := range all {
		p.contracts = append(p.contracts, Contract{
			ItemID: x.item.ID, CurrencyID: p.listing.CurrencyID, Price: x.price, MaxContribution: x.ask.MaxContribution, State: Active,
		})
	}
	return p, nil
}

// told is what is told of the listing, once it has its id.
func (p *listingPlan) told() Notice {
	n := Notice{OrderID: p.listing.OrderID, N: p.listing.ID}
	for i := range p.contracts {
		n.Items, n.Amount = append(n.Items, p.contracts[i].ItemID), n.Amount+p.contracts[i].Price
	}
	return n
}

// do stores the listing with its contracts, locks the items and tells of it.
func (p *listingPlan) do(tx app.Tx) error {
	first, err := contractTable.NextIDs(tx, len(p.contracts))
	if err != nil {
		return err
	}
	l := &p.listing
	for i := range p.contracts {
		l.ContractIDs = append(l.ContractIDs, first+int64(i))
	}
	if err := listingTable.Insert(tx, l); err != nil {
		return err
	}
	for i := range p.contracts {
		c := &p.contracts[i]
		c.ID, c.ListingID = l.ContractIDs[i], l.ID
		if err := contractTable.InsertNext(tx, c); err != nil {
			return err
		}
	}
	if err := lock(tx, l.OrderID, p.contracts, true); err != nil {
		return err
	}
	return PortsOf(tx).Listed(tx, p.told())
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
