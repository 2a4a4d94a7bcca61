package money

import "marquee/app/catalog"

// RateUnit is one percent in the unit of tax rates.
const RateUnit = 10_000

// Charges are what one unit costs, in minor units.
type Charges struct {
	Base, ProcessingFee, ResellerFee     int64
	HideProcessingFee, HideResellerFee   bool
	Price, Tax, BaseTax, FeeTax, TaxRate int64
}

// PriceUnit computes one unit from its price row, the amount the caller named
// and the tax rate. It is false when the amount is missing,
// not asked for or out of bounds.
//
// A variable amount holds the fees in it; a custom amount replaces the base and
// the fees come on top.
func PriceUnit(p catalog.Price, amount *int64, rate int64) (Charges, bool) {
	if !amountFits(p, amount) {
		return Charges{}, false
	}
	c := Charges{
		Base: p.Base, ProcessingFee: p.ProcessingFee, ResellerFee: p.ResellerFee,
		HideProcessingFee: p.HideProcessingFee, HideResellerFee: p.HideResellerFee, TaxRate: rate,
	}
	switch {
	case p.Variable:
		c.takeFeesOutOf(named(amount, p.Base))
	case amount != nil:
		c.Base = *amount
	}
	c.Price = c.Base + c.charged()
	c.tax()
	return c, true
}

// amountFits tells whether the amount, or its absence, agrees with the row.
func amountFits(p catalog.Price, amount *int64) bool {
	if amount != nil && (*amount < 0 || *amount > MaxAmount) {
		return false
	}
	switch {
	case p.Variable:
		n := named(amount, p.Base)
		return (amount != nil || n > 0) && atLeast(n, p.VariableMin) && atMost(n, p.VariableMax)
	case p.Custom:
		return amount != nil || !p.CustomRequired
	}
	return amount == nil
}

func named(amount *int64, otherwise int64) int64 {
	if amount != nil {
		return *amount
	}
	return otherwise
}

func atLeast(n int64, bound *int64) bool { return bound == nil || n >= *bound }
func atMost(n int64, bound *int64) bool  { return bound == nil || n <= *bound }

// takeFeesOutOf splits an amount that holds its fees; fees above the amount are
// cut to it.
func (c *Charges) takeFeesOutOf(amount int64) {
	left := amount
	for _, fee := range []struct {
		hidden bool
		amount *int64
	}{{c.HideProcessingFee, &c.ProcessingFee}, {c.HideResellerFee, &c.ResellerFee}} {
		if !fee.hidden {
			*fee.amount = min(*fee.amount, left)
			left -= *fee.amount
		}
	}
	c.Base = left
}

// charged are the fees that come on top of the base: those not absorbed.
func (c *Charges) charged() int64 {
	var n int64
	if !c.HideProcessingFee {
		n += c.ProcessingFee
	}
	if !c.HideResellerFee {
		n += c.ResellerFee
	}
	return n
}

// tax splits the tax out of the price by the total method: one calculation over
// base and fees, of which the base's share is calculated alone and the fees have
// the rest, so that the parts always add up.
func (c *Charges) tax() {
	c.Tax = taxInside(c.Price, c.TaxRate)
	c.BaseTax = taxInside(c.Base, c.TaxRate)
	c.FeeTax = c.Tax - c.BaseTax
}

// taxInside is the tax contained in a gross amount, half up.
func taxInside(gross, rate int64) int64 {
	return divHalfUp(gross*rate, 100*RateUnit+rate)
}

// divHalfUp divides non-negative numbers and rounds to the nearest, halves up.
func divHalfUp(a, b int64) int64 { return (a + b/2) / b }
