package sales

import "marquee/app/catalog"

// leastQuantity is the smallest number of a sale item that one basket may hold:
// its minimum, raised to the next multiple.
func leastQuantity(s *catalog.SaleItem) int64 {
	step := max(s.MultiplesOf, 1)
	least := max(s.MinOrder, 1)
	return (least + step - 1) / step * step
}

// quantityRule says which rule n units of a sale item in one basket break, over
// all its lines together; nothing when they break none that is not lifted. A minimum
// is not raised to a multiple that is lifted.
func quantityRule(s *catalog.SaleItem, n int64, lifts func(Override) bool) rule {
	step := max(s.MultiplesOf, 1)
	odd := n%step != 0
	switch {
	case n == 0:
		return noRule
	case n < max(s.MinOrder, 1), odd && n < leastQuantity(s) && !lifts(Multiples):
		if !lifts(Minimum) {
			return belowMinimum
		}
	}
	switch {
	case s.MaxOrder > 0 && n > s.MaxOrder && !lifts(Maximum):
		return aboveMaximum
	case odd && !lifts(Multiples):
		return notMultiple
	}
	return noRule
}

type rule uint8

const (
	noRule rule = iota
	belowMinimum
	aboveMaximum
	notMultiple
)
