package order

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

func init() {
	catalog.EventMovedZone.Add(func(tx app.Tx, m catalog.ZoneMove) error { return MoveWindows(tx, m, MaxMoved) })
}

// MoveWindows keeps the wall times of what was sold, or lies in a basket, when
// its event changes its timezone: the windows were copied from the sale items and
// slots, which move too (domain 1.8), and a ticket is to open the door at the hour
// that is printed on it. More than most of them would hold up every sale, and the
// timezone stays.
func MoveWindows(tx app.Tx, m catalog.ZoneMove, most int) error {
	sold, err := movable(tx, m.EventID)
	if err != nil {
		return err
	}
	waiting, err := inBaskets(tx, m.EventID)
	if err != nil {
		return err
	}
	if len(sold)+len(waiting) > most {
		return app.Field("timezone", "must not change any more: more than %d tickets have times of their own", most)
	}
	for _, ids := range [][]int64{sold, waiting} {
		for _, id := range ids {
			if _, err := Items.Update(tx, id, func(i *Item) error {
				m.Shift(&i.ValidFrom, &i.ValidTo)
				return nil
			}); err != nil {
				return err
			}
		}
	}
	return ItemsChanged.Fire(tx, sold)
}

// movable lists the sold items of an event that have a window of their own.
func movable(r app.Reader, eventID int64) ([]int64, error) {
	var ids []int64
	for hit, err := range itemByEvent.Scan(r, indexes.Equal(eventID)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.Windowed() {
			ids = append(ids, hit.ID)
		}
	}
	return ids, nil
}

// inBaskets lists those that lie in baskets.
func inBaskets(r app.Reader, eventID int64) ([]int64, error) {
	var ids []int64
	for hit, err := range orderByExpiry.Scan(r, indexes.All[time.Time]()) {
		if err != nil {
			return nil, err
		}
		items, err := ItemsOf(r, &hit.Rec)
		if err != nil {
			return nil, err
		}
		for i := range items {
			if it := &items[i]; it.EventID == eventID && !it.Sold && it.DeletedAt == nil && it.Windowed() {
				ids = append(ids, it.ID)
			}
		}
	}
	return ids, nil
}
