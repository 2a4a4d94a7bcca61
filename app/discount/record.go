package discount

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/money"
)

// Type says how a code reduces.
type Type string

// The types of codes.
const (
	Fixed      Type = "fixed"
	Percentage Type = "percentage"
	BuyXGetY   Type = "bxgy"
)

// Types lists them in the order of documents.
var Types = []Type{Fixed, Percentage, BuyXGetY}

// Values lists them.
func (Type) Values() []string {
	all := make([]string, len(Types))
	for i, t := range Types {
		all[i] = string(t)
	}
	return all
}

// Code is a discount code.
type Code struct {
	codes.Code
	Type Type `msgpack:"t"`
	// Amount is in minor units of the currency when the type is Fixed, else in
	// hundredths of a percent.
	Amount int64 `msgpack:"a"`
	// CurrencyID restricts the code to baskets of one currency; 0: any.
	CurrencyID int64 `msgpack:"cu,omitempty"`
	// NetPrice: a fixed amount is taken off the price without tax.
	NetPrice bool `msgpack:"np,omitempty"`
	// SaleItemIDs are what is reduced, with whatever is made from the inventory items in
	// ItemIDs, is of the events or schedules named, or has seats in the price bands. Where
	// nothing is named, everything that attracts discounts is reduced.
	SaleItemIDs  []int64 `msgpack:"si,omitempty"`
	ItemIDs      []int64 `msgpack:"ii,omitempty"`
	EventIDs     []int64 `msgpack:"ei,omitempty"`
	ScheduleIDs  []int64 `msgpack:"sc,omitempty"`
	PriceBandIDs []int64 `msgpack:"pb,omitempty"`

	// Of ConditionID, ConditionQuantity units must be bought for each TargetQuantity
	// units of TargetID that are reduced.
	ConditionID       int64 `msgpack:"ci,omitempty"`
	ConditionQuantity int64 `msgpack:"cq,omitempty"`
	TargetID          int64 `msgpack:"ti,omitempty"`
	TargetQuantity    int64 `msgpack:"tq,omitempty"`

	// Nil limits do not limit.
	MaxUsesPerOrder *int64 `msgpack:"mo,omitempty"`
	MinimumSpend    *int64 `msgpack:"ms,omitempty"`
	// MaxUsesPerEvent is how many orders may have units of one event reduced, and
	// MaxUsesPerSchedule of all events of one schedule together. Orders are counted from
	// when the code has such a limit.
	MaxUsesPerEvent    *int64 `msgpack:"me,omitempty"`
	MaxUsesPerSchedule *int64 `msgpack:"mh,omitempty"`
	// Caps are the largest discounts of one order, by currency.
	Caps []Cap `msgpack:"mx,omitempty"`

	// CheapestFirst: of the units of a percentage the cheapest are reduced.
	CheapestFirst bool `msgpack:"cf,omitempty"`
	// NewCustomersOnly: for customers without an order that stands.
	NewCustomersOnly bool `msgpack:"nc,omitempty"`
	// BoxOfficeOnly: not in the shop and at kiosks.
	BoxOfficeOnly bool `msgpack:"bo,omitempty"`
	// Auto codes need not be entered: they count by themselves, the one with the lowest
	// Priority first.
	Auto     bool  `msgpack:"au,omitempty"`
	Priority int64 `msgpack:"pr,omitempty"`
}

// Cap is the largest discount in one currency, in its minor units.
type Cap struct {
	CurrencyID int64 `msgpack:"c"`
	Amount     int64 `msgpack:"a"`
}

// Most is the largest discount of one order in a currency.
func (c *Code) Most(currency int64) (int64, bool) {
	i := slices.IndexFunc(c.Caps, func(one Cap) bool { return one.CurrencyID == currency })
	if i < 0 {
		return 0, false
	}
	return c.Caps[i].Amount, true
}

// ShownAmount is the amount as people read it: minor units, or percent.
func (c *Code) ShownAmount() float64 {
	if c.Type == Fixed {
		return float64(c.Amount)
	}
	return float64(c.Amount) / money.PercentUnit
}

