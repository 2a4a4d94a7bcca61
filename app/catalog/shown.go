package catalog

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Callers in visibility groups see the events and venues that share a group with them, and
// the events given to them; of what hangs on an event they see that of these. All that
// is said here, and with the tables that ask it; see indexes.Narrow for who obeys.

// ShownAt tells whether what hangs on an event is shown. What hangs on none is.
func ShownAt(r app.Reader, eventID int64) (bool, error) {
	if eventID == 0 {
		return true, nil
	}
	_, err := Events.GetShared(r, eventID)
	if errors.Is(err, indexes.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// ShownAtAny tells whether what hangs on some events is shown: one of them is enough.
func ShownAtAny(r app.Reader, events []int64) (bool, error) {
	for _, id := range events {
		if shown, err := ShownAt(r, id); err != nil || shown {
			return shown, err
		}
	}
	return len(events) == 0, nil
}

func (e *Event) shown(r app.Reader) (bool, error) {
	return app.SightOf(r).Sees(e.Groups, e.Users), nil
}

// shown: a venue is seen by its own groups, and by whoever sees an event there.
func (v *Venue) shown(r app.Reader) (bool, error) {
	sight := app.SightOf(r)
	if sight.Sees(v.Groups, nil) {
		return true, nil
	}
	for hit, err := range eventByVenue.Scan(app.Whole(r), indexes.Equal(v.ID)) {
		if err != nil || sight.Sees(hit.Rec.Groups, hit.Rec.Users) {
			return err == nil, err
		}
	}
	return false, nil
}

// shown: a schedule is seen by whoever sees one of its events.
func (s *Schedule) shown(r app.Reader) (bool, error) {
	sight := app.SightOf(r)
	for hit, err := range eventBySchedule.Scan(app.Whole(r), indexes.PrefixOf[time.Time](s.ID)) {
		if err != nil || sight.Sees(hit.Rec.Groups, hit.Rec.Users) {
			return err == nil, err
		}
	}
	return false, nil
}
