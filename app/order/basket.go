package order

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/discount"
	"marquee/indexes"
)

// Key names an order or basket by its id or by its reference; they are
// interchangeable. The zero Key names nothing.
type Key struct {
	ID        int64
	Reference string
}

// ParseKey reads what a caller wrote: digits are an id, all else a reference.
func ParseKey(s string) Key {
	s = strings.TrimSpace(s)
	if id, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Key{ID: id}
	}
	return Key{Reference: s}
}

// IsZero tells that nothing is named.
func (k Key) IsZero() bool { return k == Key{} }

// Find reads an order or basket of the company by id or reference. A reference
// beats an id and is read without case.
func Find(r app.Reader, k Key) (Order, error) {
	var o Order
	var err error
	if k.Reference != "" {
		o, err = orderByReference.Get(r, strings.ToUpper(k.Reference))
	} else {
		o, err = Orders.Get(r, k.ID)
	}
	if errors.Is(err, indexes.ErrNotFound) {
		return Order{}, app.Missing("order")
	}
	return o, err
}

// ItemsOf reads every item an order ever had, removed ones included, in order of
// adding.
func ItemsOf(r app.Reader, o *Order) ([]Item, error) { return Items.GetMany(r, o.ItemIDs) }

// Basket is a basket, or what became of it, as it is shown.
type Basket struct {
	Order Order
	// Items are the live units.
	Items []Item
	Lines []Line
	Taxes []TaxLine
	// Code is the discount code that was entered, nil: none.
	Code *discount.Code
	// Access is the access code that was entered, nil: none.
	Access *accesscode.Code
	// Deferred is what of the total need not be paid yet. AllDeferred: nothing need be.
	Deferred    int64
	AllDeferred bool
	// Expired: the time is up, swept or not.
	Expired bool
	// New: this call made the basket.
	New bool
}

// Show describes an order with its live items.
func Show(r app.Reader, s *catalog.Cache, o Order, items []Item, now time.Time) (Basket, error) {
	if err := setWindows(r, items); err != nil {
		return Basket{}, err
	}
	b := Basket{
		Order: o, Items: items, Lines: LinesOf(items),
		AllDeferred: allDeferred(items), Expired: o.Status == Expired || o.Overdue(now),
	}
	b.Deferred = deferred(b.Lines)
	if o.DiscountID != 0 {
		code, err := discount.Get(r, o.DiscountID)
		if err != nil {
			return b, err
		}
		b.Code = code
	}
	if o.AccessID != 0 {
		code, err := accesscode.Get(r, o.AccessID)
		if err != nil {
			return b, err
		}
		b.Access = code
	}
	var err error
	b.Taxes, err = TaxesOf(s, items)
	return b, err
}

// BelongsTo tells whether the caller may change a basket or order, guessed id or not:
// whoever made it, and those who edit orders. One that a guest made in the shop, or that
// was handed over to a browser, also belongs to whoever has its secret; a guest has
// nothing else. What nobody made is every user's.
func (o *Order) BelongsTo(c *app.Caller) bool {
	if c.Guest {
		return o.openedBy(c.Secret)
	}
	return o.UserID == 0 && !o.OfGuest() || o.UserID == c.UserID || c.Can(app.EditOrders)
}

// Sellers may have baskets, and complete them. Those who top wallets up and sell nothing
// else have baskets of top-ups alone.
var Sellers = app.AnyOf{app.Sell, app.WalletTopup}

// ReadBasket shows a basket or order by id or reference, expired ones included.
// Reading never extends its time.
func ReadBasket(ctx context.Context, a *app.App, c *app.Caller, k Key) (Basket, error) {
	var b Basket
	err := a.View(ctx, c, Sellers, func(r app.Reader) (err error) {
		o, err := FindPayable(r, c, k)
		if err != nil {
			return err
		}
		b, err = LoadBasket(r, o, a.Now())
		return err
	})
	return b, err
}

// LoadBasket describes an order that was read.
func LoadBasket(r app.Reader, o Order, now time.Time) (Basket, error) {
	all, err := ItemsOf(r, &o)
	if err != nil {
		return Basket{}, err
	}
	var live []Item
	for _, it := range all {
		if it.Holds() {
			live = append(live, it)
		}
	}
	return Show(r, catalog.NewCache(r), o, live, now)
}

// FindBasket finds a basket for a caller who wants to change it. One that belongs to
// somebody else, or to another channel, does not exist for them.
func FindBasket(r app.Reader, c *app.Caller, k Key, ch catalog.Channel) (Order, error) {
	o, err := Find(r, k)
	if app.KindOf(err) == app.NotFound || err == nil && (ch != catalog.NoChannel && o.Channel != ch || !o.BelongsTo(c)) {
		return Order{}, app.Missing("basket")
	}
	return o, err
}

// FindPayable finds a basket or order for a caller who wants to look at it or to pay for
// it. A basket must be their own; an order that waits is paid for at any till that may
// look orders up, and by whoever has its payment link.
func FindPayable(r app.Reader, c *app.Caller, k Key) (Order, error) {
	o, err := Find(r, k)
	own := o.BelongsTo(c) || c.Guest && o.PaidWith(c.Secret)
	if app.KindOf(err) == app.NotFound || err == nil && !own && (o.Status == Active || !c.Can(app.ViewOrders)) {
		return Order{}, app.Missing("basket")
	}
	return o, err
}

// nobody is an id that no order has.
const nobody = -1

// IDOf is the id that a text names: itself, or that of the order or basket with this
// reference; 0 where the text is blank. Of one that does not exist, or that the caller may
// not see, it is an id that no order has.
func IDOf(ctx context.Context, a *app.App, c *app.Caller, needs app.Requirement, text string) (id int64, err error) {
	k := ParseKey(text)
	switch {
	case k.Reference == "" && k.ID < 0:
		return nobody, nil
	case k.Reference == "":
		return k.ID, nil
	}
	err = a.View(ctx, c, needs, func(r app.Reader) error {
		o, err := Find(r, k)
		id = o.ID
		return err
	})
	var e *app.Error
	if errors.As(err, &e) && e.Kind == app.NotFound {
		return nobody, nil
	}
	return id, err
}
