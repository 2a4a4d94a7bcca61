package list

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
)

// Plan is how one request for a list is answered.
type Plan[T any] struct {
	// Walk goes through rows in the order of the list.
	Walk Walk[T]
	// Seek is the position of the row with n others before it in the walk, found
	// without walking there; nil if there is none. Plans may go without.
	Seek func(n int64) (indexes.Position, error)
	// Total is how many rows the walk has, told without walking it; atLeast says that
	// there may be more. Nil when nothing but the walk knows.
	Total func() (n int64, atLeast bool, err error)
	// Exact: the walk has what Fits takes and nothing else, so that only Sets are to
	// be looked at.
	Exact bool
	// Sets are ids that filters gave; a row must be in each of them.
	Sets []IDs
	// Marks are the same where they may be many.
	Marks []indexes.Marks
	// Fits decides about a record by all filters but those that became Sets or Marks. Nil
	// takes every record.
	Fits func(*T) (bool, error)
	// Cost is about how many further records Fits reads to decide about one.
	Cost int
	// Reads is about how many records the walk itself reads for a row.
	Reads int
	// Key is a record's position in the walk, to sort what Sets named. Descending
	// tells that the walk has the largest first.
	Key        func(*T) indexes.Position
	Descending bool
}

// Among narrows a plan to marked records.
func (p *Plan[T]) Among(m indexes.Marks) { p.Marks = append(p.Marks, m) }

// chosen tells whether a record is in each set and marked by all.
func (p *Plan[T]) chosen(id int64) bool {
	for _, set := range p.Sets {
		if !set.Has(id) {
			return false
		}
	}
	return p.marked(id)
}

func (p *Plan[T]) marked(id int64) bool {
	for i := range p.Marks {
		if !p.Marks[i].Has(id) {
			return false
		}
	}
	return true
}

// Walk goes through rows behind a position, nil for all.
type Walk[T any] func(after indexes.Position) iter.Seq2[Row[T], error]

// Row is one row of a walk.
type Row[T any] struct {
	ID int64
	At indexes.Position
	// Rec is the record, where the walk read it; it lasts until the next row.
	Rec *T
}

// IDs are ids in ascending order, each once.
type IDs []int64

