package rules

import "marquee/app/catalog"

// LeastQuantity is the smallest number of a sale item that one basket may hold:
// its minimum, raised to the next multiple.
func LeastQuantity(s *catalog.SaleItem) int64 {
	step := max(s.MultiplesOf, 1)
	least := max(s.MinOrder, 1)
	return (least + step - 1) / step * step
}

// QuantityRule says which rule n units of a sale item in one basket break, over
// all its lines together; nothing when they break none that is not lifted. A minimum
// is not raised to a multiple that is lifted.
func QuantityRule(s *catalog.SaleItem, n int64, lifts func(Override) bool) Rule {
	step := max(s.MultiplesOf, 1)
	odd := n%step != 0
	switch {
	case n == 0:
		return NoRule
	case n < max(s.MinOrder, 1), odd && n < LeastQuantity(s) && !lifts(Multiples):
		if !lifts(Minimum) {
			return BelowMinimum
		}
	}
	switch {
	case s.MaxOrder > 0 && n > s.MaxOrder && !lifts(Maximum):
		return AboveMaximum
	case odd && !lifts(Multiples):
		return NotMultiple
	}
	return NoRule
}

// Rule is which rule about quantities is broken.
type Rule uint8

const (
	NoRule Rule = iota
	BelowMinimum
	AboveMaximum
	NotMultiple
)
