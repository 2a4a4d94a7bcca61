package app

import (
	"fmt"
	"slices"
	"strings"
)

// Breach is one place where the store does not keep a promise of the business.
type Breach struct {
	// Invariant is filled in by whoever runs the check.
	Invariant string
	// ID and Key name the record at fault, whichever it has.
	ID       int64
	Key      string
	Expected string
	Found    string
}

func (b Breach) String() string {
	return fmt.Sprintf("%s: %d %s: expected %s, found %s", b.Invariant, b.ID, b.Key, b.Expected, b.Found)
}

// Invariant is one promise that holds for every company at every moment. Check
// reads one company's snapshot, in memory bounded by that company's open work,
// and reports each breach; its error means that it could not look.
type Invariant struct {
	Name  string // the promise in words: "every event owns one entry zone"
	Check func(r Reader, report func(Breach)) error
}

// Invariants lists every promise, by name.
func (a *App) Invariants() []Invariant {
	return slices.SortedFunc(slices.Values(a.definition.Invariants), func(x, y Invariant) int {
		return strings.Compare(x.Name, y.Name)
	})
}
