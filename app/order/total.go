package order

import (
	"cmp"
	"iter"
	"slices"

	"marquee/app/catalog"
	"marquee/app/money"
)

// totalsOf adds up the live items of an order. What was paid and
// returned is not its business.
func totalsOf(items []Item) money.Totals {
	var t money.Totals
	for i := range items {
		t.Add(items[i].Totals())
	}
	return t
}

// Totals is what the item adds to those of its order: nothing when it was taken out or
// rejected. What was voided still counts: money that was returned does not lower a total,
// and money that was not was kept.
func (i *Item) Totals() money.Totals {
	if i.DeletedAt != nil || i.RejectedAt != nil {
		return money.Totals{}
	}
	return money.Totals{Total: i.Price, Tax: i.Tax, Discount: i.Discount, Fees: i.fees()}
}

// fees are the unabsorbed fees of an item, or all of an item that is a fee.
func (i *Item) fees() int64 {
	if i.IsFee() {
		return i.Price
	}
	var n int64
	if !i.HideProcessingFee {
		n += i.ProcessingFee
	}
	if !i.HideResellerFee {
		n += i.ResellerFee
	}
	return n
}

// IsFee tells whether the item is itself a fee.
func (i *Item) IsFee() bool {
	switch i.Type {
	case catalog.Fee, catalog.FulfilmentFee, catalog.ResaleFee, catalog.RefundProtectFee, catalog.ManualProtectFee:
		return true
	}
	return false
}

// KeptFees is what of the price is kept when these fees are, with the tax on them. Fees
// that are inside a price are nothing by themselves.
func (i *Item) KeptFees(processing, reseller bool) (n int64) {
	if i.IsFee() {
		if processing {
			return i.Price
		}
		return 0
	}
	processingTax, resellerTax := i.FeeTaxes()
	if i.TaxMode&money.TaxOnTop == 0 {
		processingTax, resellerTax = 0, 0
	}
	if processing && !i.HideProcessingFee {
		n += i.ProcessingFee + processingTax
	}
	if reseller && !i.HideResellerFee {
		n += i.ResellerFee + resellerTax
	}
	return min(n, i.Price)
}

// AllDeferred tells whether nothing of an order is paid for before somebody approved something
// of it: everything that can need approval does, and one thing is not approved yet. What goes
// with anything, such as a fee of the order, waits with it.
func AllDeferred(items iter.Seq[*Item]) bool {
	some := false
	for it := range items {
		if it.Type.GoesWithAny() {
			continue
		}
		if !it.RequiresApproval || it.Type == catalog.GuestList {
			return false
		}
		some = some || it.Deferred()
	}
	return some
}

// allDeferred is AllDeferred for stored items: what is left of them, without what bundles
// brought.
func allDeferred(items []Item) bool {
	return AllDeferred(func(yield func(*Item) bool) {
		for i := range items {
			if it := &items[i]; it.Holds() && it.LeadItemID == 0 && !yield(it) {
				return
			}
		}
	})
}

// deferred is what of the lines need not be paid yet.
func deferred(lines []Line) (n int64) {
	for i := range lines {
		if lines[i].Deferred {
			n += lines[i].Total
		}
	}
	return n
}

// Line is one row of a basket: the units of a sale item that are alike.
type Line struct {
	ItemIDs    []int64
	SaleItemID int64
	// BasePrice and UnitPrice are of one unit, without and with the fees charged
	// on top; Total and Discount of them all.
	BasePrice, UnitPrice, Total, Discount int64
	Deferred                              bool
}

// Quantity is the number of units.
func (l *Line) Quantity() int64 { return int64(len(l.ItemIDs)) }

// lineKey tells lines apart. What is left over when tax is spread does not: it comes on top
// of the net price of one unit or of another.
type lineKey struct {
	saleItem, base, net, discount    int64
	deferred, fixed, bundled, resold bool
}

// LinesOf groups live items into rows, in the order in which each kind was first
// added.
func LinesOf(items []Item) []Line {
	var lines []Line
	at, all := map[lineKey]int{}, allDeferred(items)
	for i := range items {
		it := &items[i]
		if !it.Holds() {
			continue
		}
		k := lineKey{it.SaleItemID, it.Base, it.beforeTax(), it.Discount, all || it.Deferred(), it.CannotBeReduced, it.LeadItemID != 0, it.Resale != nil}
		n, ok := at[k]
		if !ok {
			n = len(lines)
			at[k] = n
			lines = append(lines, Line{SaleItemID: it.SaleItemID, BasePrice: it.Base, UnitPrice: it.Price + it.Discount, Deferred: k.deferred})
		}
		l := &lines[n]
		l.ItemIDs = append(l.ItemIDs, it.ID)
		l.Total += it.Price
		l.Discount += it.Discount
	}
	return lines
}

// beforeTax is the price without tax that comes on top.
func (i *Item) beforeTax() int64 {
	if i.TaxMode&money.TaxOnTop != 0 {
		return i.Price - i.Tax
	}
	return i.Price
}

// TaxLine is what one rate of a tax band took from an order.
type TaxLine struct {
	BandID int64
	// Name of the band, now.
	Name string
	// Rate is in ten-thousandths of a percent.
	Rate       int64
	Price, Tax int64
}

// TaxesOf is what each tax took from live items, with the names of the bands.
func TaxesOf(s *catalog.Cache, items []Item) ([]TaxLine, error) {
	lines := taxLines(items)
	for i := range lines {
		band, err := s.BandByID(lines[i].BandID)
		if err != nil {
			return nil, err
		}
		lines[i].Name = band.Name
	}
	return lines, nil
}

// taxLines sums the tax of live items per band and rate, by band. Names are for
// the caller to fill in.
func taxLines(items []Item) []TaxLine {
	var lines []TaxLine
	for i := range items {
		it := &items[i]
		if !it.Holds() || it.TaxRate == 0 {
			continue
		}
		n := slices.IndexFunc(lines, func(l TaxLine) bool { return l.BandID == it.TaxBandID && l.Rate == it.TaxRate })
		if n < 0 {
			n = len(lines)
			lines = append(lines, TaxLine{BandID: it.TaxBandID, Rate: it.TaxRate})
		}
		lines[n].Price += it.Price
		lines[n].Tax += it.Tax
	}
	slices.SortFunc(lines, func(a, b TaxLine) int {
		return cmp.Or(cmp.Compare(a.BandID, b.BandID), cmp.Compare(a.Rate, b.Rate))
	})
	return lines
}
