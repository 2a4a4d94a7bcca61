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

// Keyed keeps records of one kind, by a natural key, per company.
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
func DefineKeyed[K, T any](spec KeyedSpec[K, T], idx ...Index[T]) *Keyed[K, T] {
	if spec.Key == nil || spec.KeyOf == nil {
		panic("indexes: table " + spec.Name + " does not say what its key is")
	}
	c := &core{
		name: spec.Name, version: spec.Version, global: spec.Global, keyed: true, ascending: spec.Ascending,
		recordType: typeOf[T](), stamp: anyStamp(spec.Stamp), check: anyCheck(spec.Check), indexes: untyped(idx),
		matches: func(rec any, pk []byte) bool {
			l := scratch.Get().(*lists)
			defer l.release()
			l.key = spec.Key.Append(l.key[:0], spec.KeyOf(rec.(*T)))
			return bytes.Equal(l.key, pk)
		},
		idOf:   func([]byte) int64 { return 0 },
		length: lengthOf(spec.Key),
	}
	c.label = func(pk []byte) string {
		k, _, err := spec.Key.Read(pk)
		if err != nil {
			return hexKey(pk)
		}
		return fmt.Sprint(k)
	}
	declare(c, codecName(spec.Key))
	return &Keyed[K, T]{Declared{c}, c, spec.Key, spec.KeyOf}
}

// Written reads a record out of a write as a journal has it; ok is false when the write is
// none of this table, deletes, or is damaged.
func (t *Keyed[K, T]) Written(w kv.Entry) (company int64, rec T, ok bool) {
	if w.Space != t.core.space || w.Value == nil {
		return 0, rec, false
	}
	raw := t.core.open(kv.Pair{Key: w.Key, Value: w.Value})
	if raw.Err != nil || unpack(raw.Payload, &rec) != nil {
		return 0, rec, false
	}
	return raw.Company, rec, true
}

func (t *Keyed[K, T]) pk(k K) []byte { return t.codec.Append(make([]byte, 0, 32), k) }

// Get returns a record. It is ErrNotFound if there is none in the reader's company.
func (t *Keyed[K, T]) Get(r Reader, k K) (T, error) {
	var rec, none T
	head := t.core.head(r.Company(), 32)
	key := t.codec.Append(head, k)
	if _, err := t.core.loadAt(r, key, key[len(head):], &rec); err != nil {
		return none, err
	}
	return rec, nil
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
func (t *Keyed[K, T]) Put(tx Tx, rec *T) error {
	pk := t.pk(t.keyOf(rec))
	var old T
	raw, err := t.core.load(tx, tx.Company(), pk, &old)
	if errors.Is(err, ErrNotFound) {
		return t.core.save(tx, pk, nil, rec, nil)
	}
	if err != nil {
		return err
	}
	return t.core.save(tx, pk, &old, rec, raw)
}

// Update loads a record, calls change with it and writes what differs. It is
// ErrNotFound if there is no record. change may run more than once.
func (t *Keyed[K, T]) Update(tx Tx, k K, change func(*T) error) (T, error) {
	return update(t.core, tx, t.pk(k), change)
}

// Upsert is Update that starts with a zero record if there is none. change must set
// the key fields then.
func (t *Keyed[K, T]) Upsert(tx Tx, k K, change func(*T) error) (T, error) {
	rec, pk := new(T), t.pk(k)
	raw, err := t.core.load(tx, tx.Company(), pk, rec)
	if err == nil {
		return alter(t.core, tx, pk, rec, raw, change)
	}
	if errors.Is(err, ErrNotFound) {
		err = change(rec)
	}
	if err == nil {
		err = t.core.save(tx, pk, nil, rec, nil)
	}
	if err != nil {
		var none T
		return none, err
	}
	return *rec, nil
}

// Delete removes a record and its index entries.
func (t *Keyed[K, T]) Delete(tx Tx, k K) error { return t.core.remove(tx, t.pk(k)) }

// Discard removes the records of a range in the company, damaged ones too, as it reads none of
// them; n is how many. It is for tables of what can be made anew, which have no indexes.
func (t *Keyed[K, T]) Discard(tx Tx, rg Range[K]) (n int, err error) {
	if len(t.core.indexes) > 0 {
		return 0, fmt.Errorf("%s: entries of indexes cannot be discarded", t.core.name)
	}
	span, err := rg.bytes(t.core.head(t.core.scope(tx.Company()), 0), t.codec, nothing)
	if err != nil || empty(span) {
		return 0, err
	}
	var keys [][]byte
	for p, err := range tx.Scan(t.core.space, span) {
		if err != nil {
			return 0, err
		}
		keys = append(keys, bytes.Clone(p.Key))
	}
	for _, key := range keys {
		if err := tx.Delete(t.core.space, key); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}

// Scan walks the records of the reader's company by key.
func (t *Keyed[K, T]) Scan(r Reader, rg Range[K]) iter.Seq2[KeyedHit[K, T], error] {
	return scan[K, T](t.core, r, t.codec, rg)
}
