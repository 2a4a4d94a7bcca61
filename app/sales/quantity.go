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
// all its lines together; nothing when they break none.
func quantityRule(s *catalog.SaleItem, n int64) rule {
	switch {
	case n == 0:
		return noRule
	case n < leastQuantity(s):
		return belowMinimum
	case s.MaxOrder > 0 && n > s.MaxOrder:
		return aboveMaximum
	case s.MultiplesOf > 1 && n%s.MultiplesOf != 0:
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
