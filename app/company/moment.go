package company

import (
	"time"

	"marquee/app"
)

// Moment is a time, or a whole day of the company.
type Moment struct {
	At  time.Time
	Day bool
}

// In is the moment itself: of a day the first one, or the first one behind it.
func (m Moment) In(where *time.Location, behind bool) time.Time {
	if !m.Day {
		return m.At
	}
	y, month, d := m.At.Date()
	if behind {
		d++
	}
	return time.Date(y, month, d, 0, 0, 0, 0, where).UTC()
}

// PutMoment writes a moment of a change; of a day its beginning, or its end.
func PutMoment(dst **time.Time, m app.Maybe[Moment], where *time.Location, behind bool) {
	if !m.Given {
		return
	}
	*dst = nil
	if m.Value != nil {
		at := m.Value.In(where, behind)
		*dst = &at
	}
}
