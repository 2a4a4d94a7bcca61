package order

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// LatestAt are the last orders of an event that went through and stand, newest first.
func LatestAt(r app.Reader, eventID int64, most int) (all []Order, err error) {
	groups, err := orderByEvent.Groups(r, eventID<<orderClassBits, (eventID+1)<<orderClassBits)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if g.Key&(orderDeleted|orderReserved) != 0 {
			continue
		}
		n := 0
		for h, err := range orderByEvent.Scan(r, indexes.PrefixOf[time.Time](g.Key).Reversed()) {
			if err != nil {
				return nil, err
			}
			all = append(all, h.Rec)
			if n++; n == most {
				break
			}
		}
	}
	slices.SortFunc(all, func(a, b Order) int { return b.Date().Compare(a.Date()) })
	return all[:min(len(all), most)], nil
}
