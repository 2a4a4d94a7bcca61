package resale

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
)

// What sellers do themselves is asked for with the secret in the address of their order's
// page: whoever has it is the buyer.

// ListAsBuyer offers items of the order of a page for sale. Sellers name no part of the
// fees that they are ready to pay.
func ListAsBuyer(ctx context.Context, a *app.App, page string, in NewListing) (v View, err error) {
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error {
		if err := notTooMany(tx, o.CustomerID); err != nil {
			return err
		}
		if err := in.of(tx, o); err != nil {
			return err
		}
		l, err := in.list(tx)
		if err == nil {
			v, err = viewOf(tx, &l)
		}
		return err
	})
	return v, err
}

// notTooMany refuses more listings than anybody begins in a while, whatever became of them.
func notTooMany(tx app.Tx, sellerID int64) error {
	n, now := 0, tx.Wall()
	for _, class := range []int64{open, closed} {
		all := indexes.PrefixOf[time.Time](sellerID*classes + class).Reversed().Limit(maxRecent)
		for e, err := range listingBySeller.Keys(tx, all) {
			if err != nil {
				return err
			}
			if app.Lately(e.Key.B, now, recently) {
				n++
			}
		}
	}
	if n < maxRecent {
		return nil
	}
	err := app.Refuse(app.TooMany, "Too many offers were made just now. Please try again later.")
	err.RetryAfter = int(recently.Seconds())
	return err
}

// of refuses items of other orders: to a buyer they do not exist.
func (in *NewListing) of(r app.Reader, o *order.Order) error {
	var p app.Problems
	for i := range in.Items {
		in.Items[i].MaxContribution = 0
		it, err := order.FindItem(r, in.Items[i].ItemID)
		if app.KindOf(err) == app.NotFound || err == nil && it.OrderID != o.ID {
			p.Add(in.field(i, itemField), "does not exist")
			continue
		}
		if err != nil {
			return err
		}
	}
	return p.Err()
}

// CancelAsBuyer ends a listing of the order of a page.
func CancelAsBuyer(ctx context.Context, a *app.App, page string, listingID int64) (out Ended, err error) {
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error {
		l, err := Listings.Get(tx, listingID)
		if err = absent(err, "resale listing"); err == nil && l.OrderID != o.ID {
			err = app.Missing("resale listing")
		}
		if err != nil {
			return err
		}
		if !l.Open() || l.Ending != "" {
			return app.Field("id", "belongs to a listing that is closed already")
		}
		out, err = end(tx, &l, Cancelled)
		return err
	})
	return out, err
}

// Sellable is an item that its holder may offer now.
type Sellable struct {
	Item order.Item
	// Least and Most bound what may be asked, Usual is what was paid or the nearest to it.
	Least, Most, Usual int64
	// Gets is what of the usual price the seller gets.
	Gets   int64
	Payout Payout
}

// SellableOf are the items of an order that its buyer may offer now.
func SellableOf(r app.Reader, o *order.Order, items []order.Item, now time.Time) (all []Sellable, err error) {
	if !o.Status.Sold() || o.CustomerID == 0 {
		return nil, nil
	}
	x := newReading(r, now)
	x.orders[o.ID], x.items[o.ID] = o, items
	enabled := map[int64]bool{}
	for i := range items {
		it := &items[i]
		if it.Frozen || !it.Admissible() || it.Price == 0 || !slices.Contains(resold, it.Type) {
			continue
		}
		on, known := enabled[it.SaleItemID]
		if !known {
			rules, err := RulesFor(r, it.EventID, it.SaleItemID)
			if err != nil {
				return all, err
			}
			on = rules.Enabled
			enabled[it.SaleItemID] = on
		}
		if !on {
			continue
		}
		c, err := x.candidate(Ask{ItemID: it.ID})
		if err != nil {
			return all, err
		}
		var p app.Problems
		if c.check(&p, itemField, now); len(p) > 0 {
			continue
		}
		one := Sellable{Item: *it, Payout: c.rules.Payout}
		one.Least, one.Most = c.rules.bounds(it.Price, c.live())
		one.Usual = min(max(it.Price, one.Least), one.Most)
		c.price = one.Usual
		if err := x.readQuote(c); err != nil {
			return all, err
		}
		if one.Gets = c.quote.Proceeds(); one.Least <= one.Most {
			all = append(all, one)
		}
	}
	return all, nil
}

// OfOrder are the listings that the items of an order are in, or were sold in, the oldest
// first.
func OfOrder(r app.Reader, items []order.Item) (all []View, err error) {
	var ids []int64
	for i := range items {
		if it := &items[i]; it.OfferID == 0 && (it.SuccessorID == 0 || it.Holds()) {
			continue
		}
		for hit, err := range contractByItem.Scan(r, indexes.Equal(items[i].ID).Reversed().Limit(1)) {
			if err != nil {
				return nil, err
			}
			if id := hit.Rec.ListingID; !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	listings, err := Listings.GetMany(r, ids)
	for i := range listings {
		v, err := viewOf(r, &listings[i])
		if err != nil {
			return all, err
		}
		all = append(all, v)
	}
	return all, err
}
