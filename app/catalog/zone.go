package catalog

import "time"

// ShiftZone moves a moment so that the wall clock in the new zone shows what it
// showed in the old one. A wall time that the new zone skips or
// repeats becomes the moment that package time takes it for.
func ShiftZone(t time.Time, from, to *time.Location) time.Time {
	w := t.In(from)
	return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), to).UTC()
}

// shiftSpan moves both ends of a span. In the hour that clocks show twice both ends may have one
// wall time, or the end an earlier one: a span that would be over before it begins stays as long
// as it was.
func shiftSpan(start, end time.Time, from, to *time.Location) (movedStart, movedEnd time.Time) {
	movedStart, movedEnd = ShiftZone(start, from, to), ShiftZone(end, from, to)
	if start.Before(end) && !movedStart.Before(movedEnd) {
		movedEnd = movedStart.Add(end.Sub(start))
	}
	return movedStart, movedEnd
}

// ShiftWindow moves the bounds that there are of a window, in place.
func (m ZoneMove) ShiftWindow(from, until **time.Time) {
	if *from == nil || *until == nil {
		m.Shift(from, until)
		return
	}
	start, end := shiftSpan(**from, **until, m.From, m.To)
	*from, *until = &start, &end
}

// Shift moves the moments that there are, in place.
func (m ZoneMove) Shift(times ...**time.Time) {
	for _, t := range times {
		if *t != nil {
			moved := ShiftZone(**t, m.From, m.To)
			*t = &moved
		}
	}
}

// location loads a zone that was checked when it was stored.
func location(name string) *time.Location {
	if l, ok := zone(name); ok {
		return l
	}
	return time.UTC
}

// zone finds a zone of the IANA database. The machine's own zone has no name
// that another machine would understand.
func zone(name string) (*time.Location, bool) {
	if name == "" || name == "Local" || len(name) > maxZone {
		return nil, false
	}
	l, err := time.LoadLocation(name)
	return l, err == nil
}

// Location is the event's time zone.
func (e *Event) Location() *time.Location { return location(e.Timezone) }

// dayOf gives the first moment of the day that t falls on in a zone, and the
// first moment of the next.
func dayOf(t time.Time, l *time.Location) (from, until time.Time) {
	y, m, d := t.In(l).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, l).UTC(), time.Date(y, m, d+1, 0, 0, 0, 0, l).UTC()
}
