package order

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/indexes"
)

// SoldAt lists sold items of an event by id, behind one and up to a limit, whatever became
// of them.
func SoldAt(r app.Reader, eventID, after int64, limit int) ([]Item, error) {
	keys, err := classesAt(r, eventID, 0, 1<<itemClassBits)
	if err != nil {
		return nil, err
	}
	return soldIn(r, keys, after, limit)
}

// SoldFor is SoldAt with the season tickets of other events that let in there. Not all of these
// do: those of other runs are for the caller to leave out.
func SoldFor(r app.Reader, eventID, after int64, limit int) ([]Item, error) {
	keys, err := classesAt(r, eventID, 0, 1<<itemClassBits)
	if err != nil {
		return nil, err
	}
	season, err := catalog.SeasonTicketsFor(app.Whole(r), eventID)
	if err != nil {
		return nil, err
	}
	first := catalog.SeasonTicket.ID() * itemType
	for i := range season {
		own, err := classesAt(r, season[i].EventID, first, first+itemType)
		if err != nil {
			return nil, err
		}
		keys = append(keys, own...)
	}
	return soldIn(r, app.Distinct(keys), after, limit)
}

// classesAt are the keys of an event with something in the classes from one to another.
func classesAt(r app.Reader, eventID, from, until int64) (keys []int64, err error) {
	event := eventID << itemClassBits
	groups, err := itemByEvent.Groups(r, event|from, event+until)
	for _, g := range groups {
		keys = append(keys, g.Key)
	}
	return keys, err
}

func soldIn(r app.Reader, keys []int64, after int64, limit int) ([]Item, error) {
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
