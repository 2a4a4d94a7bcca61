package kv

import (
	"bytes"
	"context"
	"iter"
	"time"
)

// Space names one flat, ordered key space: a bucket in bbolt, a key prefix in
// an engine that has none.
type Space string

// Pair is one key with its value. Both are valid only until the closure that read
// them returns.
type Pair struct {
	Key, Value []byte
}

// Range selects keys of a space: From <= key < To in byte order. A nil bound is
// open. Reverse walks from the high end. Limit 0 means no limit.
type Range struct {
	From, To []byte
	Reverse  bool
	Limit    int
}

// Reader reads one consistent snapshot.
type Reader interface {
	// Get returns the value of key, or ErrNotFound.
	Get(s Space, key []byte) ([]byte, error)
	// GetMany returns one value per key, nil where there is none.
	GetMany(s Space, keys [][]byte) ([][]byte, error)
	// Scan walks a range in key order. The walk ends at the first error. In a
	// transaction it shows the writes made before the walk began; writing and
	// deleting while it runs is allowed and does not change what it shows.
	Scan(s Space, r Range) iter.Seq2[Pair, error]
	// SafeTime is a time that is earlier than the Now of every commit not visible in
	// this snapshot: a change feed may return everything up to it and miss nothing.
	SafeTime() time.Time
}

// Tx reads its snapshot and its own writes, and writes.
type Tx interface {
	Reader
	// Put stores value under key. Both are copied. Neither may be empty nor
	// above the limits: such a write is refused with ErrTooLarge, and so is the whole
	// transaction, even if the closure ignores the error.
	Put(s Space, key, value []byte) error
	// Delete removes key. It is no error if there is none.
	Delete(s Space, key []byte) error
	// Guard makes the commit fail (and the closure run again) if a concurrent commit
	// writes or guards one of the keys.
	Guard(s Space, keys ...[]byte) error
	// Now is the time of the transaction: UTC, whole microseconds, fixed for this
	// attempt, and strictly later than that of every earlier commit, even if the
	// wall clock was set back.
	Now() time.Time
	// Wall is what the wall clock showed when this attempt began, UTC in whole
	// microseconds. It says what time it is, Now in which order things happened:
	// they differ when the wall clock was ahead once and has been set right.
	Wall() time.Time
	// Tick is a time for one of several changes of this attempt: Now on the first call,
	// then a microsecond later on each. The Now of every later commit is later than all of
	// them, so no two changes ever get the same time.
	Tick() time.Time
	// AfterCommit runs fn once, after the commit is durable, and never otherwise.
	AfterCommit(fn func())
}

// Engine is an ordered store of bytes.
type Engine interface {
	// View runs fn on a snapshot. fn must be quick: no network, no waiting, and no
	// transaction inside.
	View(ctx context.Context, fn func(Reader) error) error
	// Update runs fn and commits what it wrote; it returns only when the commit
	// is durable. fn MAY RUN MORE THAN ONCE: its only effects must be its writes. If
	// fn returns an error, nothing is written and that error is returned (after
	// everything that fn may have read is durable). Who marks ctx with [Patient] may have to
	// wait some milliseconds longer. A panic in fn is re-raised in the
	// caller's goroutine and nothing is written. If ctx ends before fn has begun, its
	// error is returned and nothing is written.
	Update(ctx context.Context, fn func(Tx) error) error
	// AwaitIdle waits until those who wait for the engine wait for its disk, and need no processor:
	// work that nobody waits for makes nobody wait then. It returns at once where nobody does,
	// and after some milliseconds in any case, or when ctx ends.
	AwaitIdle(ctx context.Context)
	// Limits returns the largest sizes of keys and values.
	Limits() Limits
	// Close waits for running transactions, then closes the store.
	Close() error
}

// Limits of one engine, in bytes.
type Limits struct {
	MaxKey   int
	MaxValue int
}

// Default limits. Every engine has the same, so that data can move between engines.
const (
	MaxKey   = 1 << 10
	MaxValue = 512 << 10
)

// Contains reports whether key is within the bounds of the range.
func (r Range) Contains(key []byte) bool {
	return (r.From == nil || bytes.Compare(key, r.From) >= 0) && (r.To == nil || bytes.Compare(key, r.To) < 0)
}
