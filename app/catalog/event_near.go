package catalog

import (
	"time"

	"marquee/app"
	"marquee/indexes"
)

// EventsStarting lists the events that begin after one moment and not after another, but
// deleted ones.
func EventsStarting(r app.Reader, after, until time.Time) (all []Event, err error) {
	for class := range int64(eventClasses) {
		if class&eventDeleted != 0 {
			continue
		}
		span := indexes.Between(classTime{A: class, B: after.Add(time.Microsecond)}, classTime{A: class, B: until.Add(time.Microsecond)})
		for hit, err := range eventByStart.Scan(r, span) {
			if err != nil {
				return nil, err
			}
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}

// SlotsStarting lists the slots that begin after one moment and not after another, with their
// events, but those of deleted ones.
func SlotsStarting(r app.Reader, after, until time.Time) (all []Showing, err error) {
	span := indexes.Between(after.Add(time.Microsecond), until.Add(time.Microsecond))
	for hit, err := range timeslotByStart.Scan(r, span) {
		if err != nil {
			return nil, err
		}
		e, err := SharedEvent(r, hit.Rec.EventID)
		if app.Skip(r, err) || err == nil && e.DeletedAt != nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, Showing{Event: e, Slot: &hit.Rec})
	}
	return all, nil
}
