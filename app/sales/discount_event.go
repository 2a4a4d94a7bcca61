package sales

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// mayUseAt holds the uses of a code for events, and for their schedules, against its
// limits.
func (d *draft) mayUseAt(code *discount.Code, events []int64) error {
	if !code.PerEvent() {
		return nil
	}
	var asked []int64 // schedules
	for _, id := range events {
		if over, err := d.overused(code, []int64{id}, code.MaxUsesPerEvent); err != nil {
			return err
		} else if over {
			return app.Field("code", "has been used up for this event")
		}
		e, err := catalog.SharedEvent(d.tx, id)
		if err != nil {
			return err
		}
		if code.MaxUsesPerSchedule == nil || e.ScheduleID == 0 || slices.Contains(asked, e.ScheduleID) {
			continue
		}
		asked = append(asked, e.ScheduleID)
		run, err := catalog.EventsOfSchedule(d.tx, e.ScheduleID)
		if err != nil {
			return err
		}
		if over, err := d.overused(code, run, code.MaxUsesPerSchedule); err != nil {
			return err
		} else if over {
			return app.Field("code", "has been used up for this schedule")
		}
	}
	return nil
}

// overused tells whether the uses of a code for some events have reached a limit.
func (d *draft) overused(code *discount.Code, events []int64, most *int64) (bool, error) {
	if most == nil {
		return false, nil
	}
	used := int64(0)
	for _, id := range events {
		n, err := order.CodeUsesAt(d.tx, code.ID, id)
		if err != nil {
			return false, err
		}
		used += n
	}
	return used >= *most && !d.Lifts(rules.CodeUses), nil
}
