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
	unordered unordered
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
	u.unordered.indexShape, u.unordered.appendKeys = shapeOf(name, kindUnique, codecName(c), formOf(c)), keysWith(c, keys)
	u.Index = Index[T]{index{&u.unordered.indexShape, u.unordered.appendKeys, u.unordered.attach}}
	return u
}

// Global makes keys unique across all companies.
func (u *Unique[T, K]) Global() *Unique[T, K] { u.unordered.global = true; return u }

// Version must be raised whenever keys returns other keys than before: the index
// is then rebuilt at the next start. It starts at 1.
func (u *Unique[T, K]) Version(v int) *Unique[T, K] { u.unordered.version = v; return u }

// Get returns the record with a key in the reader's company.
func (u *Unique[T, K]) Get(r Reader, k K) (T, error) {
	rec, ok, err := u.Find(r, k)
	if err == nil && !ok {
		err = u.unordered.missing(k)
	}
	return rec, err
}

// Find is Get for a key that may be absent. A Global key of another company counts
// as absent and takes as long: its record is not read.
func (u *Unique[T, K]) Find(r Reader, k K) (rec T, ok bool, err error) {
	front := u.unordered.front(r)
	ok, err = u.unordered.get(r, u.c.Append(front, k), len(front), &rec)
	return rec, ok, err
}

// get reads the record of an entry, which begins with a prefix of some length; rec stays
// zero unless it is there.
func (u *unordered) get(r Reader, entry []byte, front int, rec any) (bool, error) {
	at, err := u.find(r, entry, front)
	if err != nil || at.pk == nil || at.company != u.core.scope(r.Company()) {
		return false, err
	}
	if err = u.owner(r, at, rec); err == nil {
		if err = u.core.reveal(r, at.pk, rec); err == nil {
			return true, nil
		}
		if errors.Is(err, ErrNotFound) {
			err = nil
		}
	}
	u.core.clear(rec)
	return false, err
}

// GetAny returns the record with a key of a Global index, and its company.
func (u *Unique[T, K]) GetAny(r Reader, k K) (company int64, rec T, err error) {
	front := u.unordered.front(r)
	at, err := u.unordered.find(r, u.c.Append(front, k), len(front))
	if err == nil && at.pk == nil {
		err = u.unordered.missing(k)
	}
	if err == nil {
		err = u.unordered.owner(r, at, &rec)
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
	return uniqueKeys(&u.unordered, r, u.c, rg.behind(u.unordered.front(r), u.c).walk(u.unordered.keyForm, nothing))
}

// uniqueKeys reads the keys of entries.
func uniqueKeys[K any](u *unordered, r Reader, c kv.Codec[K], w walk) iter.Seq2[Entry[K], error] {
	return func(yield func(Entry[K], error) bool) {
		u.each(r, w, func(key []byte, company, id int64, err error) bool {
			found := Entry[K]{ID: id, Company: company}
			if err == nil {
				found.Key, _, err = c.Read(key)
			}
			return yield(found, err) && err == nil
		})
	}
}

// each hands out the entries of a walk; after an error none.
func (u *unordered) each(r Reader, w walk, yield func(key []byte, company, id int64, err error) bool) {
	if w.err != nil {
		yield(nil, 0, 0, fmt.Errorf("%s: %w", u.space, w.err))
		return
	}
	if empty(w.span) {
		return
	}
	own := u.core.scope(r.Company())
	for p, err := range r.Scan(u.space, w.span) {
		var key []byte
		company, pk := own, p.Value
		if err == nil {
			key = p.Key[w.front:]
			if u.global && !u.core.global {
				company, pk, err = kv.Int.Read(pk)
			}
		}
		if !yield(key, company, u.core.idOf(pk), err) || err != nil {
			return
		}
	}
}

func (u *unordered) attach(c *core) { u.place(c.name); u.core = c }

// shapeOf is the shape of an index that was just declared.
func shapeOf(name, kind, codec string, keys keyForm) indexShape {
	return indexShape{name: name, kind: kind, version: 1, codec: codec, keyForm: keys}
}
