package audit

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Outcome says what became of what somebody wanted. The number is stored.
type Outcome int64

// The outcomes.
const (
	Changed Outcome = iota + 1
	Refused403
)

var outcomeNames = []string{Changed: "changed", Refused403: "refused"}

func (o Outcome) String() string {
	if o < Changed || o > Refused403 {
		return ""
	}
	return outcomeNames[o]
}

// Outcomes are the names of all of them.
func Outcomes() []string { return outcomeNames[Changed:] }

// Entry is what one call changed, or one that was refused.
type Entry struct {
	ID int64 `msgpack:"i"`
	// Seq numbers the entries of a company, from 1 without gaps.
	Seq     int64     `msgpack:"n"`
	At      time.Time `msgpack:"t"`
	Outcome Outcome   `msgpack:"o"`
	// UserID is who, 0 for whoever runs the box office; TokenID is by which token.
	UserID  int64 `msgpack:"u,omitempty"`
	TokenID int64 `msgpack:"k,omitempty"`
	// Through is what it came through, empty for work that goes on by itself; Operation is
	// what was asked there.
	Through   string `msgpack:"v,omitempty"`
	Operation string `msgpack:"p,omitempty"`
	Address   string `msgpack:"a,omitempty"`
	Device    string `msgpack:"d,omitempty"`
	// Count is how many refused attempts the entry stands for, 0 for one.
	Count   int64    `msgpack:"c,omitempty"`
	Objects []Object `msgpack:"b,omitempty"`
	// More is how many further changes are not told.
	More int64 `msgpack:"m,omitempty"`
	// Before is the hash of the entry before, empty in the first.
	Before []byte `msgpack:"h,omitempty"`
}

// Object is what was done to one record.
type Object struct {
	// Type is the table, Key the id or key of the record in it.
	Type string `msgpack:"t"`
	Key  string `msgpack:"k"`
	Did  Did    `msgpack:"d"`
	// Fields are those that changed, in their order in the record.
	Fields []Field `msgpack:"f,omitempty"`
}

// ID is the key of a record that has an id, 0 for others.
func (o *Object) ID() int64 {
	id, err := strconv.ParseInt(o.Key, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// Field is one value before and after.
type Field struct {
	Name   string `msgpack:"n"`
	Before string `msgpack:"b,omitempty"`
	After  string `msgpack:"a,omitempty"`
}

// Did is what was done to a record. The number is stored.
type Did int64

// What can be done to a record. Noted is a remark, whatever else was done.
const (
	Created Did = iota + 1
	Edited
	Deleted
	Noted
)

var didNames = []string{Created: "created", Edited: "edited", Deleted: "deleted", Noted: "noted"}

func (d Did) String() string {
	if d < Created || d > Noted {
		return ""
	}
	return didNames[d]
}

// shown: who is in visibility groups sees what they did themselves, because an entry tells
// of events that may be hidden from them.
func (e *Entry) shown(r app.Reader) bool { return app.VisibilityOf(r).Sees(nil, []int64{e.UserID}) }

func (e *Entry) check() error {
	switch {
	case e.Seq < 1 || e.Outcome.String() == "":
		return fmt.Errorf("audit entry %d: outcome %d", e.Seq, e.Outcome)
	case (e.Seq == 1) != (len(e.Before) == 0):
		return fmt.Errorf("audit entry %d: %d bytes of hash", e.Seq, len(e.Before))
	case len(e.Objects) > MaxObjects:
		return fmt.Errorf("audit entry %d: %d objects", e.Seq, len(e.Objects))
	}
	return nil
}

type (
	keyTime = kv.Pair2[int64, time.Time]
	object  = kv.Pair2[string, string]
)

var (
	entryListed = indexes.NewBy("listed", kv.PairOf(kv.Int, kv.Time), func(e *Entry) []keyTime {
		return []keyTime{{A: int64(e.Outcome), B: e.At}}
	}).Counted()
	entryByUser = indexes.NewBy("user", kv.PairOf(kv.Int, kv.Time), func(e *Entry) []keyTime {
		return []keyTime{{A: e.UserID, B: e.At}}
	}).Counted()
	entryByObject = indexes.NewBy("object", kv.PairOf(kv.String, kv.String), func(e *Entry) []object {
		var all []object
		for i := range e.Objects {
			all = append(all, object{A: e.Objects[i].Type, B: e.Objects[i].Key})
		}
		return all
	})
	// entries is the log. Nothing but post writes to it, and forget removes the oldest.
	entries = indexes.Define(indexes.Spec[Entry]{
		Name: "audit_entries", Version: 1,
		Person:    indexes.Stays("numbers of users, and network addresses: the chain of the log stays whole"),
		Unaudited: "the log itself",
		ID:        func(e *Entry) *int64 { return &e.ID },
		Check:     (*Entry).check,
		Shown:     func(r app.Reader, e *Entry) (bool, error) { return e.shown(r), nil },
	}, entryListed.Index, entryByUser.Index, entryByObject.Index)
)

// Head is where the log of a company stands.
type Head struct {
	Seq int64 `msgpack:"n"`
	// Hash is that of the last entry.
	Hash []byte `msgpack:"h"`
	// Gone is how many of the oldest entries are not kept any more, and GoneHash the hash
	// of the last of them.
	Gone     int64  `msgpack:"g,omitempty"`
	GoneHash []byte `msgpack:"gh,omitempty"`
}

// headKey is the key of the one head of a company.
const headKey = 1

var heads = indexes.DefineKeyed(indexes.KeyedSpec[int64, Head]{
	Name: "audit_heads", Version: 1,
	Person:    indexes.Nobody("the end of the log"),
	Unaudited: "the log itself",
	Key:       kv.Int,
	KeyOf:     func(*Head) int64 { return headKey },
	Check: func(h *Head) error {
		if h.Seq < 1 || len(h.Hash) == 0 || h.Gone > h.Seq || (h.Gone > 0) != (len(h.GoneHash) > 0) {
			return errors.New("audit head: of no entry")
		}
		return nil
	},
})

func headOf(r app.Reader) (Head, error) {
	h, _, err := heads.Find(r, headKey)
	return h, err
}