// check holds the promises every stored code keeps.
func (c *Code) check() error {
	switch {
	case !slices.Contains(Types, c.Type):
		return fmt.Errorf("discount code %d: an unknown type", c.ID)
	case c.ParentID != 0:
		return c.checkChild()
	case c.Auto && c.IsParent:
		return fmt.Errorf("discount code %d: a parent that counts by itself", c.ID)
	case c.Amount < 1 || c.Amount > money.MaxAmount:
		return fmt.Errorf("discount code %d: an amount of %d", c.ID, c.Amount)
	case c.Type == Fixed && c.CurrencyID == 0:
		return fmt.Errorf("discount code %d: a fixed amount without currency", c.ID)
	case c.Type != Fixed && c.Amount > 100*money.PercentUnit:
		return fmt.Errorf("discount code %d: more than everything off", c.ID)
	case c.Type == BuyXGetY && (c.ConditionID == 0 || c.TargetID == 0 || c.ConditionQuantity < 1 || c.TargetQuantity < 1):
		return fmt.Errorf("discount code %d: buys or gets nothing", c.ID)
	}
	return nil
}

func (c *Code) checkChild() error {
	if c.Amount != 0 || c.CurrencyID != 0 || c.narrowed() || len(c.Caps) > 0 || c.ConditionID != 0 || c.TargetID != 0 {
		return fmt.Errorf("discount code %d: a child with settings", c.ID)
	}
	return nil
}

// saleItems are those that the code names in any way.
func (c *Code) saleItems() []int64 {
	if c.Type == BuyXGetY {
		return []int64{c.ConditionID, c.TargetID}
	}
	return c.SaleItemIDs
}

// names are what the code is listed by.
func (c *Code) names() []codes.Target {
	if c.Type != BuyXGetY && !c.narrowed() {
		return []codes.Target{{A: codes.AnythingTarget}}
	}
	return slices.Concat(codes.Targets(codes.SaleItemTarget, app.Distinct(c.saleItems())), codes.Targets(codes.ItemTarget, c.ItemIDs),
		codes.Targets(codes.EventTarget, c.EventIDs), codes.Targets(codes.ScheduleTarget, c.ScheduleIDs), codes.Targets(codes.BandTarget, c.PriceBandIDs))
}

// narrowed tells whether the code names what it reduces.
func (c *Code) narrowed() bool {
	return len(c.SaleItemIDs)+len(c.ItemIDs)+len(c.EventIDs)+len(c.ScheduleIDs)+len(c.PriceBandIDs) > 0
}

// PerEvent tells whether uses are counted for each event.
func (c *Code) PerEvent() bool { return c.MaxUsesPerEvent != nil || c.MaxUsesPerSchedule != nil }

// inherit takes over what the parent takes off.
func (c *Code) inherit(p *Code) {
	own := c.Code
	*c = *p
	c.Code = own
}

// Codes are the discount codes.
var Codes = codes.Define(codes.Spec[Code]{
	Name: "discount code", TableName: "discount_codes", Field: "code", ListName: "discount codes",
	Of: func(c *Code) *codes.Code { return &c.Code },
	Shown: func(r app.Reader, c *Code) (bool, error) {
		return catalog.ShownForAny(r, c.EventIDs, c.ScheduleIDs, c.saleItems())
	},
	Types:   []string{string(Fixed), string(Percentage), string(BuyXGetY)},
	Type:    func(c *Code) string { return string(c.Type) },
	Child:   func(parent *Code, own codes.Code) Code { return Code{Code: own, Type: parent.Type} },
	Inherit: (*Code).inherit,
	MayHaveChildren: func(c *Code, field string) error {
		if c.Auto {
			return app.Field(field, "counts by itself and cannot have children")
		}
		return nil
	},
	Fits:  fits,
	Names: (*Code).names,
	Check: (*Code).check,
	View:  app.ViewDiscountCodes, Edit: app.EditDiscountCodes, Used: func(r app.Reader, id int64) (bool, error) { return ports(r).Used(r, id) },
	Uses:   func(r app.Reader, ids []int64) (map[int64]int64, error) { return ports(r).Uses(r, ids) },
	Orders: func(r app.Reader, ids []int64, most int) ([]codes.Use, error) { return ports(r).Orders(r, ids, most) },
}, byPriority.Index)

// eligible tells whether a type of item can be reduced at all. Fees say themselves
// whether they attract discounts.
func eligible(t catalog.ItemType) bool {
	switch t {
	case catalog.Charity, catalog.CashlessTopup, catalog.FulfilmentFee, catalog.ResaleFee, catalog.RefundProtectFee, catalog.ManualProtectFee:
		return false
	}
	return true
}
