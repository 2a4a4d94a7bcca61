package shared

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrNoLease: the lease ran out or was given back, and what was bound to it is gone.
	ErrNoLease = errors.New("cluster: there is no such lease any more")
	// ErrNoSpace: what is shared has no room; nothing was written.
	ErrNoSpace = errors.New("cluster: what is shared is full")
)

// Pair is a key with its value. A revision is a number that grows with every transaction that
// writes, for all keys together.
type Pair struct {
	Key      string
	Value    []byte
	Created  int64 // revision at which it came to be
	Modified int64 // revision of its value
}

// Range selects keys: From <= key < To in byte order, or From alone where To is empty.
type Range struct {
	From, To  string
	Limit     int // 0: all
	KeysOnly  bool
	Backwards bool
}

// Page is what a Get found, as of a revision that is not older than the call.
type Page struct {
	Revision int64
	Pairs    []Pair
	More     bool
}

// Cond is a condition of a transaction: when a key was created, or modified last. A key that is
// not there has 0 for both.
type Cond struct {
	Key      string
	Revision int64
	Modified bool // it is about Pair.Modified, else about Pair.Created
}

// Created is the condition that a key was created at a revision; 0: that it is not there.
func Created(key string, revision int64) Cond { return Cond{Key: key, Revision: revision} }

// Modified is the condition that a key has the value that it had at a revision.
func Modified(key string, revision int64) Cond {
	return Cond{Key: key, Revision: revision, Modified: true}
}

// Op writes a key, or deletes a range.
type Op struct {
	Key    string
	To     string // of a deletion: like that of a Range
	Value  []byte
	Lease  int64 // the key goes with it; 0: it stays
	Delete bool
}

// Put writes a key.
func Put(key string, value []byte) Op { return Op{Key: key, Value: value} }

// Delete deletes the keys from one up to another, or one alone.
func Delete(from, to string) Op { return Op{Key: from, To: to, Delete: true} }

// Txn is done whole if all its conditions hold, and else not at all: then it reads.
type Txn struct {
	If   []Cond
	Then []Op
	Else []string // keys
}

// Result is what became of a Txn.
type Result struct {
	Done     bool
	Revision int64  // of what is shared, after it
	Found    []Pair // of Else, those that there are
}

// Event is a change of one key.
type Event struct {
	Pair
	Deleted bool
}

// Store is what is shared, asked by way of one member of those who keep it. After an error of
// Commit, but ErrNoSpace, it may be done or not, now or later.
type Store interface {
	Get(ctx context.Context, r Range) (Page, error)
	Commit(ctx context.Context, t Txn) (Result, error)
	// Grant begins a lease, which ends a while after it was kept last.
	Grant(ctx context.Context, ttl time.Duration) (lease int64, err error)
	Keep(ctx context.Context, lease int64) error
	Revoke(ctx context.Context, lease int64) error
	// Watch sends the changes of keys in from <= key < to after a revision, in order and without a
	// gap, those of one revision together. It closes the channel when it cannot go on.
	Watch(ctx context.Context, from, to string, after int64) <-chan []Event
	// Compact forgets what was deleted or written over before a revision.
	Compact(ctx context.Context, revision int64) error
	// Members is how many keep it, and Via asks by way of one of them.
	Members() int
	Via(member int) Store
}

// End is the first key behind all that begin with a prefix.
func End(prefix string) string {
	b := []byte(prefix)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] < 0xff {
			b[i]++
			return string(b[:i+1])
		}
	}
	return ""
}

// Found gives the pair of a key; nil if it is not among them.
func Found(pairs []Pair, key string) *Pair {
	for i := range pairs {
		if pairs[i].Key == key {
			return &pairs[i]
		}
	}
	return nil
}
