package discount

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/indexes"
	"marquee/kv"
)

// Type says how a code reduces.
type Type string

// The types of codes.
const (
	Fixed      Type = "fixed"
	Percentage Type = "percentage"
	BuyXGetY   Type = "bxgy"
)

// Types lists them in the order of documents. It is also that of the groups of the
// list, which are stored: new ones come last.
var Types = []Type{Fixed, Percentage, BuyXGetY}

// Code is a discount code.
type Code struct {
	ID   int64  `msgpack:"id"`
	Type Type   `msgpack:"t"`
	Text string `msgpack:"c"`
	// Amount is in minor units of the currency when the type is Fixed, else in
	// hundredths of a percent.
	Amount int64 `msgpack:"a"`
	// CurrencyID restricts the code to baskets of one currency; 0: any.
	CurrencyID int64 `msgpack:"cu,omitempty"`
	// NetPrice: a fixed amount is taken off the price without tax.
	NetPrice bool `msgpack:"np,omitempty"`
	// SaleItemIDs are what is reduced; none: everything that attracts discounts.
	SaleItemIDs []int64 `msgpack:"si,omitempty"`

	// Of ConditionID, ConditionQuantity units must be bought for each TargetQuantity
	// units of TargetID that are reduced.
	ConditionID       int64 `msgpack:"ci,omitempty"`
	ConditionQuantity int64 `msgpack:"cq,omitempty"`
	TargetID          int64 `msgpack:"ti,omitempty"`
	TargetQuantity    int64 `msgpack:"tq,omitempty"`

	// Nil limits do not limit.
	MaximumUses        *int64 `msgpack:"mu,omitempty"`
	MaxUsesPerCustomer *int64 `msgpack:"mc,omitempty"`
	MaxUsesPerOrder    *int64 `msgpack:"mo,omitempty"`
	MinimumSpend       *int64 `msgpack:"ms,omitempty"`
	// Caps are the largest discounts of one order, by currency.
	Caps []Cap `msgpack:"mx,omitempty"`

	ValidFrom *time.Time `msgpack:"vf,omitempty"`
	ValidTo   *time.Time `msgpack:"vt,omitempty"`
	// BoxOfficeOnly: not in the shop and at kiosks.
	BoxOfficeOnly bool `msgpack:"bo,omitempty"`

	CreatedAt  time.Time  `msgpack:"ca"`
	UpdatedAt  time.Time  `msgpack:"ua"`
	DisabledAt *time.Time `msgpack:"xa,omitempty"`
	DeletedAt  *time.Time `msgpack:"da,omitempty"`
}

// Cap is the largest discount in one currency, in its minor units.
type Cap struct {
	CurrencyID int64 `msgpack:"c"`
	Amount     int64 `msgpack:"a"`
}

// cap is the largest discount in a currency.
func (c *Code) cap(currency int64) (int64, bool) {
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
	case c.Text == "" || !slices.Contains(Types, c.Type):
		return fmt.Errorf("discount code %d: no code or an unknown type", c.ID)
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

// The groups of the list: the type, and whether the code is deleted.
const deletedGroup = 1 << 8

func (c *Code) group() []int64 {
	g := int64(slices.Index(Types, c.Type))
	if c.DeletedAt != nil {
		g |= deletedGroup
	}
	return []int64{g}
}

var (
	byText = indexes.NewUnique("code", kv.String, func(c *Code) []string {
		if c.DeletedAt != nil {
			return nil
		}
		return []string{app.Fold(c.Text)}
	})
	listed = indexes.NewBy("listed", kv.Int, (*Code).group).Counted().Ascending()
)

// Codes is the table of discount codes.
var Codes = indexes.Define(indexes.Spec[Code]{
	Name: "discount_codes", Version: 1, Shared: true,
	ID:    func(c *Code) *int64 { return &c.ID },
	Stamp: func(tx app.Tx, old, c *Code) { app.Stamp(tx, old == nil, &c.CreatedAt, &c.UpdatedAt) },
	Check: (*Code).check,
}, byText, listed)

// eligible tells whether a type of item can be reduced at all. Fees say themselves
// whether they attract discounts.
func eligible(t catalog.ItemType) bool {
	switch t {
	case catalog.Charity, catalog.FulfilmentFee, catalog.ResaleFee, catalog.RefundProtectFee, catalog.ManualProtectFee:
		return false
	}
	return true
}
