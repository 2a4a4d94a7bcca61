package rules

import "marquee/app/order"

// RecoveredFor is the customer of what an expired basket is recovered as. That of a guest is
// nobody's: whoever pays is the customer, see withoutCustomer.
func RecoveredFor(was *order.Order) int64 {
	if was.OfGuest() {
		return 0
	}
	return was.CustomerID
}

// PastLine is a line of an expired basket, and the table as a whole that it was a seat of.
type PastLine struct {
	AddItem
	Table int64
}

// AtTables puts the lines together that are added together or not at all: the seats of a
// table that is sold as a whole only.
func AtTables(lines []PastLine) [][]AddItem {
	var all [][]AddItem
	at := map[int64]int{}
	for _, l := range lines {
		if n, ok := at[l.Table]; ok && l.Table != 0 {
			all[n] = append(all[n], l.AddItem)
			continue
		}
		at[l.Table] = len(all)
		all = append(all, []AddItem{l.AddItem})
	}
	return all
}
