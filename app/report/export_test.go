package report

import (
	"context"
	"time"

	"marquee/app"
)

// PiecesWith is how many pieces of a span have a moment; each has its level's period.
func PiecesWith(from, until *time.Time, zone *time.Location, longest int64, at time.Time) (n int) {
	c := count{Minute: minuteOf(at), Day: dayOf(at, zone)}
	for _, p := range spanOf(from, until).pieces(zone, level(longest)) {
		if period := p.level.period(&c); p.from <= period && period < p.until {
			n++
		}
	}
	return n
}

// The levels, for PiecesWith.
const (
	TotalLevel, HoursLevel, MinutesLevel, DaysLevel = int64(total), int64(hours), int64(minutes), int64(days)
)

// TakeExport takes one of the slots of a company in which files are written.
func TakeExport(a *app.App, company int64) (leave func(), err error) {
	return writing(context.Background(), a, company)
}

// MaxOwnExports is how many there are for one company.
const MaxOwnExports = maxOwnExports

// DueAfter is the moment of a schedule behind another one.
func DueAfter(s Schedule, t time.Time) time.Time { return s.after(t) }
