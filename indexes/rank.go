package indexes

import (
	"bytes"
	"cmp"
	"slices"

	"marquee/kv"
)

// CountSpan counts the entries of groups within a span without merging them.
func (b *Ordered) CountSpan(r Reader, groups []int64, s Span) (n int64, err error) {
	m := merger{b: b, r: r, span: s.narrowed()}
	for _, g := range groups {
		span := m.source(g).bounds()
		if empty(span) {
			continue
		}
		in, err := kv.Count(r, b.space, span)
		if err != nil {
			return n, err
		}
		n += in
	}
	return n, nil
}

// fewEntries is how many entries of a group Nth reads rather than narrow the span.
const fewEntries = 8

// Nth is the position of the entry that has n others before it in the merged walk;
// nil if there is none. Entries with the same position count each.
func (b *Ordered) Nth(r Reader, groups []int64, s Span, n int64) (Position, error) {
	m := merger{b: b, r: r, span: s.narrowed()}
	m.span.After = nil
	left, err := b.CountSpan(r, groups, m.span)
	if err != nil || n >= left {
		return nil, err
	}
	if s.Reversed { // positions ascend below
		m.span.Reversed, n = false, left-1-n
	}
	for left > int64(fewEntries*len(groups)) {
		pivot, err := m.pivot(groups)
		if err != nil {
			return nil, err
		}
		low := m.span
		low.To = pivot
		below, err := b.CountSpan(r, groups, low)
		if err != nil {
			return nil, err
		}
		if n < below {
			m.span, left = low, below
		} else {
			m.span.From, n, left = pivot, n-below, left-below
		}
	}
	return m.nth(groups, n)
}

// pivot is the position in the middle of the largest group. It has entries on both
// sides, so that a search always comes to an end.
func (m *merger) pivot(groups []int64) (Position, error) {
	var largest *source
	most := int64(0)
	for _, g := range groups {
		s := m.source(g)
		n, err := m.b.CountSpan(m.r, []int64{g}, m.span)
		if err != nil {
			return nil, err
		}
		if n > most {
			largest, most = s, n
		}
	}
	key, err := kv.Nth(m.r, m.b.space, largest.bounds(), most/2)
	if err != nil || key == nil {
		return nil, cmp.Or(err, m.b.badEntry(largest.front))
	}
	return Position(bytes.Clone(key[len(largest.front):])), nil
}

// nth sorts the few entries that are left.
func (m *merger) nth(groups []int64, n int64) (Position, error) {
	var all []Position
	for _, g := range groups {
		s := m.source(g)
		for p, err := range m.r.Scan(m.b.space, s.bounds()) {
			if err != nil {
				return nil, err
			}
			all = append(all, Position(bytes.Clone(p.Key[len(s.front):])))
		}
	}
	slices.SortFunc(all, func(a, b Position) int { return bytes.Compare(a, b) })
	return all[n], nil
}
