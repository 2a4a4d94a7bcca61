package shop

import (
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/sales/quote"
	"marquee/app/sales/rules"
)

// State is how something stands for a buyer.
type State string

// The states.
const (
	OnSale  State = "on_sale"
	SoldOut State = "sold_out"
	Later   State = "later" // From says when
	Over    State = "over"
)

// Item is one thing on sale.
type Item struct {
	ID     int64
	ItemID int64
	Type   catalog.ItemType
	// Admits: it lets somebody in who buys nothing else.
	Admits bool
	// Taxed: there is a tax on it.
	Taxed bool
	Name  string
	Help  string
	State State
	// Price is what one unit costs. Where Named, the buyer names it, from Least to Most;
	// nil is no bound.
	Price       int64
	Named       bool
	Least, Most *int64
	// From and Until are when it is sold, in UTC; nil: open-ended.
	From, Until *time.Time
	// Left is how many can be had; nil: as many as anybody wants, or nobody says.
	Left *int64
	// Scarce: few are left, and the company wants it said.
	Scarce bool
	// First is the least that can be bought, Step by how many it grows; Max is 0 without.
	First, Step, Max int64
	// In is how many lie in the basket.
	In int64
	// Approval: the organiser confirms first.
	Approval bool
	// Unlocked: an access code opened it.
	Unlocked bool
	// Members: it is for the members of a group.
	Members bool
	// Needs are names of what must be bought with it.
	Needs   []string
	GroupID int64
	SlotID  int64
	BandID  int64
}

// Addable tells whether one more step can go into the basket.
func (i Item) Addable() bool {
	return i.State == OnSale && (i.Max == 0 || i.In+i.Step <= i.Max) && (i.Left == nil || *i.Left > 0)
}

// More is how many the next press on plus adds.
func (i Item) More() int64 {
	if i.In == 0 {
		return i.First
	}
	return i.Step
}

// reader reads the things on sale at an event for one buyer.
type reader struct {
	r        app.Reader
	now      time.Time
	buyer    *app.Caller
	company  *company.Company
	currency int64
	cache    *catalog.Cache
	left     *catalog.Left
	codes    bool             // some things need an access code
	access   *accesscode.Code // that was entered, nil without
	in       map[int64]int64  // how many of a sale item lie in the basket
	// customer is that of the basket, whose tax counts; pricing prices for them.
	customer int64
	pricing  *quote.Pricing
}

func newReader(r app.Reader, c *app.Caller, now time.Time) (*reader, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	codes, err := accesscode.Any(r)
	if err != nil {
		return nil, err
	}
	left, err := catalog.ReadLeft(r, now)
	return &reader{
		r: r, now: now, buyer: c, company: own, currency: own.CurrencyID, cache: catalog.NewCache(r), left: left, in: map[int64]int64{}, codes: codes,
	}, err
}

// locked tells whether goods cannot be bought with a code, nil for none.
func (x *reader) locked(g *catalog.Goods, entered *accesscode.Code) (bool, error) {
	if !x.codes && entered == nil {
		return false, nil
	}
	return accesscode.Locked(x.r, g, entered, x.now)
}

// item shows a sale item; nil when a buyer does not see it.
func (x *reader) item(s *catalog.SaleItem) (*Item, error) {
	g, err := x.cache.Get(s.ID)
	if err != nil || !x.sold(g) {
		return nil, err
	}
	locked, err := x.locked(g, x.access)
	if err != nil || locked {
		return nil, err
	}
	l := x.buyer.Language
	out := &Item{
		ID: g.ID, ItemID: g.ItemID, Type: g.Type, Name: g.Item.NameIn(l), Help: g.Item.DescriptionIn(l), In: x.in[g.ID],
		Step: max(g.MultiplesOf, 1), Max: g.MaxOrder, Approval: g.Item.NeedsApproval(x.company), GroupID: g.GroupID, SlotID: g.TimeslotID, BandID: g.PriceBandID,
		Members: len(g.CustomerGroups) > 0, Admits: g.Admits(),
	}
	band, err := x.cache.Band(g)
	if err != nil {
		return nil, err
	}
	out.Taxed = band.Rate > 0 || band.ByCountry()
	out.First = roundUp(max(g.MinOrder, 1), out.Step)
	if ok, err := x.price(out, g); err != nil || !ok {
		return nil, err
	}
	if x.access != nil {
		if out.Unlocked, err = x.locked(g, nil); err != nil {
			return nil, err
		}
	}
	if err := x.needs(out, g); err != nil {
		return nil, err
	}
	return x.stand(out, g)
}

