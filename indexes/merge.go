package indexes

import (
	"bytes"
	"fmt"
	"iter"
	"slices"

	"marquee/kv"
)

// Group is the entries of a Counted index under one first component of its keys,
// which must be a kv.Int, and how many they are.
type Group struct{ Key, N int64 }

// Groups lists the groups of the reader's company from one key up to, but not
// including, another. It reads counters, not entries.
func (b *Ordered) Groups(r Reader, from, to int64) ([]Group, error) {
	if !b.counted {
		return nil, fmt.Errorf("%s: is not counted", b.space)
	}
	front := append(bytes.Clone(b.tally), b.head(b.core.scope(r.Company()), b.core.global)...)
	var groups []Group
	span := kv.Range{From: kv.Int.Append(bytes.Clone(front), from), To: kv.Int.Append(bytes.Clone(front), to)}
	for p, err := range r.Scan(counterSpace, span) {
		if err != nil {
			return nil, err
		}
		key, _, err := kv.Int.Read(p.Key[len(front):])
		if err != nil {
			return nil, b.badEntry(p.Key)
		}
		n, err := decodeCounter(p.Key, p.Value)
		if err != nil {
			return nil, err
		}
		groups = append(groups, Group{key, n})
	}
	return groups, nil
}

// Span narrows a merged walk. From and To bound what follows the first component
// of a key, encoded by the codec of that part; nil is open. After goes on behind a
// position, in the direction of the walk.
type Span struct {
	From, To []byte
	After    Position
	Reversed bool
}

// Merge walks the entries of several groups as one list: in the order of what
// follows the first component of their keys, which is also the position. So an
// entry keeps its place when its record moves from one group to another, and a
// position holds for any choice of groups. A record that is in several groups with
// the same rest comes once. Inlined it would be copied into every index.
//
//go:noinline
func (b *Ordered) Merge(r Reader, groups []int64, s Span) iter.Seq2[Entry[struct{}], error] {
	return func(yield func(Entry[struct{}], error) bool) {
		if len(s.After) > maxPosition {
			yield(Entry[struct{}]{}, ErrPosition)
			return
		}
		m := merger{b: b, r: r, span: s.narrowed()}
		var last Position
		for e, err := range m.walk(groups) {
			if err == nil && last != nil && bytes.Equal(e.At, last) {
				continue
			}
			last = e.At
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// narrowed puts the position into the bounds.
func (s Span) narrowed() Span {
	switch {
	case s.After == nil:
	case s.Reversed:
		s.To = earlier(s.To, s.After)
	default:
		s.From = later(s.From, append(bytes.Clone(s.After), 0))
	}
	return s
}

// How many entries of a group are read in one go: at first, when it is the only one,
// which is a page of most lists and what shows that more follow; at first beside
// others; and at most.
const onlyChunk, firstChunk, mostChunk = 101, 32, 1024

type merger struct {
	b    *Ordered
	r    Reader
	span Span
	key  []byte // the key of the entry at hand, to measure it
}

// source is one group that is being walked.
type source struct {
	*merger
	front  []byte     // of its entries: the company and the group
	within int        // the length of the company in it
	bound  []byte     // where to go on, nil at first
	chunk  []Position // entries that were read and not handed out, without the front
	size   int
	done   bool
}

func (m *merger) source(group int64) *source {
	head := m.b.head(m.b.core.scope(m.r.Company()), m.b.core.global)
	return &source{merger: m, within: len(head), front: kv.Int.Append(head, group), size: firstChunk}
}

// bounds are those of the group's entries that were not read.
func (s *source) bounds() kv.Range {
	out := kv.Range{From: s.front, To: successor(s.front), Reverse: s.span.Reversed}
	if s.span.From != nil {
		out.From = append(bytes.Clone(s.front), s.span.From...)
	}
	if s.span.To != nil {
		out.To = append(bytes.Clone(s.front), s.span.To...)
	}
	switch {
	case s.bound == nil:
	case s.span.Reversed:
		out.To = s.bound
	default:
		out.From = s.bound
	}
	return out
}

// fill reads the next entries.
func (s *source) fill() error {
	span := s.bounds()
	span.Limit = s.size
	s.chunk = s.chunk[:0]
	if empty(span) {
		s.done = true
		return nil
	}
	if cap(s.chunk) < s.size {
		s.chunk = make([]Position, 0, s.size)
	}
	keys := make([]byte, 0, s.size*24)
	for p, err := range s.r.Scan(s.b.space, span) {
		if err != nil {
			return err
		}
		from := len(keys)
		keys = append(keys, p.Key[len(s.front):]...)
		s.chunk = append(s.chunk, Position(keys[from:len(keys):len(keys)]))
	}
	if s.done = len(s.chunk) < s.size; s.done {
		return nil
	}
	s.bound = append(bytes.Clone(s.front), s.chunk[len(s.chunk)-1]...)
	if !s.span.Reversed {
		s.bound = append(s.bound, 0)
	}
	s.size = min(2*s.size, mostChunk)
	return nil
}

// ready tells whether the source has an entry to hand out.
func (s *source) ready() (bool, error) {
	if len(s.chunk) > 0 || s.done {
		return len(s.chunk) > 0, nil
	}
	err := s.fill()
	return len(s.chunk) > 0, err
}

// walk keeps the sources in the order of their next entries.
func (m *merger) walk(groups []int64) iter.Seq2[Entry[struct{}], error] {
	return func(yield func(Entry[struct{}], error) bool) {
		var sources []*source
		for _, g := range groups {
			s := m.source(g)
			if len(groups) == 1 {
				s.size = onlyChunk
			}
			ok, err := s.ready()
			if err != nil {
				yield(Entry[struct{}]{}, err)
				return
			}
			if ok {
				sources = m.place(sources, s)
			}
		}
		for len(sources) > 0 {
			s := sources[0]
			e, err := m.entry(s)
			if !yield(e, err) || err != nil {
				return
			}
			s.chunk = s.chunk[1:]
			ok, err := s.ready()
			if err != nil {
				yield(Entry[struct{}]{}, err)
				return
			}
			if !ok {
				sources = sources[1:]
				continue
			}
			m.settle(sources)
		}
	}
}

// place puts a source among others, where its next entry belongs.
func (m *merger) place(sources []*source, s *source) []*source {
	return slices.Insert(sources, m.search(sources, s.chunk[0]), s)
}

// settle puts the first source back in its place after it moved on.
func (m *merger) settle(sources []*source) {
	s, others := sources[0], sources[1:]
	i := m.search(others, s.chunk[0])
	copy(sources, others[:i])
	sources[i] = s
}

func (m *merger) search(sources []*source, next Position) int {
	i, _ := slices.BinarySearchFunc(sources, next, func(other *source, next Position) int {
		if m.span.Reversed {
			return bytes.Compare(next, other.chunk[0])
		}
		return bytes.Compare(other.chunk[0], next)
	})
	return i
}

// entry is the next one of a source.
func (m *merger) entry(s *source) (Entry[struct{}], error) {
	at := s.chunk[0]
	n, err := m.rest(s.front[s.within:], at)
	if err != nil {
		return Entry[struct{}]{}, err
	}
	return Entry[struct{}]{ID: m.b.core.idOf(at[n:]), At: at, Company: m.b.core.scope(m.r.Company())}, nil
}

// rest is how much of what follows the first component still belongs to the key.
func (m *merger) rest(first []byte, at Position) (int, error) {
	m.key = append(append(m.key[:0], first...), at...)
	n, err := m.b.length(m.key)
	if err != nil {
		return 0, m.b.badEntry(m.key)
	}
	return n - len(first), nil
}
