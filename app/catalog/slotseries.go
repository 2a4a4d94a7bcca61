package catalog

import (
	"context"
	"iter"
	"slices"
	"time"

	"marquee/app"
)

// SlotSeries asks for timeslots one after the other.
type SlotSeries struct {
	EventID int64
	// First is the first of them; the others have its length and its settings.
	First TimeslotChange
	// Repeat takes the first again; until nil is the end of the event.
	Repeat
}

// Repeat takes a moment again and again, by the clocks of a place.
type Repeat struct {
	// Step units lie between two.
	Unit SlotUnit
	Step int64
	// Weekdays are those of each week, for steps of weeks; none: that of the first.
	Weekdays []time.Weekday
	// Times are those of each day, in minutes since midnight, for steps of days and weeks; none: that
	// of the first.
	Times []int64
	// Until is the end of it.
	Until *time.Time
}

// SlotUnit is the unit of the steps of a series.
type SlotUnit string

// SlotUnits are the units of the API.
var SlotUnits = []string{"minutes", "hours", "days", "weeks", "months", "years"}

func (r *Repeat) problems(at string) (p app.Problems) {
	wantOneOf(&p, at+"unit", string(r.Unit), SlotUnits)
	if r.Unit == "" {
		p.Add(at+"unit", "is required")
	}
	wantRange(&p, at+"step", r.Step, 1, maxStep)
	if len(r.Weekdays) > 0 && r.Unit != "weeks" {
		p.Add(at+"weekdays", "are for steps of weeks")
	}
	if len(r.Times) > 0 && r.Unit != "weeks" && r.Unit != "days" {
		p.Add(at+"times", "are for steps of days and weeks")
	}
	return p
}

// from are the first moment and all that come after it, without end. Of the first week and day
// only what is not before the first counts.
func (r *Repeat) from(first time.Time, zone *time.Location) iter.Seq[time.Time] {
	return func(yield func(time.Time) bool) {
		for n := 0; ; n++ {
			for _, t := range r.step(first, n, zone) {
				if !t.Before(first) && !yield(t) {
					return
				}
			}
		}
	}
}

// step are the moments of the n-th step, in order.
func (r *Repeat) step(first time.Time, n int, zone *time.Location) (all []time.Time) {
	at := r.after(first, n, zone)
	if len(r.Weekdays) == 0 && len(r.Times) == 0 {
		return []time.Time{at}
	}
	days := []time.Time{at.In(zone)}
	if len(r.Weekdays) > 0 {
		days = nil
		monday := at.In(zone).AddDate(0, 0, -(int(at.In(zone).Weekday())+6)%7)
		for i := range 7 {
			if d := monday.AddDate(0, 0, i); slices.Contains(r.Weekdays, d.Weekday()) {
				days = append(days, d)
			}
		}
	}
	clocks := slices.Clone(r.Times)
	slices.Sort(clocks)
	for _, d := range days {
		if len(clocks) == 0 {
			f := first.In(zone)
			all = append(all, time.Date(d.Year(), d.Month(), d.Day(), f.Hour(), f.Minute(), f.Second(), f.Nanosecond(), zone).UTC())
		}
		for _, m := range slices.Compact(clocks) {
			all = append(all, time.Date(d.Year(), d.Month(), d.Day(), int(m/60), int(m%60), 0, 0, zone).UTC())
		}
	}
	return all
}

// after is a moment so many steps later, by the clocks of a zone.
func (r *Repeat) after(t time.Time, steps int, zone *time.Location) time.Time {
	n := steps * int(r.Step)
	local := t.In(zone)
	switch r.Unit {
	case "minutes":
		return t.Add(time.Duration(n) * time.Minute)
	case "hours":
		return t.Add(time.Duration(n) * time.Hour)
	case "days":
		return local.AddDate(0, 0, n).UTC()
	case "weeks":
		return local.AddDate(0, 0, 7*n).UTC()
	case "months":
		return monthsLater(local, n).UTC()
	}
	return monthsLater(local, 12*n).UTC()
}

