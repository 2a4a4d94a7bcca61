package app

import (
	"strings"
	"time"

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
	return cases.Fold().String(strings.TrimSpace(s))
}
