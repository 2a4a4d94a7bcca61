package list

import (
	"iter"
	"slices"

	"marquee/app"
	"marquee/indexes"
)

// Plan is how one request for a list is answered.
type Plan[T any] struct {
	// Walk goes through rows in the order of the list.
	Walk Walk[T]
	// OneWay walks cannot be walked backwards.
	OneWay bool
	// Total is how many rows the walk has, told without walking it; atLeast says that
	// there may be more. Nil when nothing but the walk knows.
	Total func() (n int64, atLeast bool, err error)
	// Exact: the walk has what Fits takes and nothing else, so that only Sets are to
	// be looked at.
	Exact bool
	// Sets are ids that filters gave; a row must be in each of them.
	Sets []IDs
	// Fits decides about a record by all filters but those that became Sets. Nil
	// takes every record.
	Fits func(*T) (bool, error)
	// Cost is about how many further records Fits reads to decide about one.
	Cost int
	// Key is a record's position in the walk, to sort what Sets named. Descending
	// tells that the walk has the largest first.
	Key        func(*T) indexes.Position
	Descending bool
}

// Walk goes through rows behind a position, nil for all; back turns it around.
type Walk[T any] func(after indexes.Position, back bool) iter.Seq2[Row[T], error]

// Row is one row of a walk.
type Row[T any] struct {
	ID int64
	At indexes.Position
	// Rec is the record, where the walk read it; it lasts until the next row.
	Rec *T
}

// IDs are ids in ascending order, each once.
type IDs []int64

// Sorted makes IDs of ids in any order.
func Sorted(ids []int64) IDs {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Has tells whether an id is among them.
func (s IDs) Has(id int64) bool {
	_, found := slices.BinarySearch(s, id)
	return found
}

// Behind are the ids greater than one.
func (s IDs) Behind(id int64) IDs {
	i, found := slices.BinarySearch(s, id)
	if found {
		i++
	}
	return s[i:]
}

// Both are the ids that two sets share.
func (s IDs) Both(o IDs) IDs {
	if len(o) < len(s) {
		s, o = o, s
	}
	shared := IDs{}
	for _, id := range s {
		if o.Has(id) {
			shared = append(shared, id)
		}
	}
	return shared
}

// Groups plans a walk over groups of a counted index, within a span. Descending has
// the largest first.
func Groups[T, K any](r app.Reader, by *indexes.By[T, K], groups []indexes.Group, span indexes.Span, descending bool) Plan[T] {
	keys, all := make([]int64, len(groups)), int64(0)
	for i, g := range groups {
		keys[i] = g.Key
		all += g.N
	}
	p := Keys(r, by, keys, span, descending)
	p.Total = func() (int64, bool, error) { return countSpan(r, by, keys, span, all) }
	return p
}

// Keys is Groups for an index that nobody counts: the total is told by counting what
// lies within the span.
func Keys[T, K any](r app.Reader, by *indexes.By[T, K], keys []int64, span indexes.Span, descending bool) Plan[T] {
	p := Plan[T]{Exact: true, Descending: descending}
	p.Walk = func(after indexes.Position, back bool) iter.Seq2[Row[T], error] {
		return func(yield func(Row[T], error) bool) {
			s := span
			s.After, s.Reversed = after, descending != back
			for e, err := range by.Merge(r, keys, s) {
				if !yield(Row[T]{ID: e.ID, At: e.At}, err) {
					return
				}
			}
		}
	}
	p.Total = func() (int64, bool, error) {
		n, err := by.CountSpan(r, keys, span, maxWalked)
		return n, n >= maxWalked, err
	}
	return p
}

// countSpan counts what lies within a span: from the counters alone when that is
// everything, else inside or outside of it, wherever there is less.
func countSpan[T, K any](r app.Reader, by *indexes.By[T, K], keys []int64, span indexes.Span, all int64) (int64, bool, error) {
	if span.From == nil && span.To == nil {
		return all, false, nil
	}
	for limit := int64(1000); limit <= maxWalked; limit *= 2 {
		n, err := by.CountSpan(r, keys, span, limit)
		if err != nil || n < limit {
			return n, false, err
		}
		outside := int64(0)
		for _, s := range []indexes.Span{{To: span.From}, {From: span.To}} {
			if s.From == nil && s.To == nil {
				continue
			}
			n, err := by.CountSpan(r, keys, s, limit)
			if err != nil {
				return 0, false, err
			}
			outside += n
		}
		if outside < limit {
			return all - outside, false, nil
		}
	}
	return maxWalked, true, nil
}

// Members are the ids of some groups of an index within a span.
func Members[T, K any](r app.Reader, by *indexes.By[T, K], groups []indexes.Group, span indexes.Span) (IDs, error) {
	var ids []int64
	for _, g := range groups {
		for e, err := range by.Merge(r, []int64{g.Key}, span) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, e.ID)
		}
	}
	return Sorted(ids), nil
}

// OfIDs plans a list of ids, in their order.
func OfIDs[T any](ids IDs) Plan[T] {
	return Plan[T]{
		Exact: true,
		Total: func() (int64, bool, error) { return int64(len(ids)), false, nil },
		Walk: func(after indexes.Position, back bool) iter.Seq2[Row[T], error] {
			return func(yield func(Row[T], error) bool) {
				rest, err := behind(ids, after)
				if err != nil {
					yield(Row[T]{}, err)
					return
				}
				for i := range rest {
					id := rest[i]
					if back {
						id = rest[len(rest)-1-i]
					}
					if !yield(Row[T]{ID: id, At: AtID(id)}, nil) {
						return
					}
				}
			}
		},
	}
}
