package rules

import (
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/terms"
)

// Plan says how much of a basket is paid first.
type Plan string

// The plans.
const (
	PayAll     Plan = ""
	PayDeposit Plan = "deposit"
)

// Share is what is paid of an order at once: all, a deposit, or the rest.
type Share struct {
	// Totals are those of the share. Its fees and taxes, and those of the rest, add up to
	// those of the order.
	money.Totals
	// deposit is the offer that is taken, nil when nothing is left to pay afterwards.
	Deposit *terms.Offer
}

// EventsOf are the events of sale items, each once.
func EventsOf(kinds []*catalog.Goods) (all []*catalog.Event) {
	seen := map[int64]bool{}
	for _, g := range kinds {
		if g.Event != nil && !seen[g.EventID] {
			seen[g.EventID] = true
			all = append(all, g.Event)
		}
	}
	return all
}
