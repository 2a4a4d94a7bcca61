package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"time"

	"marquee/kv"
)

// Feed lists the records of a key in the order in which they changed. Each change
// appends an entry (key, time, record) and leaves the record's previous entry in
// place, because removing it would cost more than the rest of the write. Readers
// skip entries that are not their record's newest; a Trimmer removes such stale
// entries in the background.
//
// A reader never sees an entry later than its SafeTime, so a client that follows
// positions misses no change. This requires that the time is the transaction's Now,
// set by Stamp.
type Feed[T, K any] struct {
	indexShape
	c    kv.Codec[K]
	keys kv.Codec[kv.Pair2[K, time.Time]]
	at   func(*T) (K, time.Time, bool)
	core *core[T]
}

// NewFeed declares a feed. at returns the key and the time of a record's last change,
// or false for a record that is not in the feed.
func NewFeed[T, K any](name string, c kv.Codec[K], at func(*T) (K, time.Time, bool)) *Feed[T, K] {
	f := &Feed[T, K]{c: c, keys: kv.PairOf(c, kv.Time), at: at}
	f.indexShape = shapeOf(name, kindFeed, f.keys)
	return f
}

// Version must be raised whenever at returns something else than before: the feed is
// then rebuilt at the next start. It starts at 1.
func (f *Feed[T, K]) Version(v int) *Feed[T, K] { f.version = v; return f }

// Since walks the records of a key that changed at or after a time and behind a
// position, oldest change first, ties by id, up to the reader's SafeTime. After
// more than StaleBudget stale entries it ends with a Pause.
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
		var h Hit[T] // yielded by value, so one variable serves the whole walk
		stale := 0
		var positions positionArena
		var mem arena
		for p, err := range r.Scan(f.space, span) {
			h = Hit[T]{}
			fresh := false
			if err == nil {
				fresh, err = f.read(&mem, r, positions.copy(p.Key[len(head):]), company, &h)
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

// IDs walks the same range without reading records, including stale entries: a
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

// id returns the record's id in an entry, which follows key and time.
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

// read reads the record of an entry and reports whether the entry is its newest.
func (f *Feed[T, K]) read(mem *arena, r kv.Reader, at Position, company int64, h *Hit[T]) (fresh bool, err error) {
	e, err := f.take(at, company, f.core.global)
	if err != nil {
		return false, err
	}
	h.At, h.Company, h.ID = e.at, e.company, f.core.idOf(e.pk)
	err = f.core.loadIn(mem, r, e.company, e.pk, &h.Rec)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return f.fresh(&h.Rec, e.at), nil
}

// fresh reports whether an entry has the record's present key and time.
func (f *Feed[T, K]) fresh(rec *T, entry []byte) bool {
	k, t, ok := f.at(rec)
	if !ok {
		return false
	}
	l := scratch.Get().(*lists)
	defer l.release()
	l.after.reset()
	l.after.buf = f.keys.Append(l.after.buf, kv.Pair2[K, time.Time]{A: k, B: t})
	return bytes.HasPrefix(entry, l.after.buf)
}

func (f *Feed[T, K]) shape() *indexShape { return &f.indexShape }

func (f *Feed[T, K]) attach(c *core[T]) { f.place(c.name); f.core = c }

func (f *Feed[T, K]) appendKeys(l *keyList, rec *T) {
	if k, t, ok := f.at(rec); ok {
		l.end(f.keys.Append(l.buf, kv.Pair2[K, time.Time]{A: k, B: t}))
	}
}

// empty reports that no key can lie between the bounds of a range.
func empty(r kv.Range) bool { return r.To != nil && bytes.Compare(r.From, r.To) >= 0 }
