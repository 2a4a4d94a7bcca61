package entry

import "marquee/app"

// KeptOf gathers what gates know of tickets: how they stand, and the rows of the log that
// let them through, at most so many tickets.
func KeptOf(r app.Reader, items []int64, most int) (states []TicketState, log []Scan, err error) {
	known, err := TicketStates.GetMany(r, items[:min(len(items), most)])
	if err != nil {
		return nil, nil, err
	}
	var ids []int64
	for i := range known {
		if known[i].ID != 0 {
			states, ids = append(states, known[i]), append(ids, known[i].ScanIDs...)
		}
	}
	log, err = Scans.GetMany(r, ids)
	return states, log, err
}
