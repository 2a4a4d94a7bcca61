package order

import (
	"slices"

	"marquee/app/company"
	"marquee/app/money"
)

// TaxModeOf is how a company calculates tax.
func TaxModeOf(c *company.Company) (mode money.TaxMode) {
	if c != nil && c.TaxExclusive {
		mode |= money.TaxOnTop
	}
	if c != nil && c.TaxSeparately {
		mode |= money.TaxApart
	}
	return mode
}

// Valid tells whether the item is good now: sold or good before that, standing, approved
// where that is needed.
func (i *Item) Valid() bool {
	return i.Issued() && i.Holds() && i.RejectedAt == nil && (!i.RequiresApproval || i.ApprovedAt != nil)
}

// FeeTaxes splits the tax on the fees over the processing and the reseller fee,
// in proportion to what of them was charged; what is left over by rounding is
// the processing fee's.
func (i *Item) FeeTaxes() (processing, reseller int64) {
	p, r := i.ProcessingFee, i.ResellerFee
	if i.HideProcessingFee {
		p = 0
	}
	if i.HideResellerFee {
		r = 0
	}
	if p+r == 0 {
		return i.FeeTax, 0
	}
	reseller, _ = money.MulDiv(i.FeeTax, r, p+r)
	return i.FeeTax - reseller, reseller
}

// PaidBase is what was paid for the item itself, without its fees.
func (i *Item) PaidBase() int64 {
	fees, _ := i.chargedFees()
	return i.Price - fees
}

// Charge takes a price over.
func (i *Item) Charge(c money.Charges) {
	i.Base, i.ProcessingFee, i.ResellerFee = c.Base, c.ProcessingFee, c.ResellerFee
	i.HideProcessingFee, i.HideResellerFee = c.HideProcessingFee, c.HideResellerFee
	i.Price, i.TaxRate, i.Tax, i.BaseTax, i.FeeTax, i.TaxMode = c.Price, c.TaxRate, c.Tax, c.BaseTax, c.FeeTax, c.TaxMode
}

// TaxTogether computes the tax of units that are sold together anew, and tells which of them
// changed.
func TaxTogether(items []*Item) (changed []bool) {
	units := make([]*money.Together, len(items))
	for i, it := range items {
		units[i] = &money.Together{Charges: it.Charges(), Off: it.Discount}
	}
	money.TaxTogether(units)
	changed = make([]bool, len(items))
	for i, it := range items {
		u := units[i]
		changed[i] = it.Price != u.Price || it.Tax != u.Tax || it.BaseTax != u.BaseTax || it.FeeTax != u.FeeTax
		it.Charge(u.Charges)
	}
	return changed
}

// ReverseTaxOf is the tax on items that their buyer accounts for, of those that stand.
func ReverseTaxOf(items []Item) (n int64) {
	for i := range items {
		if items[i].Holds() {
			n += items[i].ReverseTax()
		}
	}
	return n
}

// ReverseTax is the tax that the buyer accounts for.
func (i *Item) ReverseTax() int64 { return money.TaxOn(i.Price, i.ReverseRate) }

// Charges are what the unit costs before a discount.
func (i *Item) Charges() money.Charges {
	c := money.Charges{
		Base: i.Base, ProcessingFee: i.ProcessingFee, ResellerFee: i.ResellerFee,
		HideProcessingFee: i.HideProcessingFee, HideResellerFee: i.HideResellerFee, TaxRate: i.TaxRate, TaxMode: i.TaxMode,
	}
	c.Reduce(0)
	return c
}

// At tells whether the item is of an event, or lets in there with its run.
func (i *Item) At(event int64) bool { return i.EventID == event || slices.Contains(i.Run, event) }
