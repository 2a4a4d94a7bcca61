package schedule

import (
	"fmt"
	"strings"
	"time"

	// cron's words are known to whoever runs a server. Of the library only the
	// parser is used: its clock lives in memory and misses what a sleeping machine
	// sleeps through.
	"github.com/robfig/cron/v3"
)

// Off is the word for no schedule.
const Off = "off"

// Times are the moments of a schedule. The zero value has none.
type Times struct {
	Words string
	next  cron.Schedule
}

// Parse reads a schedule: five fields as cron takes them (minute, hour, day of the
// month, month, day of the week), @hourly and its like, @every 30m, or off. It is
// in UTC, unless the zone stands in front: CRON_TZ=Europe/Berlin 17 4 * * *.
func Parse(words string) (Times, error) {
	words = strings.TrimSpace(words)
	if words == Off {
		return Times{}, nil
	}
	if strings.HasPrefix(words, "TZ=") || strings.HasPrefix(words, "CRON_TZ=") {
		if !strings.Contains(words, " ") { // the parser trips over it
			return Times{}, fmt.Errorf("schedule %q: there is a time zone, but no times", words)
		}
	}
	next, err := cron.ParseStandard(words)
	if err != nil {
		return Times{}, fmt.Errorf("schedule %q: %w; five fields such as \"17 * * * *\", @daily, @every 30m, or off", words, err)
	}
	t := Times{words, next}
	if t.Next(time.Unix(0, 0)).IsZero() {
		return Times{}, fmt.Errorf("schedule %q: such a day never comes", words)
	}
	return t, nil
}

// Off tells that nothing is due, ever.
func (t Times) Off() bool { return t.next == nil }

// Next is the first moment after now, UTC.
func (t Times) Next(now time.Time) time.Time { return t.next.Next(now.UTC()).UTC() }
