package rest

import (
	"strings"
	"time"

	"marquee/app"
)

// stampLayout is how every moment is written: UTC with microseconds as the
// contract wants them.
const stampLayout = "2006-01-02T15:04:05.000000Z"

// Stamp writes a moment as the contract wants it.
func Stamp(t time.Time) string { return t.UTC().Format(stampLayout) }

// ParseTime reads a moment in one of the accepted formats; a day alone only when
// day is true. No zone means UTC. Years run from 1970 to 9999.
func ParseTime(text string, day bool) (Time, bool) {
	if len(text) > 40 || strings.Contains(text, ",") {
		return Time{}, false
	}
	if day {
		if t, err := time.Parse(time.DateOnly, text); err == nil {
			return Time{Time: t, Day: true}, inYears(t)
		}
	}
	for _, layout := range []string{time.DateTime, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			t = t.UTC().Truncate(time.Microsecond)
			return Time{Time: t}, inYears(t)
		}
	}
	return Time{}, false
}

func inYears(t time.Time) bool { return t.Year() >= 1970 && t.Year() <= 9999 }

func timeMessage(r *rules) app.Message {
	if r.date {
		return app.Msg("must be a date such as 2026-07-01 or a time such as 2026-07-01 18:00:00")
	}
	return app.Msg("must be a time such as 2026-07-01 18:00:00")
}
