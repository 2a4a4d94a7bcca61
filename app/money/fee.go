package money

// Fee is what is charged beside a price: a share of an amount, a fixed sum, or both, by
// steps of the amount.
type Fee struct {
	// Steps are in the order of their From; the first begins at zero.
	Steps []FeeStep
	// Min and Max bound what a step gives; nil is open.
	Min, Max *int64
}

// FeeStep counts for amounts at and above From, up to the next step. Percent is in
// hundredths of a percent. A step of nothing charges nothing, whatever the bounds.
type FeeStep struct {
	From, Fixed, Percent int64
}

// On is the fee on an amount: the share of it, rounded half up, and the fixed sum, within
// the bounds.
func (f Fee) On(amount int64) int64 {
	var step FeeStep
	for _, s := range f.Steps {
		if s.From <= amount {
			step = s
		}
	}
	if step.Fixed == 0 && step.Percent == 0 {
		return 0
	}
	n := step.Fixed + PercentOf(amount, step.Percent)
	if f.Min != nil {
		n = max(n, *f.Min)
	}
	if f.Max != nil {
		n = min(n, *f.Max)
	}
	return n
}

// ChargeFee are the charges of a fee as a line of its own. One that is absorbed is inside
// the prices of what it is charged on: the line costs nothing and tells how much it is.
func ChargeFee(amount int64, absorbed bool, rate int64, mode TaxMode) Charges {
	c := Charges{Base: amount, TaxRate: rate, TaxMode: mode}
	if absorbed {
		c.Base, c.ProcessingFee, c.HideProcessingFee = 0, amount, true
	}
	c.Reduce(0)
	return c
}
