package order

import (
	"fmt"
	"slices"

	"marquee/app/catalog"
)

// bundles: a live bundle has the live items that it brings, and these have a live bundle.
func (a *audit) bundles(cache *catalog.Cache) error {
	brought := map[int64]map[int64]int64{} // by lead and sale item
	for i := range a.items {
		it := &a.items[i]
		if it.LeadItemID == 0 || !it.Holds() {
			continue
		}
		if !slices.ContainsFunc(a.items, func(lead Item) bool {
			return lead.ID == it.LeadItemID && lead.Type == catalog.Bundle && lead.Holds()
		}) {
			a.breach(fmt.Sprintf("item %d", it.ID), "a bundle that stands", it.LeadItemID)
		}
		if brought[it.LeadItemID] == nil {
			brought[it.LeadItemID] = map[int64]int64{}
		}
		brought[it.LeadItemID][it.SaleItemID]++
	}
	for i := range a.items {
		lead := &a.items[i]
		if lead.Type != catalog.Bundle || !lead.Holds() {
			continue
		}
		g, err := cache.Get(lead.SaleItemID)
		if err != nil {
			return err
		}
		for _, b := range g.Bundled {
			if n := brought[lead.ID][b.SaleItemID]; n != b.Quantity {
				a.breach(fmt.Sprintf("bundle %d", lead.ID), fmt.Sprintf("%d of sale item %d", b.Quantity, b.SaleItemID), n)
			}
		}
		if len(brought[lead.ID]) != len(g.Bundled) {
			a.breach(fmt.Sprintf("bundle %d", lead.ID), fmt.Sprintf("%d kinds", len(g.Bundled)), len(brought[lead.ID]))
		}
	}
	return nil
}
