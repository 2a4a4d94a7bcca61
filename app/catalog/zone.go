package catalog

import "time"

// ShiftZone moves a moment so that the wall clock in the new zone shows what it
// showed in the old one. A wall time that the new zone skips or
// repeats becomes the moment that package time takes it for.
func ShiftZone(t time.Time, from, to *time.Location) time.Time {
	w := t.In(from)
	return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), to).UTC()
}

// Clock moves the moments of an event.
type Clock func(time.Time) time.Time

// between moves the clocks of one zone to those of another.
func between(from, to *time.Location) Clock {
	return func(t time.Time) time.Time { return ShiftZone(t, from, to) }
}

// Later moves moments along with a start, by the clocks of a zone: what is at nine on the third
// day before the one start is at nine on the third day before the other, whatever the clocks do
// in between.
func Later(start, to time.Time, zone *time.Location) Clock {
	by := wall(to, zone).Sub(wall(start, zone))
	if by == 0 {
		return func(t time.Time) time.Time { return t }
	}
	return func(t time.Time) time.Time {
		w := wall(t, zone).Add(by)
		return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), zone).UTC()
	}
}

// wall is what the clocks of a zone show, as if no clock were ever put forward or back.
func wall(t time.Time, zone *time.Location) time.Time {
	w := t.In(zone)
	return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), time.UTC)
}

// Span moves both ends of a span. In the hour that clocks show twice both ends may have one
// wall time, or the end an earlier one: a span that would be over before it begins stays as long
// as it was.
func (c Clock) Span(start, end time.Time) (movedStart, movedEnd time.Time) {
	movedStart, movedEnd = c(start), c(end)
	if start.Before(end) && !movedStart.Before(movedEnd) {
		movedEnd = movedStart.Add(end.Sub(start))
	}
	return movedStart, movedEnd
}

// Window moves the bounds that there are of a window: each is a moment of its own afterwards.
func (c Clock) Window(from, until **time.Time) {
	if *from == nil || *until == nil {
		c.Shift(from, until)
		return
	}
	start, end := c.Span(**from, **until)
	*from, *until = &start, &end
}

// Shift moves the moments that there are: each is one of its own afterwards.
func (c Clock) Shift(times ...**time.Time) {
	for _, t := range times {
		if *t != nil {
			moved := c(**t)
			*t = &moved
		}
	}
}

// shiftSpan moves both ends of a span into another zone.
func shiftSpan(start, end time.Time, from, to *time.Location) (movedStart, movedEnd time.Time) {
	return between(from, to).Span(start, end)
}

// ShiftWindow moves the bounds that there are of a window, in place.
func (m ZoneMove) ShiftWindow(from, until **time.Time) { between(m.From, m.To).Window(from, until) }

// Shift moves the moments that there are, in place.
func (m ZoneMove) Shift(times ...**time.Time) { between(m.From, m.To).Shift(times...) }

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
