package indexes

import (
	"iter"
	"strconv"

	"marquee/kv"
)

// Spec declares a table of records with ids.
type Spec[T any] struct {
	// Name of the table and of its space: "orders".
	Name string
	// Person is what the table says of the people whom its records tell of: required.
	Person Person
	// Unaudited says why nobody writes down who changed its records, empty: it is written down.
	// Secret are fields that are never shown there, beside those with names that tell it.
	Unaudited string
	Secret    []string
	// Version of the stored record, from 1. It must be raised, together with a
	// migration, when old records would be read wrongly.
	Version int
	// Global tables have no company in front of their keys.
	Global bool
	// ID returns the address of the record's id field.
	ID func(*T) *int64
	// Stamp sets derived fields before each write; old is nil on an insert. It may use
	// the two records and tx.Now and nothing else.
	Stamp func(tx Tx, old, new *T)
	// Check is the record's invariant, before each write and after each read.
	Check func(*T) error
	// Wrote is told of records that were inserted, updated or deleted, of those together
	// that one call wrote, in the transaction that did it; its error fails the transaction.
	// It may write other tables. Migrations tell nobody.
	Wrote func(tx Tx, all []Change[T]) error
	// Shown tells whether a record is shown to a reader that is not shown everything; nil
	// is always. It is asked for Narrow readers alone.
	Shown func(r Reader, rec *T) (bool, error)
	// Shared is for small records that are read often and changed rarely: decoded
	// records are cached and shared by all readers. What such a record points to
	// (slices, maps, pointers) must not be changed; only Update passes a private copy.
	// Verify reports a cached record that was changed.
	Shared bool
}

// Change is a record before and after a write: Was is nil where it was inserted, and Now
// where it was deleted.
type Change[T any] struct{ Was, Now *T }

// Owned is a table as the area has it that writes it. Others are given its [Table], and ask the
// area for what is to change.
type Owned[T any] struct{ *Table[T] }

// Forge is the owned form of a table, for tests that make records by hand.
func Forge[T any](t *Table[T]) Owned[T] { return Owned[T]{t} }

// Table is records of one kind, by id, per company, to be read.
type Table[T any] struct {
	// Declared is for the tables of a Schema.
	Declared Declared
	core     *core
	id       func(*T) *int64
}

// Define declares a table. A mistake in the declaration panics at start.
func Define[T any](spec Spec[T], idx ...Index[T]) Owned[T] {
	if spec.ID == nil {
		panic("indexes: table " + spec.Name + " does not say where its id is")
	}
	c := &core{
		name: spec.Name, version: spec.Version, global: spec.Global, ascending: true,
		recordType: typeOf[T](), keyForm: formOf(kv.Int), stamp: anyStamp(spec.Stamp), check: anyCheck(spec.Check), wrote: anyWrote(spec.Wrote), indexes: untyped(idx),
		shown:  anyShown(spec.Shown),
		person: spec.Person, unaudited: spec.Unaudited, secret: spec.Secret,
		matches: func(rec any, pk []byte) bool { return readID(pk) == *spec.ID(rec.(*T)) },
		idOf:    readID,
		label:   func(pk []byte) string { return strconv.FormatInt(readID(pk), 10) },
	}
	c.idField = func(rec any) *int64 { return spec.ID(rec.(*T)) }
	if spec.Shared {
		c.shared = new(recordCache)
	}
	declare(c, "id")
	return Owned[T]{&Table[T]{Declared{c}, c, spec.ID}}
}

// anyStamp and anyCheck take the type of records from what a declaration has.
func anyStamp[T any](stamp func(tx Tx, old, new *T)) func(tx Tx, old, new any) {
	if stamp == nil {
		return nil
	}
	return func(tx Tx, old, new any) {
		was, _ := old.(*T) // nil on an insert
		stamp(tx, was, new.(*T))
	}
}

func anyCheck[T any](check func(*T) error) func(rec any) error {
	if check == nil {
		return nil
	}
	return func(rec any) error { return check(rec.(*T)) }
}

func anyWrote[T any](wrote func(Tx, []Change[T]) error) func(tx Tx, all []told) error {
	if wrote == nil {
		return nil
	}
	return func(tx Tx, all []told) error {
		typed := make([]Change[T], len(all))
		for i, c := range all {
			typed[i].Was, _ = c.old.(*T)
			typed[i].Now, _ = c.rec.(*T)
		}
		return wrote(tx, typed)
	}
}

// IDOf is the id of a record.
func (t *Table[T]) IDOf(rec *T) int64 { return *t.id(rec) }

func readID(pk []byte) int64 {
	id, _, err := kv.Int.Read(pk)
	if err != nil {
		return 0
	}
	return id
}

