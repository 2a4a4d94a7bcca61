package money

import (
	"cmp"
	"slices"
)

// PercentUnit is one percent in the unit of discounts, which have two decimals.
const PercentUnit = 100

// Reducible is one unit of a basket that a discount may take something off. Units
// stand in the order in which they were added.
type Reducible struct {
	SaleItemID int64
	// Price is what one unit costs without fees, in minor units.
	Price int64
	// TaxRate is what of the price is tax, see RateUnit; 0 where tax comes on top.
	TaxRate int64
}

// FixedOff takes one amount off all units together, in proportion to their prices.
// A units limit above one takes the amount off each of so many units instead, the
// dearest first, and off none more than it costs.
func FixedOff(amount, units int64, all []Reducible) []int64 {
	if units <= 1 {
		prices := pricesOf(all)
		return Share(min(amount, sumOf(prices)), prices)
	}
	off := make([]int64, len(all))
	for _, i := range first(all, units, false) {
		off[i] = min(amount, all[i].Price)
	}
	return off
}

// FixedOffNet is FixedOff of what units cost without tax. The tax falls with it, so that
// the buyer saves more than the amount.
func FixedOffNet(amount, units int64, all []Reducible) []int64 {
	nets := make([]Reducible, len(all))
	for i, u := range all {
		nets[i].Price = u.Price - TaxInside(u.Price, u.TaxRate)
	}
	off := FixedOff(amount, units, nets)
	for i, u := range all {
		left := nets[i].Price - off[i]
		gross := divHalfUp(left*(100*RateUnit+u.TaxRate), 100*RateUnit)
		if off[i] > 0 {
			off[i] = max(u.Price-gross, 0)
		}
	}
	return off
}

// PercentOff takes a percentage off each unit, rounded half up; with a limit above
// zero off so many units only, the dearest first, or the cheapest.
func PercentOff(percent, units int64, cheapest bool, all []Reducible) []int64 {
	off := make([]int64, len(all))
	if units <= 0 || units >= int64(len(all)) {
		for i, u := range all {
			off[i] = PercentOf(u.Price, percent)
		}
		return off
	}
	for _, i := range first(all, units, cheapest) {
		off[i] = PercentOf(all[i].Price, percent)
	}
	return off
}

// BuyGet is a rule of the kind "buy two of this, get one of that at half price".
type BuyGet struct {
	// Percent is taken off what is got.
	Percent int64
	// Of Condition, Buy units must be bought for each Get units of Target.
	Condition, Buy, Target, Get int64
	// Groups bounds how often the rule counts in one basket; 0 is no bound.
	Groups int64
}

// Off takes the percentage off the cheapest units that are got. Bought is how many
// units of the condition the basket holds. Where both are the same sale item, a group
// is what is bought and what is got of it; beyond the last whole group, what is above
// the bought number counts too.
func (b BuyGet) Off(bought int64, all []Reducible) []int64 {
	off := make([]int64, len(all))
	var targets []int
	for i, u := range all {
		if u.SaleItemID == b.Target {
			targets = append(targets, i)
		}
	}
	slices.SortStableFunc(targets, func(x, y int) int { return cmp.Compare(all[x].Price, all[y].Price) })
	for _, i := range targets[:min(b.got(bought), int64(len(targets)))] {
		off[i] = PercentOf(all[i].Price, b.Percent)
	}
	return off
}

// got is how many units are reduced at most.
func (b BuyGet) got(bought int64) int64 {
	groups := bought / b.Buy
	got := groups * b.Get
	if b.Condition == b.Target {
		size := b.Buy + b.Get
		groups = bought / size
		got = groups*b.Get + max(0, bought%size-b.Buy)
	}
	if b.Groups > 0 {
		got = min(got, b.Groups*b.Get)
	}
	return got
}

// Capped shrinks discounts in proportion until they add up to no more than most.
func Capped(off []int64, most int64) []int64 {
	if sumOf(off) <= most {
		return off
	}
	return Share(most, off)
}

func PercentOf(price, percent int64) int64 { return divHalfUp(price*percent, 100*PercentUnit) }

// first are the places of the n units that cost most, or least, equal ones as they were
// added.
func first(all []Reducible, n int64, cheapest bool) []int {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if cheapest {
			a, b = b, a
		}
		return cmp.Compare(all[b].Price, all[a].Price)
	})
	return order[:min(n, int64(len(order)))]
}

func pricesOf(all []Reducible) []int64 {
	prices := make([]int64, len(all))
	for i, u := range all {
		prices[i] = u.Price
	}
	return prices
}

func sumOf(all []int64) (sum int64) {
	for _, n := range all {
		sum += n
	}
	return sum
}
