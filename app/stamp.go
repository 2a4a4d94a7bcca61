package app

import (
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/cases" // case folding beyond ASCII: names come in many scripts
)

// Stamp sets the times every record carries: created once, updated at each write.
func Stamp(tx Tx, insert bool, created, updated *time.Time) {
	if insert && created.IsZero() {
		*created = tx.Now()
	}
	*updated = tx.Now()
}

// ChangedAt is the time of a record's change for a list of changes. Each changed
// record of a transaction gets a time of its own, so that a client who goes on
// from the last time it was given always moves on, however many records changed
// together. A record that is written again in the same transaction keeps the time
// it has; last is the zero time for a new one.
func ChangedAt(tx Tx, last time.Time) time.Time {
	if !last.Before(tx.Now()) {
		return last
	}
	return tx.Tick()
}

// ChangeOf is ChangedAt of a record that was old before, nil for a new one; at is that time of it.
func ChangeOf[R any](tx Tx, old *R, at func(*R) time.Time) time.Time {
	if old == nil {
		return ChangedAt(tx, time.Time{})
	}
	return ChangedAt(tx, at(old))
}

// Lately tells whether something happened within so long of now. What lies further ahead
// was noted under a clock that was wrong, and says nothing of when it happened.
func Lately(at, now time.Time, within time.Duration) bool { return now.Sub(at).Abs() < within }

// Fold brings a text into the form in which names, e-mails and references are
// compared: without outer space and without case.
func Fold(s string) string {
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return cases.Fold().String(s)
		}
	}
	return strings.ToLower(s) // the same, ten times as fast
}
