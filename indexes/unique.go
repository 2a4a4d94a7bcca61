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
	indexShape
	c    kv.Codec[K]
	keys func(*T) []K
	core *core[T]
}

// NewUnique declares a unique index. keys returns the keys a record is found by; a
// record without keys is not in the index.
func NewUnique[T, K any](name string, c kv.Codec[K], keys func(*T) []K) *Unique[T, K] {
	u := &Unique[T, K]{c: c, keys: keys}
	u.indexShape = shapeOf(name, kindUnique, c)
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
		err = &MissingError{u.table, func() string { return fmt.Sprintf("with %s %v", u.name, k) }}
	}
	return rec, err
}

// Find is Get for a key that may be absent. A Global key of another company counts
// as absent and takes as long: its record is not read.
func (u *Unique[T, K]) Find(r Reader, k K) (rec T, ok bool, err error) {
	at, err := u.find(r, k)
	if err != nil || at.pk == nil || at.company != u.core.scope(r.Company()) {
		return rec, false, err
	}
	if err := u.owner(r, at, &rec); err != nil {
		var none T
		return none, false, err
	}
	return rec, true, nil
}

// GetAny returns the record with a key of a Global index, and its company.
func (u *Unique[T, K]) GetAny(r Reader, k K) (company int64, rec T, err error) {
	at, err := u.find(r, k)
	if err == nil && at.pk == nil {
		err = &MissingError{u.table, func() string { return fmt.Sprintf("with %s %v", u.name, k) }}
	}
	if err == nil {
		err = u.owner(r, at, &rec)
	}
	return at.company, rec, err
}

// pointer is an index entry: its key and the record it points to. pk is nil if
// there is no entry.
type pointer struct {
	company int64
	pk, key []byte
}

func (u *Unique[T, K]) find(r Reader, k K) (at pointer, err error) {
	at.company = u.core.scope(r.Company())
	head := make([]byte, 0, 64)
	if !u.core.global && !u.global {
		head = kv.Int.Append(head, at.company)
	}
	entry := u.c.Append(head, k)
	pk, err := r.Get(u.space, entry)
	if errors.Is(err, kv.ErrNotFound) {
		return pointer{}, nil
	}
	if err == nil && u.global && !u.core.global {
		at.company, pk, err = kv.Int.Read(pk)
	}
	at.pk, at.key = pk, entry[len(head):]
	return at, err
}

// owner reads the record an entry points to and checks that it has the entry's key.
func (u *Unique[T, K]) owner(r kv.Reader, at pointer, rec *T) error {
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
	return func(yield func(Entry[K], error) bool) {
		company := u.core.scope(r.Company())
		head := u.head(company, u.core.global)
		span, err := rg.bytes(head, u.c, nothing)
		if err != nil {
			yield(Entry[K]{}, fmt.Errorf("%s: %w", u.space, err))
			return
		}
		if empty(span) {
			return
		}
		for p, err := range r.Scan(u.space, span) {
			e := Entry[K]{Company: company}
			if err == nil {
				e.Key, _, err = u.c.Read(p.Key[len(head):])
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

func (u *Unique[T, K]) shape() *indexShape { return &u.indexShape }

func (u *Unique[T, K]) attach(c *core[T]) { u.place(c.name); u.core = c }

func (u *Unique[T, K]) appendKeys(l *keyList, rec *T) {
	for _, k := range u.keys(rec) {
		l.end(u.c.Append(l.buf, k))
	}
}

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
