package rules

import (
	"cmp"
	"slices"

	"marquee/app/seating"
)

// SeatSeller is a sale item that sells a seat now, with its base price.
type SeatSeller struct{ ID, Base int64 }

// Choose picks one of several sale items, 0 when nothing says which. What is free is
// never chosen among several.
func Choose(all []SeatSeller, rule seating.Automatic) int64 {
	if len(all) == 1 {
		return all[0].ID
	}
	if rule == seating.NoChoice {
		return 0
	}
	paid := slices.DeleteFunc(slices.Clone(all), func(s SeatSeller) bool { return s.Base == 0 })
	if len(paid) == 0 {
		return 0
	}
	byPrice := func(a, b SeatSeller) int { return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.ID, b.ID)) }
	if rule == seating.HighestPaid {
		return slices.MaxFunc(paid, byPrice).ID
	}
	return slices.MinFunc(paid, byPrice).ID
}
