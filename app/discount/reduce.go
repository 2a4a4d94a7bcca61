package discount

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/money"
)

// Basket is what a code is asked to reduce.
type Basket struct {
	CurrencyID int64
	Channel    catalog.Channel
	Units      []Unit
}

// Unit is one unit of a basket. Units stand in the order in which they were added.
type Unit struct {
	money.Reducible
	Type   catalog.ItemType
	ItemID int64
	// EventID is its event, with that event's schedule, and Run those of a season ticket.
	EventID     int64
	ScheduleID  int64
	Run         []int64
	PriceBandID int64
	// Excluded: the sale item does not attract discounts, or the unit is content of
	// a bundle or a resold one.
	Excluded bool
}

// Open refuses a code that cannot be entered now.
func (c *Code) Open(now time.Time) *app.Error {
	switch {
	case c.Gone():
		return Codes.Unknown()
	case c.ValidFrom != nil && now.Before(*c.ValidFrom):
		return app.Field("code", "is not valid yet")
	case c.ValidTo != nil && !now.Before(*c.ValidTo):
		return app.Field("code", "is not valid any more")
	}
	return nil
}

// Reduce decides what the code takes off each unit of a basket, or why it takes
// nothing off.
func (c *Code) Reduce(b Basket) ([]int64, *app.Error) {
	switch {
	case c.CurrencyID != 0 && c.CurrencyID != b.CurrencyID:
		return nil, app.Field("code", "is for another currency")
	case c.BoxOfficeOnly && (b.Channel == catalog.Shop || b.Channel == catalog.Kiosk):
		return nil, app.Field("code", "is only for the box office")
	}
	most, capped := c.Most(b.CurrencyID)
	if capped && most == 0 {
		return nil, app.Field("code", "is for another currency")
	}
	places, units, spend := c.reducible(b.Units)
	if c.MinimumSpend != nil && spend < *c.MinimumSpend {
		return nil, app.Field("code", "is for baskets of at least %s", locale.Money{CurrencyID: b.CurrencyID, Minor: *c.MinimumSpend})
	}
	off := c.off(b, units)
	if capped {
		off = money.Capped(off, most)
	}
	all := make([]int64, len(b.Units))
	some := false
	for i, at := range places {
		all[at] = off[i]
		some = some || off[i] > 0
	}
	if !some {
		return nil, c.nothing(b)
	}
	return all, nil
}

// reducible are the places of the units that the code may reduce, these units, and
// the price of all that attracts discounts.
func (c *Code) reducible(all []Unit) (places []int, units []money.Reducible, spend int64) {
	for i, u := range all {
		if u.Excluded || !eligible(u.Type) {
			continue
		}
		if u.Type != catalog.Fee {
			spend += u.Price
		}
		if c.targets(&u) {
			places, units = append(places, i), append(units, u.Reducible)
		}
	}
	return places, units, spend
}

func (c *Code) targets(u *Unit) bool {
	if c.Type == BuyXGetY {
		return u.SaleItemID == c.TargetID
	}
	return !c.narrowed() || slices.Contains(c.SaleItemIDs, u.SaleItemID) || slices.Contains(c.ItemIDs, u.ItemID) ||
		slices.Contains(c.ScheduleIDs, u.ScheduleID) || slices.Contains(c.PriceBandIDs, u.PriceBandID) ||
		slices.Contains(c.EventIDs, u.EventID) || slices.ContainsFunc(u.Run, func(id int64) bool { return slices.Contains(c.EventIDs, id) })
}

// off is what the code takes off each of the units, before its cap.
func (c *Code) off(b Basket, units []money.Reducible) []int64 {
	limit := int64(0)
	if c.MaxUsesPerOrder != nil {
		limit = *c.MaxUsesPerOrder
	}
	switch {
	case c.Type == Percentage:
		return money.PercentOff(c.Amount, limit, c.CheapestFirst, units)
	case c.Type == BuyXGetY:
		rule := money.BuyGet{
			Percent: c.Amount, Condition: c.ConditionID, Buy: c.ConditionQuantity,
			Target: c.TargetID, Get: c.TargetQuantity, Groups: limit,
		}
		return rule.Off(b.count(c.ConditionID), units)
	case c.NetPrice:
		return money.FixedOffNet(c.Amount, limit, units)
	}
	return money.FixedOff(c.Amount, limit, units)
}

// count is the number of units of a sale item.
func (b *Basket) count(saleItem int64) (n int64) {
	for _, u := range b.Units {
		if u.SaleItemID == saleItem {
			n++
		}
	}
	return n
}

// nothing says why nothing is reduced.
func (c *Code) nothing(b Basket) *app.Error {
	if c.Type == BuyXGetY && (b.count(c.ConditionID) < c.ConditionQuantity || b.count(c.TargetID) == 0) {
		return app.Field("code", "needs other items in the basket")
	}
	return app.Field("code", "reduces nothing in the basket")
}
