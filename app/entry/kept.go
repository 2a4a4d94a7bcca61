package entry

import (
	"slices"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// KeptOf gathers what gates know of tickets: how they stand, and the rows of the log that
// let them through or in which staff wrote something down, at most so many tickets. What was
// written down of others who hold them, or did so then, is left out.
func KeptOf(r app.Reader, who customer.Person, items []order.Item, most int) (states []TicketState, log []Scan, err error) {
	items = items[:min(len(items), most)]
	var all []int64
	others := map[int64]bool{}
	for i := range items {
		all = append(all, items[i].ID)
		others[items[i].ID] = items[i].CustomerID != 0 && !slices.Contains(who.IDs, items[i].CustomerID)
	}
	known, err := TicketStates.GetMany(r, all)
	if err != nil {
		return nil, nil, err
	}
	var ids []int64
	for i := range known {
		if known[i].ID != 0 {
			states, ids = append(states, known[i]), append(ids, known[i].ScanIDs...)
		}
	}
	for _, item := range all {
		for id, err := range scanByWords.IDs(r, indexes.Equal(item)) {
			if err != nil {
				return nil, nil, err
			}
			ids = append(ids, id)
		}
	}
	for _, id := range who.IDs {
		for id, err := range scanByFormer.IDs(r, indexes.Equal(id).Limit(most)) {
			if err != nil {
				return nil, nil, err
			}
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	log, err = Scans.GetMany(r, slices.Compact(ids))
	for i := range log {
		if s := &log[i]; s.FormerID == 0 && others[s.ItemID] || s.FormerID != 0 && !slices.Contains(who.IDs, s.FormerID) {
			s.Detail = ""
		}
	}
	return states, log, err
}
