package shop

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/resale"
)

// Offer is something that another buyer sells on. What is sold together, or alike, is one.
type Offer struct {
	// Items are what can be had: all of it together, or of things that are alike any.
	Items []int64
	// Together is how many of them are bought together.
	Together int
	Name     string
	Seats    []string
	Start    *time.Time // of its timeslot
	// Price is that of all that is bought together.
	Price int64

	saleItem int64
}

// resold reads what others sell on at an event, in the currency of the buyer.
func (x *reader) resold(eventID int64) (all []Offer, err error) {
	shown, err := resale.AtEvent(x.r, eventID, catalog.Shop, x.now)
	if err != nil {
		return nil, err
	}
	for len(shown) > 0 {
		listed := 1
		for listed < len(shown) && shown[listed].Listing.ID == shown[0].Listing.ID {
			listed++
		}
		for _, of := range together(shown[:listed]) {
			one, err := x.offer(of)
			if err != nil {
				return nil, err
			}
			if one != nil {
				all = addOffer(all, *one)
			}
		}
		shown = shown[listed:]
	}
	return all, nil
}

// together parts what can be bought of one listing by what is bought at once: each by itself,
// or the first that the seller gives away together. What is more is offered when these are
// sold, and nothing where too few can be bought.
func together(listed []resale.Shown) (all [][]resale.Shown) {
	n := int(listed[0].Least())
	if n > len(listed) {
		return nil
	}
	if n > 1 {
		return [][]resale.Shown{listed[:n]}
	}
	for i := range listed {
		all = append(all, listed[i:i+1])
	}
	return all
}

// addOffer adds an offer to those that are alike, if there are any. Seats are never alike.
func addOffer(all []Offer, o Offer) []Offer {
	n := slices.IndexFunc(all, func(p Offer) bool {
		return o.Together == 1 && p.Together == 1 && p.saleItem == o.saleItem && p.Price == o.Price && len(p.Seats)+len(o.Seats) == 0
	})
	if n < 0 {
		return append(all, o)
	}
	all[n].Items = append(all[n].Items, o.Items...)
	return all
}

// offer names what is bought together; nil when a buyer does not see it, or not all of it.
func (x *reader) offer(of []resale.Shown) (*Offer, error) {
	for i := range of {
		seen, err := x.seesOffer(&of[i])
		if err != nil || !seen {
			return nil, err
		}
	}
	g, err := x.cache.Get(of[0].Item.SaleItemID)
	if err != nil {
		return nil, err
	}
	out := &Offer{Together: len(of), Name: g.Item.NameIn(x.buyer.Language), saleItem: g.ID}
	if slot := g.Slot(); slot != nil {
		start := slot.Start.In(g.Event.Location())
		out.Start = &start
	}
	for i := range of {
		out.Items = append(out.Items, of[i].Item.ID)
		out.Price += of[i].Price
		if seat := of[i].Item.Seat(); seat != "" {
			out.Seats = append(out.Seats, seat)
		}
	}
	return out, nil
}

// seesOffer tells whether a buyer sees something that is sold on.
func (x *reader) seesOffer(o *resale.Shown) (bool, error) {
	g, err := x.cache.Get(o.Item.SaleItemID)
	if app.Skip(x.r, err) {
		return false, nil
	}
	if err != nil || o.Contract.CurrencyID != x.currency {
		return false, err
	}
	locked, err := x.locked(g, x.access)
	return err == nil && !locked, err
}

// Offer finds the one that an item is first in; nil: it is not offered any more.
func (e *Event) Offer(itemID int64) *Offer {
	for i := range e.Offers {
		if slices.Contains(e.Offers[i].Items, itemID) {
			return &e.Offers[i]
		}
	}
	return nil
}

// SellOn is what of an order its buyer sells on, or may.
type SellOn struct {
	Free     []Sellable
	Listings []Listing
}

// Sellable is an item that may be sold on.
type Sellable struct {
	ID int64
	GiftItem
	resale.Sellable
}

// Listing is an offer of the order's buyer.
type Listing struct {
	ID   int64
	Open bool
	// Until is when it ends by itself.
	Until    time.Time
	Together bool
	Currency company.Currency
	Items    []ListedItem
}

// ListedItem is one thing of a listing.
type ListedItem struct {
	GiftItem
	Price int64
	Sold  bool
	// Gets is what its seller got.
	Gets int64
}

// sellOn reads what of an order may be sold on, what is offered and what was sold.
func (x *reader) sellOn(o *order.Order) (out SellOn, err error) {
	items, err := order.ItemsOf(x.r, o)
	if err != nil {
		return out, err
	}
	free, err := resale.SellableOf(x.r, o, items, x.now)
	if err != nil {
		return out, err
	}
	for i := range free {
		named, err := x.giftItem(&free[i].Item)
		if err != nil {
			return out, err
		}
		out.Free = append(out.Free, Sellable{free[i].Item.ID, named, free[i]})
	}
	listings, err := resale.OfOrder(x.r, items)
	for i := range listings {
		one, err := x.listing(&listings[i])
		if err != nil {
			return out, err
		}
		if len(one.Items) > 0 {
			out.Listings = append(out.Listings, one)
		}
	}
	return out, err
}

// listing shows what of a listing is offered or was sold.
func (x *reader) listing(v *resale.View) (Listing, error) {
	cur, _ := company.CurrencyByID(v.CurrencyID)
	out := Listing{ID: v.ID, Open: v.Listing.Open() && v.Ending == "", Until: v.OnSaleUntil, Together: v.MinQuantity > 1, Currency: cur}
	for i := range v.Contracts {
		c := &v.Contracts[i]
		if c.Item == nil || !c.Offered() && c.State != resale.Sold {
			continue
		}
		named, err := x.giftItem(c.Item)
		if err != nil {
			return out, err
		}
		if e := named.Event; e != nil {
			out.Until = out.Until.In(e.Start.Location())
		}
		one := ListedItem{GiftItem: named, Price: c.Price}
		if one.Sold = c.State == resale.Sold; one.Sold {
			one.Gets = c.Proceeds()
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}
