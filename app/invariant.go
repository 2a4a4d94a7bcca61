package app

import (
	"fmt"
	"sort"
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
	Name  string
	Check func(r Reader, report func(Breach)) error
}

var invariants []Invariant

// RegisterInvariant adds a promise to those that every test's clean-up and
// every check of a store go through. Areas call it from an init function, with
// a name such as "ST-1 stock adds up".
func RegisterInvariant(name string, check func(r Reader, report func(Breach)) error) {
	invariants = append(invariants, Invariant{name, check})
}

// Invariants lists every promise, by name.
func Invariants() []Invariant {
	all := append([]Invariant(nil), invariants...)
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}
