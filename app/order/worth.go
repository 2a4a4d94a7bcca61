package order

// Worth is what the company is owed for an item, with the tax in it.
type Worth struct{ Gross, Tax int64 }

// Charged tells whether the order is one that its buyer pays for, or paid for: no basket, none
// that ended before it was paid, and none that was given away.
func (o *Order) Charged() bool {
	switch {
	case o.Status.Sold():
		return o.Totals.Paid > 0
	case o.Status == Active:
		return false
	}
	return o.Status.Holds()
}

// Worth is what the company is owed for an item of the order after what it gave back, as the
// ledger has it. What others sell on is theirs, and what somebody has to approve is charged
// once that was done.
func (o *Order) Worth(i *Item) Worth {
	if !o.Charged() || i.DeletedAt != nil || i.RejectedAt != nil || i.Resale != nil || i.Deferred() {
		return Worth{}
	}
	left := i.left()
	return Worth{Gross: left.sales + left.fees + left.tax, Tax: left.tax}
}