// sold tells whether the shop offers goods of this kind at all.
func (x *reader) sold(g *catalog.Goods) bool {
	return g.DeletedAt == nil && g.Type != catalog.Fee && g.OfferedOn(catalog.Shop)
}

func roundUp(n, step int64) int64 { return (n + step - 1) / step * step }

// price is what a unit costs, and whether there is a price.
func (x *reader) price(out *Item, g *catalog.Goods) (bool, error) {
	row, ok := g.PriceFor(x.currency, catalog.Shop)
	if !ok {
		return false, nil
	}
	p := rules.Offer(x.company, row)
	out.Named, out.Least, out.Most = row.Variable, row.VariableMin, row.VariableMax
	var amount *int64
	if row.Variable {
		least, most := p.Bounds()
		named := min(max(row.Base, least), most)
		amount = &named
	}
	if x.pricing == nil {
		x.pricing = quote.NewPricing(x.r, x.company, x.cache, x.customer, x.now)
	}
	var err error
	var rule money.AmountRule
	out.Price, rule, err = x.pricing.Unit(g, row, catalog.Shop, amount)
	return rule == money.AmountFits && !row.CustomRequired, err
}

// needs are the names of what must be bought together with the goods.
func (x *reader) needs(out *Item, g *catalog.Goods) error {
	ids := g.Prerequisites
	if g.ParentID != 0 {
		ids = append([]int64{g.ParentID}, ids...)
	}
	for _, id := range ids {
		with, err := x.cache.Get(id)
		if err != nil {
			return err
		}
		out.Needs = append(out.Needs, with.Item.NameIn(x.buyer.Language))
	}
	return nil
}

// stand says whether the item can be bought; nil when it is to be hidden as it stands.
func (x *reader) stand(out *Item, g *catalog.Goods) (*Item, error) {
	not, err := x.cache.NotSold(g, catalog.Shop, x.now)
	if err != nil {
		return nil, err
	}
	if out.Left, err = x.left.Of(g.SaleItem); err != nil {
		return nil, err
	}
	out.From, out.Until = not.OnSaleWindow(x.now)
	switch {
	case not.Reason == catalog.OnSale && out.Left != nil && *out.Left < out.More() && out.In == 0:
		out.State = SoldOut
	case not.Reason == catalog.OnSale:
		out.State = OnSale
	case out.From != nil && out.From.After(x.now):
		out.State = Later
	default:
		out.State = Over
	}
	out.Scarce = out.State == OnSale && x.company.Shop.ShowLeft && out.Left != nil && *out.Left > 0 && *out.Left <= scarce
	if hidden(out.State, g) && out.In == 0 {
		return nil, nil
	}
	return out, nil
}

// hidden tells whether the promoter wants goods in this state to be left out.
func hidden(s State, g *catalog.Goods) bool {
	offSale, outOfStock := g.HideWhenOffSale, g.HideWhenOutOfStock
	if group := g.Group(); group != nil {
		offSale, outOfStock = offSale || group.HideWhenOffSale, outOfStock || group.HideWhenOutOfStock
	}
	if slot := g.Slot(); slot != nil {
		offSale, outOfStock = offSale || slot.HideWhenOffSale, outOfStock || slot.HideWhenOutOfStock
	}
	switch s {
	case SoldOut:
		return outOfStock
	case Later, Over:
		return offSale
	}
	return false
}
