package report

import (
	"time"

	"marquee/app/report/sheet"
)

// Repeat is how often a report is made by the clock.
type Repeat string

// The repeats.
const (
	Daily   Repeat = "daily"
	Weekly  Repeat = "weekly"
	Monthly Repeat = "monthly"
)

// Values makes it an enumeration.
func (Repeat) Values() []string { return []string{string(Daily), string(Weekly), string(Monthly)} }

// Schedule says when a report is made by the clock, and who gets it.
type Schedule struct {
	Every Repeat `msgpack:"e"`
	// Weekday is that of a weekly report, from 1 for Monday; Day that of a monthly one, the
	// last one of a month that has none.
	Weekday int64 `msgpack:"w,omitempty"`
	Day     int64 `msgpack:"d,omitempty"`
	// Minute is the time of the day, on the clocks of the Zone.
	Minute int64        `msgpack:"m,omitempty"`
	Zone   string       `msgpack:"z"`
	Format sheet.Format `msgpack:"f"`
	// To are addresses, Folder tells that it is put into that of the operator.
	To     []string `msgpack:"t,omitempty"`
	Folder bool     `msgpack:"fo,omitempty"`
}

// clockTime is how times of the day are written.
const clockTime = "15:04"

// MinuteAt is the minute of the day that a text names, -1 for none.
func MinuteAt(text string) int64 {
	t, err := time.Parse(clockTime, text)
	if err != nil {
		return -1
	}
	return int64(t.Hour()*60 + t.Minute())
}

// At is the time of the day as text.
func (s *Schedule) At() string {
	return time.Time{}.Add(time.Duration(s.Minute) * time.Minute).Format(clockTime)
}

func (s *Schedule) location() *time.Location {
	if l, err := time.LoadLocation(s.Zone); err == nil {
		return l
	}
	return time.UTC
}

// after is the first moment of the schedule behind another moment. Each day of it has
// exactly one, also where the clocks skip the time or show it twice.
func (s *Schedule) after(t time.Time) time.Time {
	zone := s.location()
	y, m, d := t.In(zone).Date()
	for i := 0; ; i++ {
		day := time.Date(y, m, d+i, 12, 0, 0, 0, time.UTC)
		if at := onClocks(day, s.Minute, zone); s.on(day) && at.After(t) {
			return at.UTC()
		}
	}
}

// latest is the last moment of the schedule that has come; first is one that has.
func (s *Schedule) latest(first, now time.Time) time.Time {
	for {
		next := s.after(first)
		if next.After(now) {
			return first
		}
		first = next
	}
}

// on tells whether the schedule has a day.
func (s *Schedule) on(day time.Time) bool {
	switch s.Every {
	case Weekly:
		return (int64(day.Weekday())+6)%7+1 == s.Weekday
	case Monthly:
		last := int64(time.Date(day.Year(), day.Month()+1, 0, 12, 0, 0, 0, time.UTC).Day())
		return int64(day.Day()) == min(s.Day, last)
	}
	return true
}

// onClocks is when the clocks of a place show a minute of a day: the first time, if they
// do twice, and when they have skipped it, if they do not.
func onClocks(day time.Time, minute int64, zone *time.Location) time.Time {
	y, m, d := day.Date()
	shown := func(t time.Time) bool {
		l := t.In(zone)
		return l.Day() == d && int64(l.Hour()*60+l.Minute()) == minute
	}
	for ; minute < minutesOfDay; minute++ {
		t := time.Date(y, m, d, 0, int(minute), 0, 0, zone)
		for _, earlier := range []time.Duration{2 * time.Hour, time.Hour, 30 * time.Minute} {
			if shown(t.Add(-earlier)) {
				return t.Add(-earlier)
			}
		}
		if shown(t) {
			return t
		}
	}
	return time.Date(y, m, d+1, 0, 0, 0, 0, zone)
}

// bounds are the first and the last moment of the span before a moment, on the clocks of
// a place; false where it has none.
func (s Span) bounds(at time.Time, zone *time.Location) (from, until time.Time, ok bool) {
	interval := map[Span]Interval{LastDay: ByDay, LastWeek: ByWeek, LastMonth: ByMonth}[s]
	if interval == "" {
		return from, until, false
	}
	end := interval.start(at.In(zone))
	from = interval.start(end.Add(-12 * time.Hour))
	return from.UTC(), end.Add(-time.Microsecond).UTC(), true
}
