package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"marquee/kv"
)

// KeyedSpec declares a table of small records with natural keys: stock counters,
// attendance, entry states, idempotency records.
type KeyedSpec[K, T any] struct {
	Name    string
	Version int
	Global  bool
	// Person, Unaudited and Secret are those of a [Spec].
	Person    Person
	Unaudited string
	Secret    []string
	// Key encodes the key; KeyOf reads it from the record, which carries it.
	Key   kv.Codec[K]
	KeyOf func(*T) K
	Stamp func(tx Tx, old, new *T)
	Check func(*T) error
	// Ascending: new keys sort behind all others, so the engine can fill pages
	// completely.
	Ascending bool
}

// KeyedIndex is an index of such a table, of any kind. The ID of its hits is 0; the
// key is in the record.
type KeyedIndex[K, T any] = Index[T]

// OwnedKeyed is a table as the area has it that writes it, see [Owned].
type OwnedKeyed[K, T any] struct{ *Keyed[K, T] }

// ForgeKeyed is the owned form of a table, for tests that make records by hand.
func ForgeKeyed[K, T any](t *Keyed[K, T]) OwnedKeyed[K, T] { return OwnedKeyed[K, T]{t} }

// Keyed is records of one kind, by a natural key, per company, to be read.
type Keyed[K, T any] struct {
	// Declared is for the tables of a Schema.
	Declared Declared
	core     *core
	codec    kv.Codec[K]
	keyOf    func(*T) K
}

// KeyedHit is one record of a walk.
type KeyedHit[K, T any] struct {
	Key K
	Rec T
	At  Position
}

// DefineKeyed declares a table. A mistake in the declaration panics at start.
func DefineKeyed[K, T any](spec KeyedSpec[K, T], idx ...Index[T]) OwnedKeyed[K, T] {
	if spec.Key == nil || spec.KeyOf == nil {
		panic("indexes: table " + spec.Name + " does not say what its key is")
	}
	c := &core{
		name: spec.Name, version: spec.Version, global: spec.Global, keyed: true, ascending: spec.Ascending,
		recordType: typeOf[T](), keyForm: formOf(spec.Key), stamp: anyStamp(spec.Stamp), check: anyCheck(spec.Check), indexes: untyped(idx),
		matches: func(rec any, pk []byte) bool {
			l := scratch.Get().(*lists)
			defer l.release()
			l.key = spec.Key.Append(l.key[:0], spec.KeyOf(rec.(*T)))
			return bytes.Equal(l.key, pk)
		},
		idOf:   func([]byte) int64 { return 0 },
		person: spec.Person, unaudited: spec.Unaudited, secret: spec.Secret,
	}
	c.label = func(pk []byte) string {
		k, _, err := spec.Key.Read(pk)
		if err != nil {
			return hexKey(pk)
		}
		return fmt.Sprint(k)
	}
	declare(c, codecName(spec.Key))
	return OwnedKeyed[K, T]{&Keyed[K, T]{Declared{c}, c, spec.Key, spec.KeyOf}}
}

// Written reads a record out of a write as a journal has it; ok is false when the write is
// none of this table, deletes, or is damaged.
func (t *Keyed[K, T]) Written(w kv.Entry) (company int64, rec T, ok bool) {
	company, ok = t.core.written(w, &rec)
	return company, rec, ok
}

func (c *core) written(w kv.Entry, rec any) (company int64, ok bool) {
	if w.Space != c.space || w.Value == nil {
		return 0, false
	}
	raw := c.open(kv.Pair{Key: w.Key, Value: w.Value})
	if raw.Err != nil || unpack(raw.Payload, rec) != nil {
		c.clear(rec)
		return 0, false
	}
	return raw.Company, true
}

func (t *Keyed[K, T]) pk(k K) []byte { return t.codec.Append(make([]byte, 0, 32), k) }

// Get returns a record. It is ErrNotFound if there is none in the reader's company.
func (t *Keyed[K, T]) Get(r Reader, k K) (T, error) {
	var rec T
	head := t.core.head(r.Company(), 32)
	err := t.core.get(r, t.codec.Append(head, k), len(head), &rec)
	return rec, err
}

// Find is Get for a record that may be absent.
func (t *Keyed[K, T]) Find(r Reader, k K) (rec T, ok bool, err error) {
	rec, err = t.Get(r, k)
	if errors.Is(err, ErrNotFound) {
		return rec, false, nil
	}
	return rec, err == nil, err
}

// GetMany returns the records found, in the order of keys.
func (t *Keyed[K, T]) GetMany(r Reader, keys []K) ([]T, error) {
	recs := make([]T, 0, len(keys))
	for _, k := range keys {
		rec, ok, err := t.Find(r, k)
		if err != nil {
			return nil, err
		}
		if ok {
			recs = append(recs, rec)
		}
	}
	return recs, nil
}

// Put writes a record under its key, replacing any that exists.
func (t OwnedKeyed[K, T]) Put(tx Tx, rec *T) error {
	return t.core.replace(tx, t.pk(t.keyOf(rec)), rec)
}

// Update loads a record, calls change with it and writes what differs. It is
// ErrNotFound if there is no record. change may run more than once.
func (t OwnedKeyed[K, T]) Update(tx Tx, k K, change func(*T) error) (T, error) {
	return valueOf[T](t.core.update(tx, t.pk(k), func(rec any) error { return change(rec.(*T)) }))
}

// Upsert is Update that starts with a zero record if there is none. change must set
// the key fields then.
func (t OwnedKeyed[K, T]) Upsert(tx Tx, k K, change func(*T) error) (T, error) {
	return valueOf[T](t.core.upsert(tx, t.pk(k), func(rec any) error { return change(rec.(*T)) }))
}

// Delete removes a record and its index entries.
func (t OwnedKeyed[K, T]) Delete(tx Tx, k K) error { return t.core.remove(tx, t.pk(k)) }

// Discard removes the records of a range in the company, damaged ones too, as it reads none of
// them; n is how many. It is for tables of what can be made anew, which have no indexes.
func (t OwnedKeyed[K, T]) Discard(tx Tx, rg Range[K]) (n int, err error) {
	return t.core.discard(tx, t.within(tx, &rg))
}

// within is a range of the records that a reader may see.
func (t *Keyed[K, T]) within(r Reader, rg *Range[K]) walk {
	return t.core.walk(rg.behind(t.core.front(r), t.codec))
}

// Scan walks the records of the reader's company by key.
func (t *Keyed[K, T]) Scan(r Reader, rg Range[K]) iter.Seq2[KeyedHit[K, T], error] {
	w := t.within(r, &rg)
	return func(yield func(KeyedHit[K, T], error) bool) {
		var h KeyedHit[K, T] // yielded by value, so one variable serves the whole walk
		t.core.records(r, w, &h.Rec, func(at Position, err error) bool {
			h.At = at
			if at != nil { // the key of a damaged record is known too
				var bad error
				if h.Key, _, bad = t.codec.Read(at); err == nil {
					err = bad
				}
			}
			return yield(h, err) && err == nil
		})
	}
}
