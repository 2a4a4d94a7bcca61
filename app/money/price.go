package money

// RateUnit is one percent in the unit of tax rates.
const RateUnit = 10_000

// Charges are what one unit costs, in minor units.
type Charges struct {
	Base, ProcessingFee, ResellerFee     int64
	HideProcessingFee, HideResellerFee   bool
	Price, Tax, BaseTax, FeeTax, TaxRate int64
	TaxMode                              TaxMode
}

// TaxMode says how tax is calculated. The zero mode: it is inside prices, and calculated
// on base and fees together.
type TaxMode uint8

// The switches of a tax mode. They are stored.
const (
	// TaxOnTop: tax comes on top of prices.
	TaxOnTop TaxMode = 1 << iota
	// TaxApart: base and each fee are taxed and rounded by themselves.
	TaxApart
)

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
	// Least is the least that anybody may name, of what is never free.
	Least   int64
	TaxMode TaxMode
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
		TaxMode: p.TaxMode,
	}
	switch {
	case p.Variable:
		paid := named(amount, p.Base)
		if p.ProcessingPercent > 0 {
			c.ProcessingFee = PercentOf(paid, p.ProcessingPercent)
		}
		c.takeFeesOutOf(paid)
	case amount != nil:
		c.Base = *amount
	}
	c.Reduce(0)
	return c, AmountFits
}

// Bounds are the least and the most that the caller may name.
func (p *Price) Bounds() (least, most int64) {
	least, most = p.Least, MaxAmount
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
	return charged(c.ProcessingFee, c.HideProcessingFee) + charged(c.ResellerFee, c.HideResellerFee)
}

// Reduce takes a discount off a unit that stands alone: its base is charged less, and taxed
// less. TaxTogether does that for all units of an order. Where base
// and fees are taxed together the base's share is calculated alone and the fees have the
// rest, so that the parts always add up.
func (c *Charges) Reduce(off int64) {
	net := c.Base + c.charged() - off
	c.BaseTax = c.taxOf(c.Base - off)
	if c.TaxMode&TaxApart != 0 {
		c.FeeTax = c.taxOf(charged(c.ProcessingFee, c.HideProcessingFee)) + c.taxOf(charged(c.ResellerFee, c.HideResellerFee))
		c.Tax = c.BaseTax + c.FeeTax
	} else {
		c.Tax = c.taxOf(net)
		c.FeeTax = c.Tax - c.BaseTax
	}
	c.Price = net
	if c.TaxMode&TaxOnTop != 0 {
		c.Price += c.Tax
	}
}

// taxOf is the tax on a part of the price, half up.
func (c *Charges) taxOf(amount int64) int64 {
	if c.TaxMode&TaxOnTop != 0 {
		return TaxOn(amount, c.TaxRate)
	}
	return TaxInside(amount, c.TaxRate)
}

// TaxOn is the tax on an amount without tax, half up.
func TaxOn(net, rate int64) int64 { return divHalfUp(net*rate, 100*RateUnit) }

// TaxInside is the tax contained in a gross amount, half up.
func TaxInside(gross, rate int64) int64 {
	return divHalfUp(gross*rate, 100*RateUnit+rate)
}

// divHalfUp divides non-negative numbers and rounds to the nearest, halves up.
func divHalfUp(a, b int64) int64 { return (a + b/2) / b }

// Totals of an order, in minor units. Total is the sum of the line totals; what is
// left of it without tax is Total - Tax.
type Totals struct {
	Total    int64 `msgpack:"t,omitempty"`
	Tax      int64 `msgpack:"x,omitempty"`
	Fees     int64 `msgpack:"f,omitempty"`
	Discount int64 `msgpack:"d,omitempty"`
	Paid     int64 `msgpack:"p,omitempty"`
	Refunded int64 `msgpack:"r,omitempty"`
}

// Add adds what another line costs. What was paid and returned stays.
func (t *Totals) Add(line Totals) {
	t.Total += line.Total
	t.Tax += line.Tax
	t.Fees += line.Fees
	t.Discount += line.Discount
}

// Limits of this area.
const (
	// MaxAmount bounds one unit's price, in minor units, so that no sum over a
	// basket can overflow.
	MaxAmount = 1_000_000_000_000
	// MaxTotal is the largest amount that every client reads exactly.
	MaxTotal = 1<<53 - 1
)
