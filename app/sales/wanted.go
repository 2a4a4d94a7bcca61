package sales

import (
	"cmp"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
)

// AddItem is one thing a caller puts into a basket.
type AddItem struct {
	SaleItemID int64
	// Quantity may be left out where an amount can be named.
	Quantity *int64
	// Amount is of one unit, for variable and custom prices.
	Amount *int64
	// CannotBeReduced: units may be added, never taken away.
	CannotBeReduced bool
	SecureDisabled  bool
	// AutoApprove drops the need for approval, for those who may approve.
	AutoApprove bool
	// SpaceID is a seat, or a general admission area; BestSeats asks for the best there are,
	// in an area unless AreaID is 0.
	SpaceID   int64
	BestSeats bool
	AreaID    int64
	// OrderItemID is an item that somebody sells on, instead of a sale item, and
	// Contribution the percentage of the fees that its seller is asked for; nil: what the
	// rules say.
	OrderItemID  int64
	Contribution *int64
	// PriceChannel is whose price is charged, NoChannel: what the call says.
	PriceChannel catalog.Channel
	// Names are those of who holds the units, as far as they are known.
	Names []string
}

// wantedLine is one line of a request, resolved.
type wantedLine struct {
	*catalog.Goods
	AddItem
	n int64
	// approval: somebody must approve it, unless that is dropped.
	approval bool
	// channel is the one whose price is charged.
	channel catalog.Channel
	price   money.Price
	charge  money.Charges
	// reverse is the rate of the tax that the buyer accounts for.
	reverse int64
	// place is where the line stands in the request, spaces those of its units.
	place  int
	spaces []int
	// brought are the spaces of what its bundles bring, by sale item.
	brought map[int64][]int
}

// want resolves the lines of a request. Ids that are not there, and quantities
// that make no sense, are refused before any basket rule is looked at.
func (d *draft) want(items []AddItem, ch catalog.Channel) ([]*wantedLine, error) {
	var p app.Problems
	var all []*wantedLine
	for i, in := range items {
		if in.isOffer() {
			continue
		}
		if in.SaleItemID == 0 {
			var err error
			if in.SaleItemID, err = d.sellerOf(i, in.SpaceID, ch); err != nil {
				return nil, err
			}
		}
		g, err := d.cache.Get(in.SaleItemID)
		if err == nil && (g.DeletedAt != nil || g.Type == catalog.Fee) {
			err = app.Missing("sale item")
		}
		if err != nil {
			return nil, d.elsewhere(in.SaleItemID, err)
		}
		w := &wantedLine{Goods: g, AddItem: in, place: i, channel: cmp.Or(in.PriceChannel, ch)}
		if w.approval, err = d.approvalNeeded(g); err != nil {
			return nil, err
		}
		if in.AutoApprove && w.approval {
			if err := needAt(d.caller, app.EditOrders, g); err != nil {
				return nil, err
			}
		}
		if err := d.mayPut(g); err != nil {
			return nil, err
		}
		switch {
		case in.Quantity == nil && in.SpaceID != 0:
			w.n = 1
		case in.Quantity == nil && in.Amount == nil && !g.NamesAmount():
			p.Add(field("items", i, "quantity"), "is required")
		case in.Quantity == nil:
			w.n = 1
		case *in.Quantity < 1 || *in.Quantity > MaxBasketSize:
			p.Add(field("items", i, "quantity"), "must be between %d and %d", 1, MaxBasketSize)
		default:
			w.n = *in.Quantity
		}
		all = append(all, w)
	}
	return all, p.Err()
}

// sums adds up what is wanted of each sale item, in the order of the request.
func sums(all []*wantedLine) demand {
	n := map[int64]int64{}
	var kinds []*catalog.Goods
	for _, w := range all {
		if _, ok := n[w.ID]; !ok {
			kinds = append(kinds, w.Goods)
		}
		n[w.ID] += w.n
	}
	return demand{kinds, n}
}

// mayPutIn refuses what the caller does not sell: top-ups have an ability of their own, and
// whoever has that alone sells nothing else. Guests sell to themselves.
func mayPutIn(c *app.Caller, g *catalog.Goods) error {
	switch {
	case c.Guest:
		return nil
	case g.Type == catalog.CashlessTopup:
		return c.Need(app.WalletTopup)
	}
	return needAt(c, app.Sell, g)
}

// needAt refuses a caller who lacks an ability at the event that goods are for.
func needAt(c *app.Caller, needs app.Ability, g *catalog.Goods) error {
	if g.Event == nil {
		return c.Need(needs)
	}
	return c.NeedAt(needs, g.Event.Subject())
}

// mayPut is mayPutIn for goods with what they bring.
func (d *draft) mayPut(g *catalog.Goods) error {
	if err := mayPutIn(d.caller, g); err != nil {
		return err
	}
	for _, b := range g.Bundled {
		c, err := d.cache.Get(b.SaleItemID)
		if err == nil {
			err = mayPutIn(d.caller, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// maySell refuses a basket that holds something else than top-ups, for those who sell
// nothing else.
func (d *draft) maySell(c *app.Caller) error {
	if c.Guest || c.Can(app.Sell) {
		return nil
	}
	for _, u := range d.units {
		if u.Type == catalog.CashlessTopup || u.isFee() {
			continue
		}
		if err := catalog.NeedAt(d.tx, c, app.Sell, u.EventID); err != nil {
			return err
		}
	}
	return nil
}
