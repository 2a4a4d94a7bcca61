package shop

import (
	"marquee/app/message"
)

// showCalendar is an event for the calendar of who has no tickets yet.
func (s *Shop) showCalendar(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	text, err := message.EventCalendar(v.r.Context(), v.app(), v.company, v.buyer, id)
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="event.ics"`)
	_, err = v.w.Write([]byte(text))
	return err
}
