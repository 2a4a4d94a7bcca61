package indexes

import (
	"errors"
	"fmt"
	"iter"

	"marquee/kv"
)

// By is an ordered index: records in the order of a key, those with equal keys
// in the order of their ids. A record may have no key (it is not indexed) or
// several.
type By[T, K any] struct {
	// Ordered is what needs no types.
	Ordered Ordered
	// Index is for Define.
	Index Index[T]
	c     kv.Codec[K]
}

// Ordered is what a By does without knowing the types of its keys and records.
type Ordered struct {
	indexShape
	core *core
	// lists caches the results of All.
	lists listCache
}

// Hit is one record of a walk.
type Hit[T any] struct {
	ID  int64 // 0 in tables with natural keys
	Rec T
	At  Position
	// Company is the record's company. In a Global index it may be another one than
	// the reader's.
	Company int64
}

// Entry is one index entry of a walk that reads no records.
type Entry[K any] struct {
	Key     K
	ID      int64 // 0 in tables with natural keys
	At      Position
	Company int64
}

// NewBy declares an ordered index. keys returns the keys a record is listed under; a
// record without keys is not in the index.
func NewBy[T, K any](name string, c kv.Codec[K], keys func(*T) []K) *By[T, K] {
	b := &By[T, K]{c: c}
	b.Ordered.indexShape = shapeOf(name, kindBy, codecName(c), formOf(c))
	b.Index = Index[T]{index{&b.Ordered.indexShape, keysWith(c, keys), b.Ordered.attach}}
	return b
}

// Global makes one index over all companies, for background work.
func (b *By[T, K]) Global() *By[T, K] { b.Ordered.global = true; return b }

// Counted keeps the number of entries per key, or per first component when keys
// are pairs or triples, so that CountOf takes one read.
func (b *By[T, K]) Counted() *By[T, K] { b.Ordered.counted = true; return b }

// Ascending declares that new entries mostly sort behind older ones, for example
// under a key that many records share, because ids ascend. The engine then fills
// pages completely. It affects only the size of the file and can be changed at any
// time.
func (b *By[T, K]) Ascending() *By[T, K] { b.Ordered.ascending = true; return b }

// Version must be raised whenever keys returns other keys than before: the index
// is then rebuilt at the next start. It starts at 1.
func (b *By[T, K]) Version(v int) *By[T, K] { b.Ordered.version = v; return b }

// Scan walks records in the order of the index. The walk ends at the first error.
// The table must not be written during the walk: collect the records first.
func (b *By[T, K]) Scan(r Reader, rg Range[K]) iter.Seq2[Hit[T], error] {
	return hits[T](&b.Ordered, r, b.within(r, &rg))
}

// within is a range of the entries that a reader may see.
func (b *By[T, K]) within(r Reader, rg *Range[K]) walk {
	return b.Ordered.walk(rg.behind(b.Ordered.front(r), b.c))
}

// hits reads the records of entries.
func hits[T any](b *Ordered, r Reader, w walk) iter.Seq2[Hit[T], error] {
	return func(yield func(Hit[T], error) bool) {
		var h Hit[T] // yielded by value, so one variable serves the whole walk
		b.records(r, w, &h.Rec, func(e owned, err error) bool {
			h.ID, h.At, h.Company = e.id, e.at, e.company
			return yield(h, err)
		})
	}
}

// records reads the record of each entry into rec and hands the entry out.
func (b *Ordered) records(r Reader, w walk, rec any, yield func(owned, error) bool) {
	var mem arena
	var positions positionArena
	b.each(r, w, positions.copy, func(e owned, err error) bool {
		b.core.clear(rec)
		if err != nil {
			return yield(owned{}, err)
		}
		hidden := false
		if err = b.read(&mem, r, e, rec); err == nil {
			hidden, err = b.core.passesOver(r, rec)
		}
		if hidden || leftOut(r, err) {
			return true
		}
		if err != nil {
			b.core.clear(rec)
			e = owned{}
		}
		return yield(e, err) && err == nil
	})
}

func (b *Ordered) read(mem *arena, r kv.Reader, e owned, rec any) error {
	err := b.core.loadIn(mem, r, e.company, e.pk, rec)
	if errors.Is(err, ErrNotFound) {
		return b.core.damaged(e.pk, fmt.Errorf("index %s points to it, but it is gone", b.name))
	}
	return err
}

// Keys walks the entries without reading records.
func (b *By[T, K]) Keys(r Reader, rg Range[K]) iter.Seq2[Entry[K], error] {
	return withKeys(&b.Ordered, r, b.c, b.within(r, &rg))
}

// withKeys reads the keys of entries.
func withKeys[K any](b *Ordered, r Reader, c kv.Codec[K], w walk) iter.Seq2[Entry[K], error] {
	return func(yield func(Entry[K], error) bool) {
		var positions positionArena
		b.each(r, w, positions.copy, func(e owned, err error) bool {
			found := Entry[K]{ID: e.id, At: e.at, Company: e.company}
			if err == nil {
				found.Key, _, err = c.Read(e.at)
			}
			return yield(found, err) && err == nil
		})
	}
}

