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
	ints  pieces[int64]
	texts pieces[string]
	times pieces[time.Time]
}

// The size of the first and of the largest pieces, in bytes of text and in
// elements of lists: a room may hold one record or a thousand.
const (
	firstText, largestText = 256, 4 << 10
	firstList, largestList = 4, 128
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
		size := min(max(2*in.text.Cap(), firstText), largestText)
		in.text.Reset()
		in.text.Grow(max(n, size))
	}
	return in.text.Len()
}

// numbers and words make a list of n.
func (in *room) numbers(n int) []int64 {
	if in == nil {
		return make([]int64, n)
	}
	return in.ints.carve(n)
}

func (in *room) words(n int) []string {
	if in == nil {
		return make([]string, n)
	}
	return in.texts.carve(n)
}

func (in *room) moment() *time.Time {
	if in == nil {
		return new(time.Time)
	}
	return &in.times.carve(1)[0]
}

// pieces of memory for lists, each twice as large as the one before.
type pieces[T any] struct {
	left []T // of the last one
	size int
}

// carve takes n elements off a piece. Who appends to them appends to a copy.
func (p *pieces[T]) carve(n int) []T {
	if p.left == nil || len(p.left) < n {
		p.size = min(max(2*p.size, firstList), largestList)
		p.left = make([]T, max(n, p.size))
	}
	taken := p.left[:n:n]
	p.left = p.left[n:]
	return taken
}
