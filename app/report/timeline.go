package report

import (
	"time"

	"marquee/app/locale"
	"marquee/app/report/chart"
)

// timeline is a time cut into periods, on the clocks of a place. Periods in which nothing
// was are there as well.
type timeline struct {
	by     Interval
	zone   *time.Location
	span   span
	starts []time.Time
	places map[int64]int // of each start, by its second
}

func (d *drafted) timeline(by Interval, from, until time.Time) *timeline {
	t := &timeline{by: by, zone: d.zone, places: map[int64]int{}}
	for at := by.start(from.In(d.zone)); len(t.starts) == 0 || at.Before(until); at = by.next(at) {
		t.places[at.Unix()] = len(t.starts)
		t.starts = append(t.starts, at)
	}
	t.span = span{max(minuteOf(t.starts[0]), 0), max(minuteOf(by.next(t.starts[len(t.starts)-1])), 1)}
	return t
}

// next is the beginning of the period after the one that begins at a moment.
func (i Interval) next(start time.Time) time.Time {
	switch i {
	case ByQuarterHour:
		return start.Add(15 * time.Minute)
	case ByHour:
		return start.Add(time.Hour)
	}
	for t := start.Add(23 * time.Hour); ; t = t.Add(time.Hour) { // days have 23 to 25 hours
		if at := i.start(t); at.After(start) {
			return at
		}
	}
}

// levelIn is the longest level that has all that the interval needs in a place: where
// clocks are not whole hours from UTC, stored hours are not hours there.
func (i Interval) levelIn(zone *time.Location, at time.Time) level {
	if _, offset := at.In(zone).Zone(); i == ByHour && offset%3600 != 0 {
		return minutes
	}
	return i.longest()
}

// column is the period of a sum, -1 for none.
func (t *timeline) column(k *cellKey) int {
	if at, known := t.places[t.by.start(k.beginning(t.zone)).Unix()]; known {
		return at
	}
	return -1
}

// columns are the periods in words: short ones have the day where another one begins.
func (t *timeline) columns(l locale.Language) []chart.Column {
	all := make([]chart.Column, len(t.starts))
	for i, at := range t.starts {
		if t.by == ByDay {
			all[i] = chart.Column{Label: l.Date(at), Short: l.DayMonth(at)}
			continue
		}
		all[i] = chart.Column{Label: l.ShortDate(at) + ", " + l.Clock(at), Short: at.Format("15:04")}
		if len(t.starts) > 96 {
			all[i].Short = l.DayMonth(at)
		}
	}
	return all
}
