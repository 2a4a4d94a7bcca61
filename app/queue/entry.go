package queue

import (
	"errors"
	"fmt"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// State says where an entry stands.
type State int64

// The states. Everything begins as Waiting; Done and Dead end it, but a dead letter
// can be sent again by hand.
const (
	// Waiting entries are sent as soon as they are due.
	Waiting State = iota + 1
	// Leased entries are being sent. When the lease ends without a result, the process
	// that sent them is gone, and they are due again.
	Leased
	// Dead entries were given up. They stay until somebody retries or drops them.
	Dead
	// Done entries were sent.
	Done
)

// States are all of them, by name.
var states = map[State]string{Waiting: "waiting", Leased: "leased", Dead: "dead", Done: "done"}

func (s State) String() string { return states[s] }

// ParseState reads the name of a state; 0 is none.
func ParseState(name string) State {
	for s, n := range states {
		if n == name {
			return s
		}
	}
	return 0
}

// open tells that an entry is still to be sent.
func (s State) open() bool { return s == Waiting || s == Leased }

// Entry is one effect that is to happen outside: a mail, a call. It is put in the
// transaction that decides on it.
type Entry struct {
	ID        int64  `msgpack:"i"`
	CompanyID int64  `msgpack:"c"` // 0 is the installation
	Kind      string `msgpack:"k"`
	// To is the destination.
	To string `msgpack:"o"`
	// Key makes an entry the only one of its kind; empty when it need not be.
	Key string `msgpack:"u"`
	// MessageID is told to the receiver, the same in each attempt.
	MessageID string `msgpack:"m"`
	State     State  `msgpack:"s"`
	// Lined is of releases that could send the entries of one subject in order; nothing asked
	// for it, and nothing reads it.
	Lined bool `msgpack:"q,omitempty"`
	// Payload is forgotten when the entry is done.
	Payload []byte `msgpack:"p"`
	// Attempts are those since it was put, or retried by hand.
	Attempts int64 `msgpack:"a"`
	// Lease counts how often the entry was taken: a result counts only for the lease
	// under which it was sent.
	Lease int64 `msgpack:"l"`
	// Due is when a waiting entry is to be sent, when the lease of a leased one ends,
	// and when a done one is forgotten. Dead entries have none.
	Due *time.Time `msgpack:"d"`
	// SetAt is what the wall clock showed when Due was reckoned: if it shows less now, it
	// was set back.
	SetAt time.Time `msgpack:"w"`
	// Problem is why the last attempt failed. It may quote the receiver, so it is never
	// logged.
	Problem   string    `msgpack:"e"`
	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

// queueKey is where an open entry stands: company, lane, time.
type queueKey = kv.Triple[int64, string, time.Time]

var (
	// entryByQueue lists what is still to be sent, each lane by the time.
	entryByQueue = indexes.NewBy("queue", kv.TripleOf(kv.Int, kv.String, kv.Time), func(e *Entry) []queueKey {
		if !e.State.open() {
			return nil
		}
		return []queueKey{{A: e.CompanyID, B: e.lane(), C: *e.Due}}
	})
	// entryByState lists and counts entries by state and kind.
	entryByState = indexes.NewBy("state", kv.String, func(e *Entry) []string {
		return []string{stateKey(e.State, e.Kind)}
	}).Counted()
	entryByEnd = indexes.NewBy("end", kv.Time, func(e *Entry) []time.Time {
		if e.State != Done {
			return nil
		}
		return []time.Time{*e.Due}
	})
	entryByKey = indexes.NewUnique("key", kv.TripleOf(kv.Int, kv.String, kv.String), func(e *Entry) []entryKey {
		if e.Key == "" {
			return nil
		}
		return []entryKey{keyOf(e.CompanyID, e.Kind, e.Key)}
	})
	entries = indexes.Define(indexes.Spec[Entry]{
		Name: "outbox", Version: 1, Global: true,
		Person:    indexes.Stays("what waits to be sent, for as long: with a mail its entry goes"),
		Unaudited: "a queue",
		ID:        func(e *Entry) *int64 { return &e.ID },
		Stamp:     stamp,
		Check:     check,
	}, entryByQueue.Index, entryByState.Index, entryByEnd.Index, entryByKey.Index)
)

// entryKey makes an entry the only one: company, kind, key.
type entryKey = kv.Triple[int64, string, string]

func keyOf(company int64, kind, key string) entryKey { return entryKey{A: company, B: kind, C: key} }

// lane is what shares a limit: a kind and a destination.
func (e *Entry) lane() string { return e.Kind + " " + e.To }

func stateKey(s State, kind string) string { return s.String() + " " + kind }

func stamp(tx indexes.Tx, old, e *Entry) {
	e.UpdatedAt = tx.Now()
	if old == nil {
		e.CreatedAt = tx.Now()
	}
}

// check holds what belongs to each state.
func check(e *Entry) error {
	switch {
	case e.Kind == "" || e.MessageID == "":
		return errors.New("queue: entry has no kind or no message id")
	case len(e.Payload) > MaxPayload:
		return fmt.Errorf("queue: the payload of %s has %d bytes, at most %d", e.Kind, len(e.Payload), MaxPayload)
	case states[e.State] == "":
		return fmt.Errorf("queue: there is no state %d", e.State)
	case (e.Due == nil) != (e.State == Dead):
		return fmt.Errorf("queue: a %s entry has a wrong time", e.State)
	case e.State == Done && len(e.Payload) > 0:
		return errors.New("queue: a done entry keeps its payload")
	case e.State == Leased && e.Lease == 0:
		return errors.New("queue: a leased entry has no lease")
	}
	return nil
}

// become moves an entry to another state. due is nil for a dead letter.
func (e *Entry) become(s State, due *time.Time, wall time.Time) {
	e.State, e.Due, e.SetAt = s, due, wall
	if s == Done {
		e.Payload, e.Problem = nil, ""
	}
}
