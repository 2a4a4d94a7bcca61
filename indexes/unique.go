package indexes

import (
	"errors"
	"fmt"
	"iter"

	"marquee/kv"
)

// Unique is an index in which a key belongs to at most one record. A record may
// have no key (it is not indexed) or several.
type Unique[T, K any] struct {
	unordered
	// Index is for Define.
	Index Index[T]
	c     kv.Codec[K]
}

// unordered is what a unique index does without knowing the types of its keys and records.
type unordered struct {
	indexShape
	core       *core
	appendKeys func(l *keyList, rec any)
}

// NewUnique declares a unique index. keys returns the keys a record is found by; a
// record without keys is not in the index.
func NewUnique[T, K any](name string, c kv.Codec[K], keys func(*T) []K) *Unique[T, K] {
	u := &Unique[T, K]{c: c}
	u.indexShape, u.appendKeys = shapeOf(name, kindUnique, c), keysWith(c, keys)
	u.Index = Index[T]{index{&u.indexShape, u.appendKeys, u.unordered.attach}}
	return u
}

// Global makes keys unique across all companies.
func (u *Unique[T, K]) Global() *Unique[T, K] { u.global = true; return u }

// Version must be raised whenever keys returns other keys than before: the index
// is then rebuilt at the next start. It starts at 1.
func (u *Unique[T, K]) Version(v int) *Unique[T, K] { u.version = v; return u }

// Get returns the record with a key in the reader's company.
func (u *Unique[T, K]) Get(r Reader, k K) (T, error) {
	rec, ok, err := u.Find(r, k)
	if err == nil && !ok {
		err = u.missing(k)
	}
	return rec, err
}

// Find is Get for a key that may be absent. A Global key of another company counts
// as absent and takes as long: its record is not read.
func (u *Unique[T, K]) Find(r Reader, k K) (rec T, ok bool, err error) {
	front := u.front(r)
	at, err := u.find(r, u.c.Append(front, k), len(front))
	if err != nil || at.pk == nil || at.company != u.core.scope(r.Company()) {
		return rec, false, err
	}
	if err := u.owner(r, at, &rec); err != nil {
		var none T
		return none, false, err
	}
	switch err := u.core.reveal(r, at.pk, &rec); {
	case errors.Is(err, ErrNotFound):
		var none T
		return none, false, nil
	case err != nil:
		return rec, false, err
	}
	return rec, true, nil
}

// GetAny returns the record with a key of a Global index, and its company.
func (u *Unique[T, K]) GetAny(r Reader, k K) (company int64, rec T, err error) {
	front := u.front(r)
	at, err := u.find(r, u.c.Append(front, k), len(front))
	if err == nil && at.pk == nil {
		err = u.missing(k)
	}
	if err == nil {
		err = u.owner(r, at, &rec)
	}
	return at.company, rec, err
}

// missing says by which key no record was found.
func (u *unordered) missing(key any) error {
	return &MissingError{u.table, func() string { return fmt.Sprintf("with %s %v", u.name, key) }}
}

// pointer is an index entry: its key and the record it points to. pk is nil if
// there is no entry.
type pointer struct {
	company int64
	pk, key []byte
}

// front is what stands before the key in an entry that a reader may see, with spare
// capacity behind it.
func (u *unordered) front(r Reader) []byte {
	return append(make([]byte, 0, 64), u.head(u.core.scope(r.Company()), u.core.global)...)
}

// find reads the entry with a key, which begins with a prefix of some length.
func (u *unordered) find(r Reader, entry []byte, front int) (at pointer, err error) {
	at.company = u.core.scope(r.Company())
	pk, err := r.Get(u.space, entry)
	if errors.Is(err, kv.ErrNotFound) {
		return pointer{}, nil
	}
	if err == nil && u.global && !u.core.global {
		at.company, pk, err = kv.Int.Read(pk)
	}
	at.pk, at.key = pk, entry[front:]
	return at, err
}

// owner reads the record that an entry points to and checks that it has the entry's key.
func (u *unordered) owner(r kv.Reader, at pointer, rec any) error {
	_, err := u.core.load(r, at.company, at.pk, rec)
	if errors.Is(err, ErrNotFound) {
		return u.core.damaged(at.pk, fmt.Errorf("index %s points to it, but it is gone", u.name))
	}
	if err != nil {
		return err
	}
	l := scratch.Get().(*lists)
	defer l.release()
	l.after.reset()
	u.appendKeys(&l.after, rec)
	if !l.after.has(at.key) {
		return u.core.damaged(at.pk, fmt.Errorf("index %s finds it by a key that it does not have", u.name))
	}
	return nil
}

// Keys walks the entries alone, in the order of their keys: those of the reader's
// company, or of all companies in a Global index, where Company tells whose one is.
// The entry of a unique index is no position.
func (u *Unique[T, K]) Keys(r Reader, rg Range[K]) iter.Seq2[Entry[K], error] {
	head := u.front(r)
	span, err := rg.bytes(head, u.c, nothing)
	return uniqueKeys(&u.unordered, r, u.c, span, len(head), err)
}

// uniqueKeys reads the keys of the entries of a span, which begin with a prefix of some
// length; or yields the error that the span has.
func uniqueKeys[K any](u *unordered, r Reader, c kv.Codec[K], span kv.Range, front int, bad error) iter.Seq2[Entry[K], error] {
	return func(yield func(Entry[K], error) bool) {
		if bad != nil {
			yield(Entry[K]{}, fmt.Errorf("%s: %w", u.space, bad))
			return
		}
		if empty(span) {
			return
		}
		company := u.core.scope(r.Company())
		for p, err := range r.Scan(u.space, span) {
			e := Entry[K]{Company: company}
			if err == nil {
				e.Key, _, err = c.Read(p.Key[front:])
			}
			pk := p.Value
			if err == nil && u.global && !u.core.global {
				e.Company, pk, err = kv.Int.Read(pk)
			}
			e.ID = u.core.idOf(pk)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func (u *unordered) attach(c *core) { u.place(c.name); u.core = c }

// shapeOf derives what the codec of an index determines.
func shapeOf[K any](name, kind string, c kv.Codec[K]) indexShape {
	length := func(b []byte) (int, error) {
		_, rest, err := c.Read(b)
		return len(b) - len(rest), err
	}
	measure := length
	if comp, ok := c.(composite); ok {
		measure = func(b []byte) (int, error) { return comp.Cut(b, 1) }
	}
	return indexShape{name: name, kind: kind, version: 1, codec: codecName(c), length: length, measure: measure}
}
