package kv

import "errors"

// What an engine can answer beside the closure's own error.
var (
	// ErrNotFound: there is no such key.
	ErrNotFound = errors.New("kv: key not found")
	// ErrTooLarge: a key or a value is empty or over its limit.
	ErrTooLarge = errors.New("kv: key or value outside its limits")
	// ErrBusy: too many transactions wait already; try again in a moment.
	ErrBusy = errors.New("kv: too many transactions are waiting")
	// ErrConflict: rivals won again and again; nothing was written.
	ErrConflict = errors.New("kv: transaction kept losing to others")
	// ErrPoisoned: a commit failed, so the state on disk is unknown; the
	// process must stop and open the store anew.
	ErrPoisoned = errors.New("kv: a commit failed, the store must be reopened")
	// ErrClosed: the engine was closed.
	ErrClosed = errors.New("kv: engine is closed")
	// ErrReaderTooOld: a read ran past its limit and was ended.
	ErrReaderTooOld = errors.New("kv: read took too long")
	// ErrDamaged: the store is not what was written, or no store at all.
	ErrDamaged = errors.New("kv: store is damaged")
	// ErrInUse: another process holds the store.
	ErrInUse = errors.New("kv: store is in use by another process")
)
