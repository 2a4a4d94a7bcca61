package attempt

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// State says where an attempt stands.
type State int64

// The states.
const (
	// Begun: it may have happened outside, or not.
	Begun State = iota + 1
	// Done: it happened.
	Done
	// Refused: it did not happen, and will not.
	Refused
	// Unknown: nobody can tell. Somebody has to look, and then it is Done or Refused.
	Unknown
)

var names = []string{Begun: "begun", Done: "done", Refused: "refused", Unknown: "unknown"}

func (s State) String() string {
	if s < Begun || s > Unknown {
		return fmt.Sprintf("state %d", int64(s))
	}
	return names[s]
}

// next are the states that follow one. Every other step is refused.
func (s State) next() []State {
	switch s {
	case Begun:
		return []State{Done, Refused, Unknown}
	case Unknown:
		return []State{Done, Refused}
	}
	return nil
}

// MayBecome tells whether a step is allowed.
func (s State) MayBecome(to State) bool { return slices.Contains(s.next(), to) }

// open tells that an attempt keeps others of its subject out.
func (s State) open() bool { return s == Begun || s == Unknown }

// record is an attempt as it is stored.
type record struct {
	ID      int64  `msgpack:"i"`
	Kind    string `msgpack:"k"`
	Subject string `msgpack:"s"`
	// Key is the idempotency key for the outside.
	Key   string `msgpack:"u"`
	State State  `msgpack:"t"`
	// Request is forgotten when the attempt has ended; Digest is of it, and stays.
	Request []byte `msgpack:"r"`
	Digest  []byte `msgpack:"d"`
	// Reference is what the outside calls it, Problem why it did not happen.
	Reference string `msgpack:"f"`
	Problem   string `msgpack:"e"`
	// AskAt is when the outside is asked about a begun attempt; SetAt what the wall clock
	// showed when that was reckoned; Asked how often it was.
	AskAt     *time.Time `msgpack:"a"`
	SetAt     time.Time  `msgpack:"w"`
	Asked     int64      `msgpack:"n"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
}

var (
	// attemptByOpen holds at most one open attempt of each subject.
	attemptByOpen = indexes.NewUnique("open", kv.String, func(r *record) []string {
		if !r.State.open() {
			return nil
		}
		return []string{r.Subject}
	})
	// attemptByAsk lists begun attempts by the time to ask about them.
	attemptByAsk = indexes.NewBy("ask", kv.Time, func(r *record) []time.Time {
		if r.State != Begun {
			return nil
		}
		return []time.Time{*r.AskAt}
	})
	// attemptByState counts the open attempts of all companies, by state and kind.
	attemptByState = indexes.NewBy("state", kv.String, func(r *record) []string {
		if !r.State.open() {
			return nil
		}
		return []string{stateKey(r.State, r.Kind)}
	}).Global().Counted()
	attempts = indexes.Define(indexes.Spec[record]{
		Name: "attempts", Version: 1,
		Person:    indexes.Nobody("what is asked of gateways, by number"),
		Unaudited: "a queue",
		ID:        func(r *record) *int64 { return &r.ID },
		Stamp:     stamp,
		Check:     check,
	}, attemptByOpen.Index, attemptByAsk.Index, attemptByState.Index)
)

func stateKey(s State, kind string) string { return s.String() + " " + kind }

func stamp(tx indexes.Tx, old, r *record) {
	r.UpdatedAt = tx.Now()
	if old == nil {
		r.CreatedAt = tx.Now()
	}
}

func check(r *record) error {
	switch {
	case r.Kind == "" || r.Subject == "" || r.Key == "":
		return errors.New("attempt: has no kind, no subject or no key")
	case r.State < Begun || r.State > Unknown:
		return fmt.Errorf("attempt: there is no state %d", r.State)
	case (r.AskAt != nil) != (r.State == Begun):
		return fmt.Errorf("attempt: %s, and has a wrong time to ask", r.State)
	case len(r.Request) > MaxRequest:
		return fmt.Errorf("attempt: the request of %s has %d bytes, at most %d", r.Kind, len(r.Request), MaxRequest)
	}
	return nil
}

// due tells whether the outside is to be asked. Times that a clock reckoned which has
// been set back since are due at once.
func (r *record) due(now time.Time) bool {
	return r.State == Begun && (!r.AskAt.After(now) || r.SetAt.After(now))
}
