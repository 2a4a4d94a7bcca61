package kv

import "time"

// WriteSet is what one transaction wrote, as an engine passes it to its followers.
// Each set contains the time of the transaction before it, so that a gap can be
// detected.
type WriteSet struct {
	// Prev and At are the Now of the previous and of this transaction.
	Prev, At time.Time
	// Writes are ordered by space, then by key, each key once. A nil Value is a
	// deletion.
	Writes []Entry
}
