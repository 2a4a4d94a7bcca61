package resale

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/app/money"
	"marquee/app/order"
)

// itemField is the request field that names the item of a seller.
const itemField = "orderItemId"

// candidate is an item that is to be offered, with what decides about that.
type candidate struct {
	ask   Ask
	item  *order.Item
	order *order.Order
	event *catalog.Event // nil without one
	goods *catalog.Goods
	rules Rules
	price int64
	quote Quote
	// addons: add-ons hang on it. returning: a gateway was asked for money of the order.
	addons, returning, scanned bool
	inDemo                     bool // the company is in demo mode
}

// reading reads candidates; it remembers their orders.
type reading struct {
	r      app.Reader
	now    time.Time
	cache  *catalog.Cache
	quotes *quoter
	orders map[int64]*order.Order
	items  map[int64][]order.Item
	own    *company.Company // nil before the first candidate
}

func newReading(r app.Reader, now time.Time) *reading {
	return &reading{r: r, now: now, cache: catalog.NewCache(r), orders: map[int64]*order.Order{}, items: map[int64][]order.Item{}}
}

func (x *reading) candidate(ask Ask) (*candidate, error) {
	it, err := order.FindItem(x.r, ask.ItemID)
	if err != nil {
		return nil, err
	}
	c := &candidate{ask: ask, item: &it, price: it.Price}
	if ask.Price != nil {
		c.price = *ask.Price
	}
	if err := x.readOrder(c); err != nil {
		return nil, err
	}
	if x.own == nil {
		if x.own, err = company.SettingsOf(x.r); err != nil {
			return nil, err
		}
	}
	c.inDemo = x.own.Demo
	if c.goods, err = x.cache.Get(it.SaleItemID); err != nil {
		return nil, err
	}
	if c.event = c.goods.Event; c.event == nil {
		return c, nil
	}
	if c.rules, err = RulesFor(x.r, it.EventID, it.SaleItemID); err != nil {
		return nil, err
	}
	if c.scanned, err = PortsOf(x.r).Scanned(x.r, it.ID); err != nil {
		return nil, err
	}
	return c, x.readQuote(c)
}

// readOrder reads the order of an item, and what of it hangs on the item.
func (x *reading) readOrder(c *candidate) (err error) {
	id := c.item.OrderID
	if x.orders[id] == nil {
		o, err := order.Orders.Get(x.r, id)
		if err == nil {
			x.orders[id] = &o
			x.items[id], err = order.ItemsOf(x.r, &o)
		}
		if err != nil {
			return err
		}
	}
	c.order = x.orders[id]
	c.addons = slices.ContainsFunc(x.items[id], func(i order.Item) bool { return i.ParentItemID == c.item.ID && i.Holds() })
	c.returning, err = order.Returning(x.r, id)
	return err
}

func (x *reading) readQuote(c *candidate) (err error) {
	if x.quotes == nil {
		if x.quotes, err = newQuoter(x.r); err != nil {
			return err
		}
	}
	c.quote, err = x.quotes.quote(c.item, c.order.CurrencyID, max(c.price, 1), catalog.Shop, c.share(), x.now)
	return err
}

// share is what of the fees the seller pays.
func (c *candidate) share() Share {
	return Share{Payer: c.rules.Payer, SellerPercent: c.rules.SellerPercent, Max: c.ask.MaxContribution}
}

// resold are the types that can be sold on.
var resold = []catalog.ItemType{catalog.Ticket, catalog.Product, catalog.SeasonTicket}

