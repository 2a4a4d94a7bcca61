package person

import (
	"cmp"
	"maps"
	"regexp"
	"strconv"

	"marquee/app"
	"marquee/indexes"
)

// ErasedName stands where the name of an erased customer stood, and ErasedEmail where an
// address has to stand.
const (
	ErasedName  = "erased"
	ErasedEmail = "erased@invalid"
)

// Erasing is one step of an erasure.
type Erasing struct {
	CustomerID int64
	// Email is what records are looked for by, empty without.
	Email  string
	words  []string
	named  *regexp.Regexp // finds the words in a text, nil before it is asked for
	places map[string]string
	rule   string // whose turn it is
	more   bool
}

// Erase is a step of the erasure of a customer, whom texts name by words. It goes on where the
// rules have come to.
func Erase(customerID int64, email string, words []string, places map[string]string) *Erasing {
	e := &Erasing{CustomerID: customerID, Email: email, words: words, places: map[string]string{}}
	maps.Copy(e.places, places)
	return e
}

// The places of a rule that has looked at nothing yet, and of one that has nothing more to do.
// No other place looks like these.
const (
	begun = "-"
	ended = "."
)

// Step does some of all rules. It gives their places, and tells whether there is more to do.
// A person is erased everywhere, whatever is shown to whoever asked for it.
func (e *Erasing) Step(tx app.Tx, rules []Rule) (places map[string]string, more bool, err error) {
	tx = app.WholeTx(tx)
	for i := range rules {
		if err := e.follow(tx, &rules[i]); err != nil {
			return nil, false, err
		}
	}
	return e.places, e.more, nil
}

func (e *Erasing) follow(tx app.Tx, rule *Rule) error {
	was := e.places[rule.Name]
	switch e.rule = rule.Name; {
	case rule.Erase == nil || was == ended || rule.Waits && e.more:
		return nil
	case rule.Later && was == "":
		e.GoOn("")
		return nil
	}
	before := e.more
	e.more = false
	err := rule.Erase(tx, e)
	if !e.more {
		e.places[rule.Name] = ended
	}
	e.more = e.more || before
	return err
}

// Words are those by which texts name the customer.
func (e *Erasing) Words() []string { return e.words }

// Place is how far the rule has come, empty at the beginning.
func (e *Erasing) Place() string {
	if at := e.places[e.rule]; at != begun {
		return at
	}
	return ""
}

// GoOn tells that the rule has more to do, behind a place.
func (e *Erasing) GoOn(place string) { e.places[e.rule], e.more = cmp.Or(place, begun), true }

// Each erases what is found of somebody, so many in a step.
func Each(find Find, batch int, do func(tx app.Tx, e *Erasing, id int64) error) func(tx app.Tx, e *Erasing) error {
	return func(tx app.Tx, e *Erasing) error {
		at, err := indexes.ParsePosition(e.Place())
		if err != nil {
			return err
		}
		some, err := gather(find(tx, Key{e.CustomerID, e.Email}, Span{After: at, Most: batch}))
		if err != nil {
			return err
		}
		for _, f := range some {
			if err := do(tx, e, f.ID); err != nil {
				return err
			}
		}
		if len(some) == batch {
			e.GoOn(some[batch-1].At.String())
		}
		return nil
	}
}

// Search erases somebody from a table in whose texts they may be named: all of its records are
// looked through, so many in a step. Without takes the person out of a record, and tells whether
// they were named there.
func Search[T any](table indexes.Owned[T], batch int, without func(rec *T, e *Erasing) bool) func(tx app.Tx, e *Erasing) error {
	return func(tx app.Tx, e *Erasing) error {
		last, err := strconv.ParseInt(cmp.Or(e.Place(), "0"), 10, 64)
		if err != nil {
			return err
		}
		n, about := 0, []int64{}
		for hit, err := range table.Scan(tx, indexes.From(last+1).Limit(batch)) {
			if err != nil {
				return err
			}
			if n, last = n+1, hit.ID; without(&hit.Rec, e) {
				about = append(about, last)
			}
		}
		for _, id := range about {
			if _, err := table.Update(tx, id, func(rec *T) error { without(rec, e); return nil }); err != nil {
				return err
			}
		}
		if n == batch {
			e.GoOn(strconv.FormatInt(last, 10))
		}
		return nil
	}
}
