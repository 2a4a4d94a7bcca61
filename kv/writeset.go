package kv

import "time"

// WriteSet is what one transaction wrote, as an engine tells those who follow it.
// Sets chain by time: Prev is the moment of the transaction before it, so a gap
// shows.
type WriteSet struct {
	// Prev and At are the moments of the transaction before and of this one, as
	// its Now told.
	Prev, At time.Time
	// Writes are by space, then by key, each key once; a nil Value is a deletion.
	Writes []Entry
}
