package money

// RateUnit is one percent in the unit of tax rates.
const RateUnit = 10_000

// Charges are what one unit costs, in minor units.
type Charges struct {
	Base, ProcessingFee, ResellerFee     int64
	HideProcessingFee, HideResellerFee   bool
	Price, Tax, BaseTax, FeeTax, TaxRate int64
}

// Price is what one unit is offered for, in minor units.
type Price struct {
	Base, ProcessingFee, ResellerFee   int64
	HideProcessingFee, HideResellerFee bool
	// Variable: the caller names the amount, within the bounds that there are; without
	// one it is the base.
	Variable                 bool
	VariableMin, VariableMax *int64
	// ProcessingPercent makes the processing fee a share of the amount that the caller
	// named, in hundredths of a percent.
	ProcessingPercent int64
	// Custom: the caller may name another base, or has to.
	Custom, CustomRequired bool
}

// AmountRule says what is wrong with the amount that a caller named, or did not.
type AmountRule uint8

// The rules of amounts.
const (
	AmountFits AmountRule = iota
	AmountMissing
	AmountNotAsked
	AmountTooLow
	AmountTooHigh
)

// PriceUnit computes one unit from its price, the amount the caller named and the tax
// rate, unless the amount is missing, not asked for or out of bounds.
//
// A variable amount holds the fees in it; a custom amount replaces the base and
// the fees come on top.
func PriceUnit(p Price, amount *int64, rate int64) (Charges, AmountRule) {
	if r := p.amountRule(amount); r != AmountFits {
		return Charges{}, r
	}
	c := Charges{
		Base: p.Base, ProcessingFee: p.ProcessingFee, ResellerFee: p.ResellerFee,
		HideProcessingFee: p.HideProcessingFee, HideResellerFee: p.HideResellerFee, TaxRate: rate,
	}
	switch {
	case p.Variable:
		paid := named(amount, p.Base)
		if p.ProcessingPercent > 0 {
			c.ProcessingFee = percentOf(paid, p.ProcessingPercent)
		}
		c.takeFeesOutOf(paid)
	case amount != nil:
		c.Base = *amount
	}
	c.Price = c.Base + c.charged()
	c.tax()
	return c, AmountFits
}

// Bounds are the least and the most that the caller may name.
func (p *Price) Bounds() (least, most int64) {
	least, most = 0, MaxAmount
	if !p.Variable {
		return least, most
	}
	if p.VariableMin != nil {
		least = max(least, *p.VariableMin)
	}
	if p.VariableMax != nil {
		most = min(most, *p.VariableMax)
	}
	return least, most
}

// amountRule tells whether the amount, or its absence, agrees with the price.
func (p *Price) amountRule(amount *int64) AmountRule {
	switch {
	case amount == nil && (p.Variable && p.Base == 0 || p.Custom && p.CustomRequired && !p.Variable):
		return AmountMissing
	case amount == nil && !p.Variable:
		return AmountFits
	case !p.Variable && !p.Custom:
		return AmountNotAsked
	}
	least, most := p.Bounds()
	switch n := named(amount, p.Base); {
	case n < least:
		return AmountTooLow
	case n > most:
		return AmountTooHigh
	}
	return AmountFits
}

func named(amount *int64, otherwise int64) int64 {
	if amount != nil {
		return *amount
	}
	return otherwise
}

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
