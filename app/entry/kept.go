package entry

import (
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// KeptOf gathers what gates know of tickets: how they stand, and the rows of the log that
// let them through or in which staff wrote something down, at most so many tickets.
func KeptOf(r app.Reader, items []int64, most int) (states []TicketState, log []Scan, err error) {
	items = items[:min(len(items), most)]
	known, err := TicketStates.GetMany(r, items)
	if err != nil {
		return nil, nil, err
	}
	var ids []int64
	for i := range known {
		if known[i].ID != 0 {
			states, ids = append(states, known[i]), append(ids, known[i].ScanIDs...)
		}
	}
	for _, item := range items {
		for id, err := range scanByWords.IDs(r, indexes.Equal(item)) {
			if err != nil {
				return nil, nil, err
			}
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	log, err = Scans.GetMany(r, slices.Compact(ids))
	return states, log, err
}
