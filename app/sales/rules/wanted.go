package rules

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/resale"
)

// Unit is one new unit of the line.
func (w *Wanted) Unit(o *order.Order) order.Item {
	from, to := w.Validity()
	u := order.Item{
		SaleItemID: w.ID, ItemID: w.ItemID, EventID: w.EventID, Run: w.Run, Type: w.Type, CustomerID: o.CustomerID,
		SaleName: w.Item.Name, ValidFrom: from, ValidTo: to, GraceMinutes: w.GraceMinutes,
		AmountNamed: w.Amount != nil, CannotBeReduced: w.CannotBeReduced, SecureDisabled: w.SecureDisabled,
		RequiresApproval: w.needsApproval(), ReverseRate: w.Reverse,
	}
	if w.Channel != o.PriceChannel {
		u.PriceChannel = w.Channel
	}
	u.Charge(w.Charge)
	return u
}

// Demand is how many units are wanted of sale items.
type Demand struct {
	Kinds []*catalog.Goods
	N     map[int64]int64
}

// Units is how many units are wanted.
func (w Demand) Units() (n int64) {
	for _, more := range w.N {
		n += more
	}
	return n
}

// askedFor is the bundle that brings a sale item, or that itself.
func (w Demand) askedFor(id int64) int64 {
	if slices.ContainsFunc(w.Kinds, func(g *catalog.Goods) bool { return g.ID == id }) {
		return id
	}
	for _, g := range w.Kinds {
		if slices.ContainsFunc(g.Bundled, func(b catalog.Bundled) bool { return b.SaleItemID == id }) {
			return g.ID
		}
	}
	return id
}

// Content is so many units of goods.
type Content struct {
	*catalog.Goods
	N int64
}

// IsOffer tells whether a line of a request is about an item that somebody sells on.
func (in *AddItem) IsOffer() bool { return in.OrderItemID != 0 }

// Ordinary tells whether some of the lines are of sale items.
func Ordinary(items []AddItem) bool {
	return slices.ContainsFunc(items, func(in AddItem) bool { return !in.IsOffer() })
}

// Offered is a line of a request with what it asks for.
type Offered struct {
	resale.Offer
	AddItem
}

// CheckOffer names what makes no sense beside an item that somebody sells on.
func (in *AddItem) CheckOffer(p *app.Problems, i int) {
	if in.SaleItemID != 0 {
		p.Add(Path("items", i, "id"), "cannot be given together with %s", "orderItemId")
	}
	if in.Quantity != nil && *in.Quantity != 1 {
		p.Add(Path("items", i, "quantity"), "must be %d", 1)
	}
	if in.Amount != nil {
		p.Add(Path("items", i, "amount"), "cannot be given together with %s", "orderItemId")
	}
	if in.SpaceID != 0 || in.BestSeats || in.AreaID != 0 {
		p.Add(Path("items", i, "spaceId"), "cannot be given together with %s", "orderItemId")
	}
	if a := in.Contribution; a != nil && (*a < 0 || *a > 100) {
		p.Add(Path("items", i, "pointOfSaleData.resaleFeeSellerContribution"), "must be between %d and %d", 0, 100)
	}
}

// Unit is the item of the buyer. What the seller paid with it is paid: no tax is in the
// price, which belongs to the seller.
func (o *Offered) Unit(holder int64) *Unit {
	it := &o.Item
	u := order.Item{
		SaleItemID: it.SaleItemID, ItemID: it.ItemID, EventID: it.EventID, Run: it.Run, Type: it.Type, CustomerID: holder,
		SaleName: it.SaleName, ValidFrom: it.ValidFrom, ValidTo: it.ValidTo, GraceMinutes: it.GraceMinutes,
		CannotBeReduced: o.CannotBeReduced, SecureDisabled: o.SecureDisabled, Place: it.Place, RunPlaces: it.RunPlaces,
		TaxBandID: it.TaxBandID, Reissued: true,
		Replaced: &order.Replaced{Type: order.ByResale, ItemID: it.ID, OrderID: it.OrderID},
		Resale:   &order.Resale{ContractID: o.Contract.ID, ListingID: o.Listing.ID, Asked: o.Contribution},
	}
	u.Charge(money.Charges{Base: o.Contract.Price, Price: o.Contract.Price})
	return &Unit{Item: u}
}

func (w *Wanted) needsApproval() bool { return w.Approval && !w.AutoApprove }

// Taken is the refusal of a place that somebody has: for a season ticket, at one of the
// events of its run.
func (w *Wanted) Taken() string {
	if len(w.Run) > 0 {
		return typePass
	}
	return TypeStock
}

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

// Wanted is one line of a request, resolved.
type Wanted struct {
	*catalog.Goods
	AddItem
	N int64
	// Approval: somebody must approve it, unless that is dropped.
	Approval bool
	// Channel is the one whose price is charged.
	Channel catalog.Channel
	Price   money.Price
	Charge  money.Charges
	// Band is that of its tax, and Levy what of it the buyer is charged; Reverse is the rate of
	// the tax that they account for.
	Band    *company.TaxBand
	Levy    company.Levy
	Reverse int64
	// Place is where the line stands in the request, Spaces those of its units.
	Place  int
	Spaces []int
	// Brought are the spaces of what its bundles bring, by sale item.
	Brought map[int64][]int
}

// sums adds up what is wanted of each sale item, in the order of the request.
func sums(all []*Wanted) Demand {
	n := map[int64]int64{}
	var kinds []*catalog.Goods
	for _, w := range all {
		if _, ok := n[w.ID]; !ok {
			kinds = append(kinds, w.Goods)
		}
		n[w.ID] += w.N
	}
	return Demand{kinds, n}
}

// MayPutIn refuses what the caller does not sell: top-ups have an ability of their own, and
// whoever has that alone sells nothing else. Guests sell to themselves.
func MayPutIn(c *app.Caller, g *catalog.Goods) error {
	switch {
	case c.Guest:
		return nil
	case g.Type == catalog.CashlessTopup:
		return c.Need(app.WalletTopup)
	}
	return NeedAt(c, app.Sell, g)
}

// NeedAt refuses a caller who lacks an ability at the event that goods are for.
func NeedAt(c *app.Caller, needs app.Ability, g *catalog.Goods) error {
	if g.Event == nil {
		return c.Need(needs)
	}
	return c.NeedAt(needs, g.Event.Subject())
}
