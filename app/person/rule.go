package person

import (
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Rule is one kind of what an area keeps of people: what an erasure, a merge and an export do
// with it. Nil is nothing.
type Rule struct {
	// Name is under which an erasure keeps how far it has come. It is stored, and never changes.
	Name string
	// Erase takes the person out of some of it, behind its place, and says with GoOn when there
	// is more.
	Erase func(tx app.Tx, e *Erasing) error
	// Waits: it is the turn of it once the rules before have nothing more to do in the step.
	Waits bool
	// Later: all records have to be looked at, so the first step only notes that.
	Later bool
	// Merge gives some of it to another customer, as long as there is room. What was given is
	// not found under the one any more, so that the next step finds the rest.
	Merge func(tx app.Tx, m *Moving) error
	// Export adds what is kept.
	Export func(r app.Reader, x *Export) error
}

// Key is one of what somebody is known by: the number of a customer, or an address, or both.
type Key struct {
	ID    int64
	Email string
}

// Span is which of what is found is wanted.
type Span struct {
	After  indexes.Position
	Most   int
	Newest bool // the newest first
}

// Found is a record of somebody.
type Found struct {
	ID int64
	At indexes.Position
}

// Find walks over what is kept under a key.
type Find func(r app.Reader, k Key, s Span) iter.Seq2[Found, error]

// ByCustomer finds what an index has by the number of a customer.
func ByCustomer[T any](by *indexes.By[T, int64]) Find {
	return func(r app.Reader, k Key, s Span) iter.Seq2[Found, error] {
		return Entries(by.Keys(r, Within(indexes.Equal(k.ID), s)))
	}
}

// ByAddress finds what an index has by a folded address.
func ByAddress[T any](by *indexes.By[T, string]) Find {
	return func(r app.Reader, k Key, s Span) iter.Seq2[Found, error] {
		if k.Email == "" {
			return func(func(Found, error) bool) {}
		}
		return Entries(by.Keys(r, Within(indexes.Equal(app.Fold(k.Email)), s)))
	}
}

// Within is what of a range is wanted.
func Within[K any](rg indexes.Range[K], s Span) indexes.Range[K] {
	if s.Newest {
		rg = rg.Reversed()
	}
	return rg.After(s.After).Limit(s.Most)
}

// Entries are those of an index, without their keys.
func Entries[K any](all iter.Seq2[indexes.Entry[K], error]) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		for e, err := range all {
			if !yield(Found{e.ID, e.At}, err) {
				return
			}
		}
	}
}

func gather(all iter.Seq2[Found, error]) (some []Found, err error) {
	for f, err := range all {
		if err != nil {
			return nil, err
		}
		some = append(some, f)
	}
	return some, nil
}
