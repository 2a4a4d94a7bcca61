package imports

import (
	"errors"
	"strings"
	"time"
)

// The forms of dates: year first in any file, and one of the others as the mapping says.
var (
	yearFirst  = []string{"2006-01-02", "2006/01/02", "2006.01.02", "20060102"}
	dayFirst   = []string{"2.1.2006", "2/1/2006", "2-1-2006", "2 Jan 2006", "2 January 2006", "2. January 2006"}
	monthFirst = []string{"1/2/2006", "1-2-2006", "1.2.2006", "Jan 2, 2006", "January 2, 2006"}
	// With the name of a month there is no doubt.
	named  = []string{"2 Jan 2006", "2 January 2006", "Jan 2, 2006", "January 2, 2006", "Mon, Jan 2, 2006", "Monday, January 2, 2006"}
	clocks = []string{"15:04:05", "15:04", "3:04:05 PM", "3:04 PM", "3:04PM", "15:04:05.999999999"}
)

var errMoment = errors.New("must be a date such as 2027-12-31, with or without a time such as 20:15")

// parseMoment reads a date with or without a time; day tells that there was none. It is on
// the clocks of a place unless it has an offset of its own.
func parseMoment(text string, american bool, where *time.Location) (t time.Time, day bool, err error) {
	if t, err = time.Parse(time.RFC3339Nano, text); err == nil {
		return inRange(t.UTC(), false)
	}
	forms := append(append([]string{}, yearFirst...), named...)
	if american {
		forms = append(forms, monthFirst...)
	} else {
		forms = append(forms, dayFirst...)
	}
	text = strings.Join(strings.Fields(strings.Replace(text, "T", " ", btoi(looksISO(text)))), " ")
	for _, form := range forms {
		if t, err = time.ParseInLocation(form, text, where); err == nil {
			return inRange(t, true)
		}
		for _, clock := range clocks {
			for _, between := range []string{" ", ", ", " at "} {
				if t, err = time.ParseInLocation(form+between+clock, text, where); err == nil {
					return inRange(t, false)
				}
			}
		}
	}
	return time.Time{}, false, errMoment
}

// looksISO tells whether a date and a time are joined by a T.
func looksISO(text string) bool { return len(text) > 10 && text[10] == 'T' }

func btoi(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// inRange refuses what no calendar of a box office has.
func inRange(t time.Time, day bool) (time.Time, bool, error) {
	if t.Year() < 1850 || t.Year() > 2200 {
		return time.Time{}, false, errMoment
	}
	return t, day, nil
}
