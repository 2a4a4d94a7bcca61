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
