package catalog

import (
	"context"

	"marquee/app"
)

// DeleteEvent deletes an event with its timeslots and sale items; they stay
// readable with withTrashed. It is refused while an order knows the event.
func DeleteEvent(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.DeleteEvents, func(tx app.Tx) error {
		e, err := EventByID(tx, id)
		if err == nil && e.DeletedAt != nil {
			err = app.Missing("event")
		}
		if err != nil {
			return err
		}
		if err := PortsOf(tx).EventDeleting(tx, &e); err != nil {
			return err
		}
		if err := leaveSchedule(tx, &e); err != nil {
			return err
		}
		return trashEvent(tx, id)
	})
}

func trashEvent(tx app.Tx, id int64) error {
	now := tx.Now()
	if err := meetSales(tx, id); err != nil {
		return err
	}
	if _, err := eventTable.Update(tx, id, func(e *Event) error { e.DeletedAt = &now; return nil }); err != nil {
		return err
	}
	slots, err := TimeslotsOfEvent(tx, id)
	if err != nil {
		return err
	}
	for _, s := range slots {
		if s.DeletedAt != nil {
			continue
		}
		if _, err := timeslotTable.Update(tx, s.ID, func(t *Timeslot) error { t.DeletedAt = &now; return nil }); err != nil {
			return err
		}
	}
	items, err := SaleItemsOfEvent(tx, id)
	if err != nil {
		return err
	}
	for _, it := range items {
		if it.DeletedAt != nil {
			continue
		}
		if _, err := saleItemTable.Update(tx, it.ID, func(s *SaleItem) error { s.DeletedAt = &now; return nil }); err != nil {
			return err
		}
	}
	return nil
}