// IDs yields the ids of the entries of a range alone, in the order of their keys, which
// nobody decodes or keeps.
func (b *By[T, K]) IDs(r Reader, rg Range[K]) iter.Seq2[int64, error] {
	return b.Ordered.ids(r, b.within(r, &rg))
}

func (b *Ordered) ids(r Reader, w walk) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		b.each(r, w, passing, func(e owned, err error) bool { return yield(e.id, err) && err == nil })
	}
}

// Groups is [Ordered.Groups].
func (b *By[T, K]) Groups(r Reader, from, to int64) ([]Group, error) {
	return b.Ordered.Groups(r, from, to)
}

// Merge is [Ordered.Merge].
func (b *By[T, K]) Merge(r Reader, groups []int64, s Span) iter.Seq2[Entry[struct{}], error] {
	return b.Ordered.Merge(r, groups, s)
}

// passing is a position that lasts until the next one.
func passing(key []byte) Position { return key }

// owned is a parsed index entry.
type owned struct {
	at      Position // the entry without the company prefix
	company int64
	id      int64 // 0 in tables with natural keys
	pk      []byte
}

// walk bounds a walk of the entries.
func (b *Ordered) walk(in bounds) walk {
	return in.walk(b.keyForm, b.ownerFits(b.core.global, b.core.length))
}

// front is the common prefix of all entries that a reader may see.
func (b *Ordered) front(r Reader) []byte { return b.head(b.core.scope(r.Company()), b.core.global) }

// each hands out the entries of a walk, whose positions keep makes; after an error none.
func (b *Ordered) each(r Reader, w walk, keep func([]byte) Position, yield func(owned, error) bool) {
	if w.err != nil {
		yield(owned{}, fmt.Errorf("%s: %w", b.space, w.err))
		return
	}
	if empty(w.span) {
		return
	}
	company := b.core.scope(r.Company())
	for p, err := range r.Scan(b.space, w.span) {
		var e owned
		if err == nil {
			e, err = b.take(keep(p.Key[w.front:]), company, b.core.global)
		}
		if err == nil {
			e.id = b.core.idOf(e.pk)
		}
		if !yield(e, err) || err != nil {
			return
		}
	}
}

// CountOf returns the number of entries with one key (indexes.Equal(k)) or with one
// first component of a pair or triple (indexes.PrefixOf[…](a)) without walking
// them. The index must be Counted.
func (b *By[T, K]) CountOf(r Reader, rg Range[K]) (int64, error) {
	head, full := b.Ordered.front(r), []byte(nil)
	if rg.equal != nil {
		full = b.c.Append(head, *rg.equal)
	}
	return b.Ordered.tallied(r, full, len(head), rg.how.parts == 1)
}

// tallied reads the counter of a key behind a prefix, of its first component where only
// that is asked for.
func (b *Ordered) tallied(r Reader, full []byte, head int, first bool) (int64, error) {
	if !b.counted || full == nil {
		return 0, fmt.Errorf("%s: only one key of a counted index can be counted", b.space)
	}
	n, err := b.measure(full[head:])
	if err != nil {
		return 0, err
	}
	if !first && n != len(full)-head {
		return 0, fmt.Errorf("%s: counts are kept per first component", b.space)
	}
	return readCounter(r, counterKey(tallies, string(b.space), full[:head+n]))
}

func (b *Ordered) attach(c *core) { b.place(c.name); b.core = c }

// head is the common prefix of all entries a reader may see.
func (s *indexShape) head(company int64, tableGlobal bool) []byte {
	if tableGlobal || s.global {
		return nil
	}
	return kv.Int.Append(make([]byte, 0, 64), company)
}

// take parses an entry without the company prefix.
func (s *indexShape) take(at Position, company int64, tableGlobal bool) (owned, error) {
	n, err := s.length(at)
	if err != nil {
		return owned{}, s.badEntry(at)
	}
	pk := []byte(at[n:])
	if s.global && !tableGlobal {
		if company, pk, err = kv.Int.Read(pk); err != nil {
			return owned{}, s.badEntry(at)
		}
	}
	return owned{at: at, company: company, pk: pk}, nil
}

func (s *indexShape) badEntry(b []byte) error {
	return &DamagedError{Table: string(s.space), Key: hexKey(b), Reason: "entry cannot be read"}
}

// ownerFits returns a check of what follows the key in a position.
func (s *indexShape) ownerFits(tableGlobal bool, length func([]byte) (int, error)) func([]byte) error {
	return func(b []byte) error {
		if s.global && !tableGlobal {
			_, rest, err := kv.Int.Read(b)
			if err != nil {
				return err
			}
			b = rest
		}
		n, err := length(b)
		if err == nil && n != len(b) {
			err = kv.ErrBadKey
		}
		return err
	}
}

// Gather is what is found on a walk of ids.
func Gather(walk iter.Seq2[int64, error]) (all []int64, err error) {
	for id, err := range walk {
		if err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, nil
}

// Records are those that are found on a walk.
func Records[T any](walk iter.Seq2[Hit[T], error]) (all []T, err error) {
	for hit, err := range walk {
		if err != nil {
			return nil, err
		}
		all = append(all, hit.Rec)
	}
	return all, nil
}
