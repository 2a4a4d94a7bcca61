package texts

import (
	"math/bits"
	"slices"
)

// Marks are records of a table, each once: a bit for each, so that a million of them take
// as little room as a page of text. The zero Marks are none.
type Marks struct {
	spans []int64 // which spans of ids have marks, ascending
	bits  []*[markSpan / 64]uint64
	n     int
}

// markSpan is how many ids share a piece of memory.
const markSpan = 4096

// MarksOf marks ids in any order.
func MarksOf(ids []int64) (m Marks) {
	for _, id := range ids {
		m.Add(id)
	}
	return m
}

// Len is how many records are marked.
func (m *Marks) Len() int { return m.n }

// Add marks a record.
func (m *Marks) Add(id int64) {
	at := id % markSpan
	word, bit := &m.span(id / markSpan)[at/64], uint64(1)<<(at%64)
	if *word&bit == 0 {
		*word |= bit
		m.n++
	}
}

// span is the memory of a span of ids.
func (m *Marks) span(span int64) *[markSpan / 64]uint64 {
	i, found := len(m.spans)-1, true
	if i < 0 || m.spans[i] != span { // mostly it is the last one
		if i, found = slices.BinarySearch(m.spans, span); !found {
			m.spans, m.bits = slices.Insert(m.spans, i, span), slices.Insert(m.bits, i, new([markSpan / 64]uint64))
		}
	}
	return m.bits[i]
}

// AddAll marks what others have marked.
func (m *Marks) AddAll(o *Marks) {
	for i, span := range o.spans {
		to := m.span(span)
		for at, word := range o.bits[i] {
			m.n += bits.OnesCount64(word &^ to[at])
			to[at] |= word
		}
	}
}

// Has tells whether a record is marked.
func (m *Marks) Has(id int64) bool {
	i, found := slices.BinarySearch(m.spans, id/markSpan)
	at := id % markSpan
	return found && m.bits[i][at/64]&(1<<(at%64)) != 0
}

// IDs are the ids of all, ascending.
func (m *Marks) IDs() []int64 {
	ids := make([]int64, 0, m.n)
	for i, span := range m.spans {
		for at, word := range m.bits[i] {
			for ; word != 0; word &= word - 1 {
				ids = append(ids, span*markSpan+int64(at*64+bits.TrailingZeros64(word)))
			}
		}
	}
	return ids
}
