package order

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// SoldAt lists sold items of an event by id, behind one and up to a limit, whatever became
// of them.
func SoldAt(r app.Reader, eventID, after int64, limit int) ([]Item, error) {
	first := eventID << itemClassBits
	groups, err := itemByEvent.Groups(r, first, first+1<<itemClassBits)
	if err != nil {
		return nil, err
	}
	keys := make([]int64, len(groups))
	for i, g := range groups {
		keys[i] = g.Key
	}
	var ids []int64
	for e, err := range itemByEvent.Merge(r, keys, indexes.Span{After: list.AtID(after)}) {
		if err != nil {
			return nil, err
		}
		if ids = append(ids, e.ID); len(ids) == limit {
			break
		}
	}
	return Items.GetMany(r, ids)
}
