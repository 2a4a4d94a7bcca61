package kv

import (
	"errors"
	"fmt"
)

// The errors of an engine, besides those of the closure itself.
var (
	// ErrNotFound: there is no such key.
	ErrNotFound = errors.New("kv: key not found")
	// ErrTooLarge: a key or a value is empty or over its limit.
	ErrTooLarge = errors.New("kv: key or value outside its limits")
	// ErrBusy: too many transactions are waiting; retry after a short time.
	ErrBusy = errors.New("kv: too many transactions are waiting")
	// ErrConflict: the transaction conflicted with others too many times; nothing
	// was written.
	ErrConflict = errors.New("kv: transaction kept losing to others")
	// ErrPoisoned: a commit failed, so the state on disk is unknown. The process must
	// end and open the store again.
	ErrPoisoned = errors.New("kv: a commit failed, the store must be reopened")
	// ErrClosed: the engine was closed.
	ErrClosed = errors.New("kv: engine is closed")
	// ErrReaderTooOld: a read exceeded its time limit and was ended.
	ErrReaderTooOld = errors.New("kv: read took too long")
	// ErrDamaged: the file is not what was written, or not a store.
	ErrDamaged = errors.New("kv: store is damaged")
	// ErrInUse: another process has the store open.
	ErrInUse = errors.New("kv: store is in use by another process")
	// ErrNotLeader: another node of the cluster takes what is written; nothing was. See
	// NotLeader.
	ErrNotLeader = errors.New("kv: another node leads")
	// ErrUnknownOutcome: whether the commit is durable could not be found out. It may turn up
	// in the store later. Comes with ErrPoisoned.
	ErrUnknownOutcome = errors.New("kv: whether it was committed is not known")
)

// NotLeader is an ErrNotLeader that says where the leader is.
type NotLeader struct {
	// Leader is its address; empty while there is none.
	Leader string
}

func (e NotLeader) Error() string {
	if e.Leader == "" {
		return "kv: no node leads at the moment"
	}
	return fmt.Sprintf("%v: the one at %s", ErrNotLeader, e.Leader)
}

// Is tells errors.Is that it is an ErrNotLeader.
func (NotLeader) Is(target error) bool { return target == ErrNotLeader }
