package door

import (
	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
)

// Refusal is somebody who was turned away.
type Refusal struct {
	Move
	ScanID   int64
	Status   entry.Status
	Detail   string
	SaleName string
}

// LatestRefusals are the last ones at an event, newest first: of those among the newest rows of the
// log, no more than a supervisor reads.
func LatestRefusals(r app.Reader, event int64) (all []Refusal, err error) {
	rows, err := entry.RefusedLately(r, event, refusalsLooked, maxRefusals)
	if err != nil {
		return nil, err
	}
	known := scanned{}
	for i := range rows {
		one := Refusal{ScanID: rows[i].ID, Status: rows[i].Status, Detail: rows[i].Detail}
		if one.Move, err = known.of(r, &rows[i]); err != nil {
			return nil, err
		}
		if rows[i].ItemID != 0 {
			it, err := order.FindItem(app.Whole(r), rows[i].ItemID)
			if err != nil && app.KindOf(err) != app.NotFound {
				return nil, err
			}
			one.SaleName = it.SaleName
		}
		all = append(all, one)
	}
	return all, nil
}
