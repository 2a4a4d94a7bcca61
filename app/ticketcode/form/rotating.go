package form

import "time"

const (
	// Step is how long a rotating code is shown.
	Step = 15 * time.Second
	// Tolerance is how many steps the clocks of a guest and a gate may differ.
	Tolerance = 1
	// Digits are those behind the dot.
	Digits = 6
)

// StepAt is the number of the step of a moment.
func StepAt(t time.Time) int64 { return t.Unix() / int64(Step/time.Second) }

// SplitRotating takes the digits off a rotating code; ok is false when it has none.
func SplitRotating(text string) (barcode, digits string, ok bool) {
	at := len(text) - Digits - 1
	if at < 1 || text[at] != '.' {
		return "", "", false
	}
	for i := at + 1; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return "", "", false
		}
	}
	return text[:at], text[at+1:], true
}
