package order

import (
	"marquee/app"
	"marquee/app/catalog"
)

// TellMoved is tellMoved within the limit.
func TellMoved(tx app.Tx, m catalog.ZoneMove) error { return tellMoved(tx, m, MaxMoved) }

// tellMoved tells the gates that the windows of an event's tickets moved with its
// timezone. The windows themselves are those of the sale items and slots, which
// have moved already: no ticket is rewritten here. More than most tickets would
// hold up every sale, and the timezone stays.
func tellMoved(tx app.Tx, m catalog.ZoneMove, most int) error {
	var sold []int64
	for hit, err := range itemByEvent.Scan(tx, atEvent(m.EventID)) {
		if err != nil {
			return err
		}
		if hit.Rec.DeletedAt != nil || hit.Rec.ValidFrom == nil && hit.Rec.ValidTo == nil {
			continue
		}
		if len(sold) == most {
			return app.Field("timezone", "must not change any more: more than %d tickets have times of their own", most)
		}
		sold = append(sold, hit.ID)
	}
	return ItemsChanged.Fire(tx, sold)
}
