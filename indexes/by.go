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
	indexShape
	c    kv.Codec[K]
	keys func(*T) []K
	core *core[T]
	// lists are those of All.
	lists remembered[T]
}

// Hit is one record of a walk.
type Hit[T any] struct {
	ID  int64 // 0 in tables with natural keys
	Rec T
	At  Position
	// Company is whose record it is: the reader's, but for Global indexes.
	Company int64
}

// Entry is one index entry of a walk that reads no records.
type Entry[K any] struct {
	Key     K
	ID      int64 // 0 in tables with natural keys
	At      Position
	Company int64
}

// NewBy declares an ordered index. keys returns what a record is listed under;
// nothing at all leaves it out of the index.
func NewBy[T, K any](name string, c kv.Codec[K], keys func(*T) []K) *By[T, K] {
	b := &By[T, K]{c: c, keys: keys}
	b.indexShape = shapeOf(name, kindBy, c)
	return b
}

// Global makes one order over all companies, for background work.
func (b *By[T, K]) Global() *By[T, K] { b.global = true; return b }

// Counted keeps the number of entries per key, or per first component when keys
// are pairs or triples, so that CountOf takes one read.
func (b *By[T, K]) Counted() *By[T, K] { b.counted = true; return b }

// Ascending tells that new entries of a key mostly come behind its older ones, as
// under a key that many records share: their ids ascend. Pages are filled to the
// brim then. It is about space alone and can be changed at any time.
func (b *By[T, K]) Ascending() *By[T, K] { b.ascending = true; return b }

// Version is to be raised whenever keys gives other keys than before: the index
// is then built anew at the next start. It starts at 1.
func (b *By[T, K]) Version(v int) *By[T, K] { b.version = v; return b }

// Scan walks records in the order of the index. The walk ends at the first
// error. Writing to the table during the walk is a mistake: collect first.
func (b *By[T, K]) Scan(r Reader, rg Range[K]) iter.Seq2[Hit[T], error] {
	return func(yield func(Hit[T], error) bool) {
		var h Hit[T] // handed out as a copy, so one is enough for the walk
		var in room
		for e, err := range b.walk(r, rg) {
			if err != nil {
				yield(Hit[T]{}, err)
				return
			}
			h = Hit[T]{ID: b.core.idOf(e.pk), At: e.at, Company: e.company}
			if err := b.read(&in, r, e, &h.Rec); err != nil {
				yield(Hit[T]{}, err)
				return
			}
			if !yield(h, nil) {
				return
			}
		}
	}
}

func (b *By[T, K]) read(in *room, r kv.Reader, e owned, rec *T) error {
	err := b.core.loadIn(in, r, e.company, e.pk, rec)
	if errors.Is(err, ErrNotFound) {
		return b.core.damaged(e.pk, fmt.Errorf("index %s points to it, but it is gone", b.name))
	}
	return err
}

// Keys walks the entries alone.
func (b *By[T, K]) Keys(r Reader, rg Range[K]) iter.Seq2[Entry[K], error] {
	return func(yield func(Entry[K], error) bool) {
		for e, err := range b.walk(r, rg) {
			if err != nil {
				yield(Entry[K]{}, err)
				return
			}
			k, _, err := b.c.Read(e.at)
			if !yield(Entry[K]{k, b.core.idOf(e.pk), e.at, e.company}, err) || err != nil {
				return
			}
		}
	}
}

// owned is an index entry taken apart.
type owned struct {
	at      Position // the entry without the reader's company
	company int64
	pk      []byte
}

func (b *By[T, K]) walk(r Reader, rg Range[K]) iter.Seq2[owned, error] {
	return func(yield func(owned, error) bool) {
		company := b.core.scope(r.Company())
		head := b.head(company, b.core.global)
		span, err := rg.bytes(head, b.c, b.ownerFits(b.core.global, b.core.length))
		if err != nil {
			yield(owned{}, fmt.Errorf("%s: %w", b.space, err))
			return
		}
		if empty(span) {
			return
		}
		var kept places
		for p, err := range r.Scan(b.space, span) {
			var e owned
			if err == nil {
				e, err = b.take(kept.keep(p.Key[len(head):]), company, b.core.global)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// CountOf is the number of entries with a key, or with the first component of a
// pair or triple (indexes.Equal(k), indexes.PrefixOf[…](a)), without walking
// them. The index must be Counted.
func (b *By[T, K]) CountOf(r Reader, rg Range[K]) (int64, error) {
	if !b.counted || rg.equal == nil {
		return 0, fmt.Errorf("%s: only one key of a counted index can be counted", b.space)
	}
	head := b.head(b.core.scope(r.Company()), b.core.global)
	full := b.c.Append(head, *rg.equal)
	n, err := b.measure(full[len(head):])
	if err != nil {
		return 0, err
	}
	if whole := len(full) - len(head); rg.parts != 1 && n != whole {
		return 0, fmt.Errorf("%s: counts are kept per first component", b.space)
	}
	return readCounter(r, counterKey(tallies, string(b.space), full[:len(head)+n]))
}

func (b *By[T, K]) shape() *indexShape { return &b.indexShape }

func (b *By[T, K]) attach(c *core[T]) { b.place(c.name); b.core = c }

func (b *By[T, K]) appendKeys(l *keyList, rec *T) {
	for _, k := range b.keys(rec) {
		l.end(b.c.Append(l.arena, k))
	}
}

// head is the front of all entries a reader may see.
func (s *indexShape) head(company int64, tableGlobal bool) []byte {
	if tableGlobal || s.global {
		return nil
	}
	return kv.Int.Append(make([]byte, 0, 64), company)
}

// take splits an entry, from which the reader's company was cut off.
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
	return owned{at, company, pk}, nil
}

func (s *indexShape) badEntry(b []byte) error {
	return &DamagedError{Table: string(s.space), Key: hexKey(b), Reason: "entry cannot be read"}
}

// ownerFits checks what follows the key in a position.
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