// longestID is the length of the longest encoded id, in bytes.
const longestID = 9

// pkOf encodes an id.
func pkOf(id int64) []byte { return kv.Int.Append(make([]byte, 0, longestID), id) }

// Get returns a record. It is ErrNotFound if there is none in the reader's company.
func (t *Table[T]) Get(r Reader, id int64) (T, error) {
	var rec T
	err := t.core.getID(r, id, &rec)
	return rec, err
}

// GetShared is Get without a copy, for a table whose records are Shared: the record
// itself is shared by all readers and must not be changed.
func (t *Table[T]) GetShared(r Reader, id int64) (*T, error) {
	rec, err := t.core.getShared(r, id)
	if err != nil {
		return nil, err
	}
	return rec.(*T), nil
}

// GetMany returns records in the order of ids; those not found are left out.
func (t *Table[T]) GetMany(r Reader, ids []int64) ([]T, error) {
	return t.GetManyInto(r, ids, new(Batch[T]))
}

// Insert assigns the table's next id, which was never used before, and writes the
// record with its index entries.
func (t Owned[T]) Insert(tx Tx, rec *T) error { return t.core.insert(tx, rec) }

// NextIDs reserves the table's next n ids and returns the first, so that other
// records can refer to the new ones before InsertNext writes them.
func (t Owned[T]) NextIDs(tx Tx, n int) (first int64, err error) { return t.core.nextIDs(tx, n) }

// InsertNext writes new records under ids that NextIDs reserved in the same
// transaction. After an error the transaction must fail, as with every method that
// writes several records, because some of them may have been written.
func (t Owned[T]) InsertNext(tx Tx, recs ...*T) error {
	return t.core.insertAll(tx, len(recs), func(i int) told { return told{nil, recs[i]} })
}

// InsertAt writes a new record under the id it carries. An id that exists is
// ErrTaken. Ids that Insert assigns later are higher.
func (t Owned[T]) InsertAt(tx Tx, rec *T) error { return t.core.insertAt(tx, rec) }

// InsertAbsent is InsertAt for ids that the caller has already looked up in this
// transaction and not found.
func (t Owned[T]) InsertAbsent(tx Tx, recs ...*T) error {
	return t.core.insertAbsent(tx, len(recs), func(i int) told { return told{nil, recs[i]} })
}

// Update loads a record, calls change with it and writes what differs. If change
// returns an error, nothing is written and the error is returned as it is. change
// may run more than once.
func (t Owned[T]) Update(tx Tx, id int64, change func(*T) error) (T, error) {
	return valueOf[T](t.core.update(tx, pkOf(id), func(rec any) error { return change(rec.(*T)) }))
}

// Replace is Update without reading: old is the record as this transaction has last
// read or written it, unchanged since, and rec is the new one.
func (t Owned[T]) Replace(tx Tx, old, rec *T) error {
	return t.core.putAll(tx, 1, func(int) told { return told{old, rec} })
}

// ReplaceAll is Replace for several records, in the order given.
func (t Owned[T]) ReplaceAll(tx Tx, old, recs []*T) error {
	return t.core.putAll(tx, len(recs), func(i int) told { return told{old[i], recs[i]} })
}

// Delete removes a record and its index entries. Its id is never used again.
func (t Owned[T]) Delete(tx Tx, id int64) error { return t.core.remove(tx, pkOf(id)) }

// Scan walks the records of the reader's company by id.
func (t *Table[T]) Scan(r Reader, rg Range[int64]) iter.Seq2[Hit[T], error] {
	return tableHits[T](t.core, r, t.core.walk(rg.behind(t.core.front(r), kv.Int)))
}

func tableHits[T any](c *core, r Reader, w walk) iter.Seq2[Hit[T], error] {
	return func(yield func(Hit[T], error) bool) {
		h := Hit[T]{Company: c.scope(r.Company())} // yielded by value, so one variable serves the whole walk
		c.records(r, w, &h.Rec, func(at Position, err error) bool {
			h.ID, h.At = readID(at), at
			return yield(h, err)
		})
	}
}

// Count is the number of records in the reader's company, without walking them.
func (t *Table[T]) Count(r Reader) (int64, error) {
	return readCounter(r, t.core.countKey(r.Company()))
}

// nothing checks that nothing follows the key of a record.
func nothing(b []byte) error {
	if len(b) > 0 {
		return kv.ErrBadKey
	}
	return nil
}

func lengthOf[K any](c kv.Codec[K]) func([]byte) (int, error) {
	return func(b []byte) (int, error) {
		_, rest, err := c.Read(b)
		return len(b) - len(rest), err
	}
}
