package shop

import (
	"cmp"
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/transfer"
)

// Gift is what a transfer gives, for whoever has its link.
type Gift struct {
	transfer.View
	Company *company.Company
	// Giver is how whoever gives it is called, Items what it is.
	Giver string
	Items []GiftItem
}

// GiftItem is one thing that is given.
type GiftItem struct {
	Name, Seat string
	Event      *Event // nil: of none
	// Dates are when it is for.
	Dates []catalog.Showing
}

// ReadGift reads what the link of a transfer gives. Who bought it, and for how much, is not
// told.
func ReadGift(ctx context.Context, a *app.App, token, language string) (out *Gift, err error) {
	d, ok := order.ParseClaim(token)
	if !ok {
		return nil, app.Missing("transfer")
	}
	err = a.ViewCompany(ctx, d.Company, func(r app.Reader) error {
		v, err := transfer.ByLink(r, d, token)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		x, err := newReader(r, own.Buyer("", language), a.Now())
		if err != nil {
			return err
		}
		out = &Gift{View: v, Company: own, Giver: cmp.Or(v.From.Name, own.Name)}
		out.Items, err = x.giftItems(v.ItemIDs)
		return err
	})
	return out, err
}

func (x *reader) giftItems(ids []int64) (all []GiftItem, err error) {
	items, err := order.Items.GetMany(x.r, ids)
	if err != nil {
		return nil, err
	}
	for i := range items {
		one, err := x.giftItem(&items[i])
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// giftItem names one thing that goes, or may go, to somebody else.
func (x *reader) giftItem(it *order.Item) (GiftItem, error) {
	g, err := x.cache.Get(it.SaleItemID)
	if err != nil {
		return GiftItem{}, err
	}
	one := GiftItem{Name: g.Item.NameIn(x.buyer.Language), Seat: it.Seat()}
	if g.Event != nil {
		e := x.facts(g.Event)
		one.Event = &e
	}
	of := *it
	of.EventID, of.Run = g.EventID, g.Run
	one.Dates, err = order.ShowingsOf(x.r, &of)
	return one, err
}

// Gifts are the transfers of an order, and what of it its buyer may give.
type Gifts struct {
	Pending []transfer.View
	Free    []GiftItemOf
	Shares  []Share
}

// GiftItemOf is an item that may be given.
type GiftItemOf struct {
	ID, SaleItemID int64
	GiftItem
	// Taken: somebody else has it, and it is given to a third because that was a mistake.
	Taken bool
}

// gifts reads what may be given of an order, and what is on its way.
func (x *reader) gifts(o *order.Order) (out Gifts, err error) {
	if !o.Status.Sold() && o.Status != order.Active {
		return out, nil
	}
	if out.Pending, err = transfer.PendingOf(x.r, o.ID); err != nil {
		return out, err
	}
	if o.Status.Sold() {
		if out.Shares, err = x.sharesOf(o); err != nil {
			return out, err
		}
	}
	free, err := transfer.Sendable(x.r, o, x.now)
	if err != nil || len(free) == 0 {
		return out, err
	}
	ids := make([]int64, len(free))
	for i := range free {
		ids[i] = free[i].ID
	}
	named, err := x.giftItems(ids)
	for i := range named {
		out.Free = append(out.Free, GiftItemOf{ids[i], free[i].SaleItemID, named[i], free[i].CustomerID != o.CustomerID})
	}
	return out, err
}

// ReadGifts reads what of a basket is given to others, and what may be.
func ReadGifts(ctx context.Context, a *app.App, c *app.Caller, b *Basket) (out Gifts, err error) {
	if !b.Open || !b.Shares && !b.Order.Gives {
		return out, nil
	}
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		x, err := newReader(r, c, a.Now())
		if err == nil {
			out, err = x.gifts(&b.Order)
		}
		return err
	})
	return out, err
}
