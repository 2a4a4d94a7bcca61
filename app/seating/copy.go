package seating

import (
	"errors"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Copy sells a copy of an event from a copy of the plan that the event is sold from. Its pieces
// follow by themselves, and nothing of the copy is sold before. Nobody holds a seat of it.
func Copy(tx app.Tx, k *catalog.Copying) error {
	if !k.Wants(catalog.CopySeats) || k.From.Seats == nil {
		return nil
	}
	from, err := Plans.Get(tx, k.From.Seats.PlanID)
	if err != nil {
		return err
	}
	if _, err := Plans.Get(tx, from.SourceID); errors.Is(err, indexes.ErrNotFound) || from.State != Ready {
		k.Leave(catalog.CopySeats, 1, "The venue has no such plan any more.")
		return nil
	} else if err != nil {
		return err
	}
	made := from
	made.ID, made.State, made.EventID, made.Holds = 0, Building, k.To.ID, nil
	made.PartsDone, made.SpacesDone = 0, 0
	if err := made.begin(tx); err != nil {
		return err
	}
	// Nobody waits for it here: the next look for plans that are half made goes on with it.
	if _, err := planTable.Update(tx, made.ID, func(p *Plan) error { p.LeaseUntil = nil; return nil }); err != nil {
		return err
	}
	k.Bands = map[int64]int64{}
	for i := range from.Bands {
		k.Bands[from.BandID(i)] = made.BandID(i)
	}
	k.Made(catalog.CopySeats, 1)
	return catalog.SetSeats(tx, k.To.ID, from.VenueID, &catalog.EventSeats{PlanID: made.ID, Copying: true, Best: made.Settings.Best})
}