// check names why the item cannot be offered, if it cannot.
func (c *candidate) check(p *app.Problems, at string, now time.Time) {
	it, o := c.item, c.order
	switch {
	case it.Frozen:
		p.Add(at, "is offered already, or locked")
	case it.Demo != c.inDemo:
		p.Add(at, order.WhyApart(it.Demo, c.inDemo))
	case !slices.Contains(resold, it.Type) || c.event == nil:
		p.Add(at, "is nothing that can be sold on")
	case o.DeletedAt != nil || !o.Status.Sold():
		p.Add(at, "belongs to an order that is not complete")
	case !it.Admissible() || !it.Valid() || it.Barcode == "" || it.Refunded > 0:
		p.Add(at, "is not valid")
	case it.LeadItemID != 0:
		p.Add(at, "belongs to a bundle")
	case it.ParentItemID != 0 || c.addons:
		p.Add(at, "is an add-on, or has add-ons")
	case it.Price == 0 || o.Totals.Paid == 0:
		p.Add(at, "was not paid for")
	case it.CustomerID == 0:
		p.Add(at, "has no holder who could be paid")
	case it.CustomerID != o.CustomerID || it.TransferID != 0:
		p.Add(at, "was transferred")
	case c.scanned:
		p.Add(at, "was scanned")
	case c.returning:
		p.Add(at, "belongs to an order that is being refunded")
	case c.event.DeletedAt != nil || c.event.CancelledAt != nil || !now.Before(c.event.Start):
		p.Add(at, "is for an event that has begun or was cancelled")
	case !c.rules.Enabled:
		p.Add(at, "cannot be sold on: resale is off")
	case !c.rules.listable(c.event.Start, now):
		p.Add(at, "cannot be listed now")
	}
}

// together names why the item cannot be offered together with the first.
func (c *candidate) together(p *app.Problems, at string, first *candidate) {
	a, b := c.item, first.item
	switch {
	case a.OrderID != b.OrderID:
		p.Add(at, "belongs to another order than the first")
	case a.EventID != b.EventID:
		p.Add(at, "belongs to another event than the first")
	case (a.Place == nil) != (b.Place == nil):
		p.Add(at, "has a seat, or has none, unlike the first")
	case a.Place != nil && (a.Place.Area != b.Place.Area || a.Place.General != b.Place.General):
		p.Add(at, "is in another area than the first")
	}
}

// money is an amount in the currency of the order.
func (c *candidate) money(minor int64) locale.Money {
	return locale.Money{CurrencyID: c.order.CurrencyID, Minor: minor}
}

// checkPrice holds the price and the contribution against the rules.
func (c *candidate) checkPrice(p *app.Problems, price, contribution string) {
	least, most := c.rules.bounds(c.item.Price, c.live())
	switch {
	case (c.price < least || c.price > most) && least == most:
		p.Add(price, "must be %s", c.money(least))
	case c.price < least || c.price > most:
		p.Add(price, "must be between %s and %s", c.money(least), c.money(most))
	case c.ask.MaxContribution < 0 || c.ask.MaxContribution >= c.price:
		p.Add(contribution, "must be between %s and %s", c.money(0), c.money(c.price-1))
	case c.share().wants(c.price, c.quote.asked) >= c.price:
		p.Add(price, "leaves the seller nothing after the fees")
	}
}

// live is what the sale item costs a buyer now; what was paid where it costs nothing in
// the currency.
func (c *candidate) live() int64 {
	row, ok := c.goods.PriceFor(c.order.CurrencyID, catalog.Shop)
	if !ok {
		return c.item.Price
	}
	n := row.Base
	if !row.HideProcessingFee {
		n += row.ProcessingFee
	}
	if !row.HideResellerFee {
		n += row.ResellerFee
	}
	return min(n, money.MaxAmount)
}

// listable tells whether tickets can be listed now: the window is open, and they could
// still be bought.
func (r *Rules) listable(start, now time.Time) bool {
	return (r.ListingOpens == nil || !now.Before(before(start, *r.ListingOpens))) && now.Before(before(start, r.PurchaseCloses))
}

// window is when a listing that is made now can be bought.
func (r *Rules) window(start, now time.Time) (from, until time.Time) {
	from, until = now, before(start, r.PurchaseCloses)
	if r.PurchaseOpens == nil {
		return from, until
	}
	if opens := before(start, *r.PurchaseOpens); opens.After(now) {
		from = opens
	}
	return from, until
}

func before(start time.Time, hours int64) time.Time {
	return start.Add(-time.Duration(hours) * time.Hour)
}
