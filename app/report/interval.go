package report

import (
	"time"

	"marquee/app"
)

// Interval is the length of the periods that figures are shown by.
type Interval string

// The intervals, the shortest first.
const (
	ByMinute      Interval = "minute"
	ByQuarterHour Interval = "quarter"
	ByHour        Interval = "hour"
	ByDay         Interval = "day"
	ByWeek        Interval = "week" // from Monday on
	ByMonth       Interval = "month"
	ByYear        Interval = "year"
)

// Values makes it an enumeration.
func (Interval) Values() []string {
	return []string{string(ByMinute), string(ByQuarterHour), string(ByHour), string(ByDay), string(ByWeek), string(ByMonth), string(ByYear)}
}

// start is the beginning of the period that a moment is in, on the clocks of its place.
func (i Interval) start(t time.Time) time.Time {
	y, m, d := t.Date()
	switch i {
	case ByMinute:
		return t.Truncate(time.Minute)
	case ByQuarterHour:
		return t.Add(-time.Duration(t.Minute()%15)*time.Minute - time.Duration(t.Second())*time.Second - time.Duration(t.Nanosecond()))
	case ByHour:
		return t.Add(-time.Duration(t.Minute())*time.Minute - time.Duration(t.Second())*time.Second - time.Duration(t.Nanosecond()))
	case ByWeek:
		d -= (int(t.Weekday()) + 6) % 7
	case ByMonth:
		d = 1
	case ByYear:
		m, d = 1, 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// name is a period as it is written: a day as its date, a shorter one with the time.
func (i Interval) name(start time.Time) string {
	switch i {
	case ByMinute, ByQuarterHour, ByHour:
		return start.Format("2006-01-02T15:04:05Z07:00")
	}
	return start.Format(time.DateOnly)
}

// longest is the level that has all that the interval needs.
func (i Interval) longest() level {
	switch i {
	case ByMinute, ByQuarterHour:
		return minutes
	case ByHour:
		return hours
	}
	return days
}

// beginning is the moment at which a stored period begins, on the clocks of a place.
func (k *cellKey) beginning(zone *time.Location) time.Time {
	switch k.Level {
	case days:
		return midnight(k.Period, zone)
	case hours:
		return time.Unix(k.Period*3600, 0).In(zone)
	}
	return time.Unix(k.Period*60, 0).In(zone)
}

// The longest time that is shown by an interval.
const (
	maxMinutes = 2 * 24 * time.Hour
	maxDays    = 2 * 366 * 24 * time.Hour
	maxYears   = 100 * 366 * 24 * time.Hour
)

// fits refuses a time that would have too many periods, in the name of a field.
func (i Interval) fits(field string, from, until time.Time) error {
	most, text := maxDays, app.Field(field, "must be at most two years after from, by this interval")
	switch i {
	case ByMinute, ByQuarterHour, ByHour:
		most, text = 31*maxMinutes, app.Field(field, "must be at most 62 days after from, by this interval")
		if i == ByMinute {
			most, text = maxMinutes, app.Field(field, "must be at most 48 hours after from, by this interval")
		}
	case ByMonth, ByYear:
		most, text = maxYears, app.Field(field, "must be at most 100 years after from")
	}
	switch {
	case until.Before(from):
		return app.Field(field, "must not be before from")
	case until.Sub(from) > most:
		return text
	}
	return nil
}