// Sorted makes IDs of ids in any order, and keeps them in the memory of these.
func Sorted(ids []int64) IDs {
	if len(ids) >= manyIDs {
		first := slices.Min(ids)
		if words := (uint64(slices.Max(ids))-uint64(first))/64 + 1; words <= uint64(len(ids)) {
			return marked(ids, first, make([]uint64, words))
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// manyIDs is from how many ids on a bit for each is quicker than sorting them.
const manyIDs = 1_000

// marked sorts ids that lie close together: a bit is set for each, counted from the
// first, and they are read off in order.
func marked(ids []int64, first int64, marks []uint64) IDs {
	for _, id := range ids {
		at := uint64(id) - uint64(first)
		marks[at/64] |= 1 << (at % 64)
	}
	sorted := ids[:0]
	for i, word := range marks {
		for ; word != 0; word &= word - 1 {
			sorted = append(sorted, first+int64(i)*64+int64(bits.TrailingZeros64(word)))
		}
	}
	return sorted
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
	if len(s) < len(o)/muchLarger {
		for _, id := range s {
			if o.Has(id) {
				shared = append(shared, id)
			}
		}
		return shared
	}
	for _, id := range s {
		for len(o) > 0 && o[0] < id {
			o = o[1:]
		}
		if len(o) > 0 && o[0] == id {
			shared = append(shared, id)
		}
	}
	return shared
}

// muchLarger is from how many times its size on a set is searched rather than walked.
const muchLarger = 16

// Groups plans a walk over groups of a counted index, within a span. Descending has
// the largest first.
func Groups[T, K any](r app.Reader, by *indexes.By[T, K], groups []indexes.Group, span indexes.Span, descending bool) Plan[T] {
	keys, all := make([]int64, len(groups)), int64(0)
	for i, g := range groups {
		keys[i] = g.Key
		all += g.N
	}
	p := Keys(r, by, keys, span, descending)
	if span.From == nil && span.To == nil {
		p.Total = func() (int64, bool, error) { return all, false, nil }
	}
	return p
}

// Keys is Groups for an index that nobody counts: the total is told by counting what
// lies within the span.
func Keys[T, K any](r app.Reader, by *indexes.By[T, K], keys []int64, span indexes.Span, descending bool) Plan[T] {
	span.Reversed = descending
	m := merged{&by.Ordered, r, keys, span}
	p := Plan[T]{Exact: true, Descending: descending, Seek: m.nth, Total: m.total}
	p.Walk = func(after indexes.Position) iter.Seq2[Row[T], error] {
		return func(yield func(Row[T], error) bool) {
			m.walk(after, func(id int64, at indexes.Position, err error) bool {
				return yield(Row[T]{ID: id, At: at}, err)
			})
		}
	}
	return p
}

// merged is what a walk over groups does without knowing the types of their index.
type merged struct {
	by   *indexes.Ordered
	r    app.Reader
	keys []int64
	span indexes.Span
}

func (m *merged) walk(after indexes.Position, yield func(id int64, at indexes.Position, err error) bool) {
	s := m.span
	s.After = after
	for e, err := range m.by.Merge(m.r, m.keys, s) {
		if !yield(e.ID, e.At, err) {
			return
		}
	}
}

func (m *merged) nth(n int64) (indexes.Position, error) { return m.by.Nth(m.r, m.keys, m.span, n) }

func (m *merged) total() (int64, bool, error) {
	n, err := m.by.CountSpan(m.r, m.keys, m.span)
	return n, false, err
}

// ids are those of one group.
func (m *merged) ids(group int64, to []int64) ([]int64, error) {
	for e, err := range m.by.Merge(m.r, []int64{group}, m.span) {
		if err != nil {
			return nil, err
		}
		to = append(to, e.ID)
	}
	return to, nil
}

// Members are the ids of some groups of an index within a span.
func Members[T, K any](r app.Reader, by *indexes.By[T, K], groups []indexes.Group, span indexes.Span) (IDs, error) {
	m, ids := merged{by: &by.Ordered, r: r, span: span}, make([]int64, 0, membersOf(groups))
	for _, g := range groups {
		var err error
		if ids, err = m.ids(g.Key, ids); err != nil {
			return nil, err
		}
	}
	return Sorted(ids), nil
}

// Many tells whether groups have so many members that none puts their ids together.
func Many(groups []indexes.Group) bool { return membersOf(groups) > MaxMembers }

func membersOf(groups []indexes.Group) (n int64) {
	for _, g := range groups {
		n += g.N
	}
	return n
}

// OfIDs plans a list of ids, in their order.
func OfIDs[T any](ids IDs) Plan[T] {
	return Plan[T]{
		Exact: true,
		Total: func() (int64, bool, error) { return int64(len(ids)), false, nil },
		Seek: func(n int64) (indexes.Position, error) {
			if n >= int64(len(ids)) {
				return nil, nil
			}
			return AtID(ids[n]), nil
		},
		Walk: func(after indexes.Position) iter.Seq2[Row[T], error] {
			return func(yield func(Row[T], error) bool) {
				rest, err := behind(ids, after)
				if err != nil {
					yield(Row[T]{}, err)
					return
				}
				for _, id := range rest {
					if !yield(Row[T]{ID: id, At: AtID(id)}, nil) {
						return
					}
				}
			}
		},
	}
}

// Named marks the records whose texts contain all words of a search, in an index of lines. A
// search without a word finds nothing.
func Named[T any](r app.Reader, by *indexes.Texts[T], asked search.Asked) (indexes.Marks, error) {
	if len(asked) == 0 {
		return indexes.Marks{}, nil
	}
	return by.Find(r, asked.First(), func(line []byte) bool { return asked.In(search.Texts(line)) })
}

// lookedAt is how many records [Latest] reads for each one that it is to give.
const lookedAt = 8

// Latest are the records with the greatest numbers among some, at most so many, that the reader is
// shown and that fit. It looks at no more than a few for each, so that it may give fewer.
func Latest[T any](r app.Reader, t *indexes.Table[T], among *indexes.Marks, most int, fits func(*T) bool) (all []T, err error) {
	ids := among.IDs()
	for looked := 0; len(ids) > 0 && len(all) < most && looked < most*lookedAt; looked += most {
		some := ids[max(0, len(ids)-most):]
		ids = ids[:len(ids)-len(some)]
		recs, err := t.GetMany(r, some)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(recs, func(a, b T) int { return cmp.Compare(t.IDOf(&b), t.IDOf(&a)) })
		for i := range recs {
			if len(all) < most && fits(&recs[i]) {
				all = append(all, recs[i])
			}
		}
	}
	return all, nil
}
