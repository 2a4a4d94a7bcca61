package indexes

import (
	"strings"
	"time"
)

// A room is where several records keep what they point to: their texts lie in a
// few large pieces of memory, and so do their lists and moments. A page of a
// hundred orders is then some dozen allocations instead of a thousand. Nothing in
// a room is moved or given out twice; it stays while anything of it is in use, so
// only records that are read together share one. A nil room gives each its own.
type room struct {
	text  strings.Builder
	ints  []int64
	texts []string
	times []time.Time
}

// The size of the pieces, in bytes and in elements.
const (
	pieceOfText  = 4 << 10
	pieceOfLists = 128
	pieceOfTimes = 32
)

// keep copies bytes that die with their transaction.
func (in *room) keep(b []byte) string {
	if in == nil {
		return string(b)
	}
	from := in.space(len(b))
	in.text.Write(b)
	return in.text.String()[from:]
}

// keepText is keep for bytes that are looked at as a text.
func (in *room) keepText(s string) string {
	if in == nil {
		return strings.Clone(s)
	}
	from := in.space(len(s))
	in.text.WriteString(s)
	return in.text.String()[from:]
}

// space makes sure that the piece of text need not grow: what was kept before
// stays where it is.
func (in *room) space(n int) (from int) {
	if in.text.Cap()-in.text.Len() < n {
		in.text.Reset()
		in.text.Grow(max(n, pieceOfText))
	}
	return in.text.Len()
}

// numbers and words make a list of n.
func (in *room) numbers(n int) []int64 {
	if in == nil {
		return make([]int64, n)
	}
	return carve(&in.ints, n, pieceOfLists)
}

func (in *room) words(n int) []string {
	if in == nil {
		return make([]string, n)
	}
	return carve(&in.texts, n, pieceOfLists)
}

func (in *room) moment() *time.Time {
	if in == nil {
		return new(time.Time)
	}
	return &carve(&in.times, 1, pieceOfTimes)[0]
}

// carve takes n elements off a piece, or off a new one. Who appends to them appends
// to a copy.
func carve[T any](piece *[]T, n, size int) []T {
	if len(*piece) < n || *piece == nil {
		*piece = make([]T, max(n, size))
	}
	taken := (*piece)[:n:n]
	*piece = (*piece)[n:]
	return taken
}