// monthsLater is the same day so many months later, or the last one of a month that is too short.
func monthsLater(t time.Time, n int) time.Time {
	last := time.Date(t.Year(), t.Month()+time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return time.Date(t.Year(), t.Month()+time.Month(n), min(t.Day(), last), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
}

// slots are the timeslots of the series in an event.
func (s *SlotSeries) slots(e *Event) ([]TimeslotChange, error) {
	p := s.problems("")
	if s.First.Start == nil {
		p.Add("start", "is required")
	}
	if s.First.End == nil {
		p.Add("end", "is required")
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	until := e.End
	if s.Until != nil && s.Until.Before(until) {
		until = *s.Until
	}
	length := s.First.End.Sub(*s.First.Start)
	var all []TimeslotChange
	for start := range s.from(*s.First.Start, e.Location()) {
		end := start.Add(length)
		if end.After(until) && len(all) > 0 {
			break
		}
		one := s.First
		one.Start, one.End = &start, &end
		if all = append(all, one); len(all) > maxSlots {
			return nil, app.Field("until", "makes more than %d timeslots", maxSlots)
		}
	}
	return all, nil
}

// CreateSlots makes a series of timeslots, all or nothing, and gives the event.
func CreateSlots(ctx context.Context, a *app.App, c *app.Caller, in SlotSeries) (EventView, error) {
	var v EventView
	err := a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		e, err := EventByID(tx, in.EventID)
		if err == nil && e.DeletedAt != nil {
			err = absent("eventId", "event")
		}
		if app.KindOf(err) == app.NotFound {
			return absent("eventId", "event")
		}
		if err != nil {
			return err
		}
		slots, err := in.slots(&e)
		if err != nil {
			return err
		}
		if err := saveSlots(tx, &e, slots, c.Language); err != nil {
			return err
		}
		if err := touchEvent(tx, e.ID); err != nil {
			return err
		}
		v, err = viewWritten(tx, e)
		return err
	})
	v.in(c.Language)
	return v, err
}

// DeleteSlot deletes a timeslot with its sale items; one that was sold, or of which
// something is reserved, stays, and its items are sold on no channel any more. It tells
// which of the two happened.
func DeleteSlot(ctx context.Context, a *app.App, c *app.Caller, id int64) (deleted bool, err error) {
	err = a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		slot, err := Timeslots.Get(tx, id)
		if err == nil && slot.DeletedAt != nil {
			err = app.Missing("timeslot")
		}
		if err != nil {
			return missing(err, "timeslot")
		}
		if err := meetSales(tx, slot.EventID); err != nil {
			return err
		}
		stock, err := StockOf(tx, LayerTimeslot, id)
		if err != nil {
			return err
		}
		if deleted = stock.Sold == 0 && stock.Reserved == 0; deleted {
			now := tx.Now()
			if _, err := timeslotTable.Update(tx, id, func(t *Timeslot) error { t.DeletedAt = &now; return nil }); err != nil {
				return err
			}
		}
		return withdrawSlot(tx, &slot)
	})
	return deleted, err
}

// withdrawSlot takes the sale items of a timeslot off sale.
func withdrawSlot(tx app.Tx, slot *Timeslot) error {
	items, err := SaleItemsOfEvent(tx, slot.EventID)
	if err != nil {
		return err
	}
	for _, s := range items {
		if s.TimeslotID != slot.ID || s.DeletedAt != nil {
			continue
		}
		if _, err := withdraw(tx, s.ID); err != nil {
			return err
		}
	}
	return touchEvent(tx, slot.EventID)
}

// RestoreSlot brings a timeslot back that was deleted, with the sale items that went with it.
func RestoreSlot(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		slot, err := Timeslots.Get(tx, id)
		if err != nil {
			return missing(err, "timeslot")
		}
		if slot.DeletedAt == nil {
			return nil
		}
		e, err := Events.Get(tx, slot.EventID)
		if err := alive(e.DeletedAt, err); err != nil {
			return err
		}
		at := *slot.DeletedAt
		if _, err := timeslotTable.Update(tx, id, func(t *Timeslot) error { t.DeletedAt = nil; return nil }); err != nil {
			return err
		}
		if err := checkSlots(tx, &e); err != nil {
			return err
		}
		items, err := SaleItemsOfEvent(tx, e.ID)
		if err != nil {
			return err
		}
		for _, s := range items {
			if s.TimeslotID != id || s.DeletedAt == nil || !s.DeletedAt.Equal(at) {
				continue
			}
			if err := undelete(tx, s.ID); err != nil {
				return err
			}
		}
		return touchEvent(tx, e.ID)
	})
}
