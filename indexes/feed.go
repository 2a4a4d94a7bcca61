package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"time"

	"marquee/kv"
)

// Feed lists the records of a key in the order they changed. Each change appends
// an entry (key, time, record) and leaves the old one where it is, because
// taking it out costs more than everything else in a write; readers skip an
// entry which is not the record's newest, and Schema.Trim clears them away in
// the background.
//
// A reader is never handed anything later than its SafeTime, so a client that
// follows positions misses no change. For that, the time must be the
// transaction's Now, as set by Stamp.
type Feed[T, K any] struct {
	indexShape
	c    kv.Codec[K]
	keys kv.Codec[kv.Pair2[K, time.Time]]
	at   func(*T) (K, time.Time, bool)
	core *core[T]
}

// NewFeed declares a feed. at returns the key and the time of a record's last
// change; false leaves it out.
func NewFeed[T, K any](name string, c kv.Codec[K], at func(*T) (K, time.Time, bool)) *Feed[T, K] {
	f := &Feed[T, K]{c: c, keys: kv.PairOf(c, kv.Time), at: at}
	f.indexShape = shapeOf(name, kindFeed, f.keys)
	return f
}

// Version is to be raised whenever at gives something else than before: the
// feed is then built anew at the next start. It starts at 1.
func (f *Feed[T, K]) Version(v int) *Feed[T, K] { f.version = v; return f }

// Since walks the records of a key that changed at or after a moment and behind
// a position, oldest change first, ties by id, up to the reader's SafeTime. When
// it passes over more than StaleBudget stale entries it ends with a Pause.
func (f *Feed[T, K]) Since(r Reader, k K, from time.Time, after Position) iter.Seq2[Hit[T], error] {
	return func(yield func(Hit[T], error) bool) {
		company := f.core.scope(r.Company())
		head := f.head(company, f.core.global)
		span, err := f.span(r, head, k, from, after)
		if err != nil {
			yield(Hit[T]{}, fmt.Errorf("%s: %w", f.space, err))
			return
		}
		if empty(span) {
			return
		}
		var h Hit[T] // handed out as a copy, so one is enough for the walk
		stale := 0
		var kept places
		var in room
		for p, err := range r.Scan(f.space, span) {
			h = Hit[T]{}
			fresh := false
			if err == nil {
				fresh, err = f.read(&in, r, kept.keep(p.Key[len(head):]), company, &h)
			}
			if err == nil && !fresh {
				if stale++; stale <= StaleBudget {
					continue
				}
				h, err = Hit[T]{}, &Pause{h.At}
			}
			if !yield(h, err) || err != nil {
				return
			}
		}
	}
}

// IDs walks the same stretch without reading records, stale entries included: a
// record that changed twice comes twice. It is for counting.
func (f *Feed[T, K]) IDs(r Reader, k K, from time.Time, after Position) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		head := f.head(f.core.scope(r.Company()), f.core.global)
		span, err := f.span(r, head, k, from, after)
		if err != nil || empty(span) {
			if err != nil {
				yield(0, fmt.Errorf("%s: %w", f.space, err))
			}
			return
		}
		front := len(f.c.Append(head, k))
		for p, err := range r.Scan(f.space, span) {
			var id int64
			if err == nil {
				id, err = f.id(p.Key, front)
			}
			if !yield(id, err) || err != nil {
				return
			}
		}
	}
}

// id reads the record's own off an entry, behind its key and its time.
func (f *Feed[T, K]) id(entry []byte, front int) (int64, error) {
	_, pk, err := kv.Int.Read(entry[front:]) // a kv.Time is a kv.Int of microseconds
	if err != nil {
		return 0, f.badEntry(entry)
	}
	return f.core.idOf(pk), nil
}

func (f *Feed[T, K]) span(r Reader, head []byte, k K, from time.Time, after Position) (kv.Range, error) {
	end := r.SafeTime().Add(time.Microsecond)
	rg := Range[kv.Pair2[K, time.Time]]{equal: &kv.Pair2[K, time.Time]{A: k}, parts: 1}.
		To(kv.Pair2[K, time.Time]{A: k, B: end}).After(after)
	if !from.IsZero() {
		rg = rg.From(kv.Pair2[K, time.Time]{A: k, B: from})
	}
	return rg.bytes(head, f.keys, f.ownerFits(f.core.global, f.core.length))
}

// read gives the record of an entry and tells whether this is its newest one.
func (f *Feed[T, K]) read(in *room, r kv.Reader, at Position, company int64, h *Hit[T]) (fresh bool, err error) {
	e, err := f.take(at, company, f.core.global)
	if err != nil {
		return false, err
	}
	h.At, h.Company, h.ID = e.at, e.company, f.core.idOf(e.pk)
	err = f.core.loadIn(in, r, e.company, e.pk, &h.Rec)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return f.fresh(&h.Rec, e.at), nil
}

// fresh tells whether an entry's (key, time) is the record's own.
func (f *Feed[T, K]) fresh(rec *T, entry []byte) bool {
	k, t, ok := f.at(rec)
	if !ok {
		return false
	}
	l := scratch.Get().(*lists)
	defer l.release()
	l.after.reset()
	l.after.arena = f.keys.Append(l.after.arena, kv.Pair2[K, time.Time]{A: k, B: t})
	return bytes.HasPrefix(entry, l.after.arena)
}

func (f *Feed[T, K]) shape() *indexShape { return &f.indexShape }

func (f *Feed[T, K]) attach(c *core[T]) { f.place(c.name); f.core = c }

func (f *Feed[T, K]) appendKeys(l *keyList, rec *T) {
	if k, t, ok := f.at(rec); ok {
		l.end(f.keys.Append(l.arena, kv.Pair2[K, time.Time]{A: k, B: t}))
	}
}

// empty tells that nothing can lie between the bounds of a range.
func empty(r kv.Range) bool { return r.To != nil && bytes.Compare(r.From, r.To) >= 0 }
