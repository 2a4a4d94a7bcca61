package indexes

import (
	"strings"
	"time"
)

// arena is memory that several records share for what they point to: their texts
// lie in a few large pieces, and so do their lists and times. A page of a hundred
// orders then takes some dozen allocations instead of a thousand. An arena never
// moves a value and never hands out the same memory twice. It stays in memory as
// long as any value in it is in use, so only records that are read together share
// one. With a nil arena each value is allocated by itself.
type arena struct {
	text  strings.Builder
	ints  chunks[int64]
	texts chunks[string]
	times chunks[time.Time]
}

// The sizes of the first and of the largest chunk, in bytes of text and in
// elements of lists: an arena may hold one record or a thousand.
const (
	firstText, largestText = 256, 4 << 10
	firstList, largestList = 4, 128
)

// copyBytes copies bytes that are only valid until the end of the transaction.
func (a *arena) copyBytes(b []byte) string {
	if a == nil {
		return string(b)
	}
	from := a.reserve(len(b))
	a.text.Write(b)
	return a.text.String()[from:]
}

// copyText is copyBytes for bytes that are already seen as a string.
func (a *arena) copyText(s string) string {
	if a == nil {
		return strings.Clone(s)
	}
	from := a.reserve(len(s))
	a.text.WriteString(s)
	return a.text.String()[from:]
}

// reserve makes sure that n bytes fit into the current chunk of text without
// growing it, because growing would move what was copied before. It returns where
// the next text starts.
func (a *arena) reserve(n int) (from int) {
	if a.text.Cap()-a.text.Len() < n {
		size := min(max(2*a.text.Cap(), firstText), largestText)
		a.text.Reset()
		a.text.Grow(max(n, size))
	}
	return a.text.Len()
}

// makeInts makes a list of n integers.
func (a *arena) makeInts(n int) []int64 {
	if a == nil {
		return make([]int64, n)
	}
	return a.ints.take(n)
}

// makeTexts makes a list of n texts.
func (a *arena) makeTexts(n int) []string {
	if a == nil {
		return make([]string, n)
	}
	return a.texts.take(n)
}

func (a *arena) newTime() *time.Time {
	if a == nil {
		return new(time.Time)
	}
	return &a.times.take(1)[0]
}

// chunks allocates lists out of larger slices, each twice as long as the one
// before.
type chunks[T any] struct {
	free []T // the rest of the current chunk
	size int
}

// take cuts n elements off the current chunk. Their capacity is n as well, so
// appending to them copies them.
func (c *chunks[T]) take(n int) []T {
	if c.free == nil || len(c.free) < n {
		c.size = min(max(2*c.size, firstList), largestList)
		c.free = make([]T, max(n, c.size))
	}
	taken := c.free[:n:n]
	c.free = c.free[n:]
	return taken
}
