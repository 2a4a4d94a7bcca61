package indexes

import (
	"errors"
	"fmt"
	"iter"
	"strconv"

	"marquee/kv"
)

// Spec declares a table of records with ids.
type Spec[T any] struct {
	// Name of the table and of its space: "orders".
	Name string
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

// Table keeps records of one kind, by id, per company.
type Table[T any] struct {
	// Declared is for the tables of a Schema.
	Declared Declared
	core     *core
	id       func(*T) *int64
}

// Define declares a table. A mistake in the declaration panics at start.
func Define[T any](spec Spec[T], idx ...Index[T]) *Table[T] {
	if spec.ID == nil {
		panic("indexes: table " + spec.Name + " does not say where its id is")
	}
	c := &core{
		name: spec.Name, version: spec.Version, global: spec.Global, ascending: true,
		recordType: typeOf[T](), stamp: anyStamp(spec.Stamp), check: anyCheck(spec.Check), wrote: anyWrote(spec.Wrote), indexes: untyped(idx),
		shown:   anyShown(spec.Shown),
		matches: func(rec any, pk []byte) bool { return readID(pk) == *spec.ID(rec.(*T)) },
		idOf:    readID,
		length:  lengthOf(kv.Int),
		label:   func(pk []byte) string { return strconv.FormatInt(readID(pk), 10) },
	}
	if spec.Shared {
		c.shared = new(recordCache)
	}
	declare(c, "id")
	return &Table[T]{Declared{c}, c, spec.ID}
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
	var rec, none T
	head := t.core.head(r.Company(), longestID)
	key := kv.Int.Append(head, id)
	if _, err := t.core.loadAt(r, key, key[len(head):], &rec); err != nil {
		return none, err
	}
	if err := t.core.reveal(r, key[len(head):], &rec); err != nil {
		return none, err
	}
	return rec, nil
}

// GetShared is Get without a copy, for a table whose records are Shared: the record
// itself is shared by all readers and must not be changed.
func (t *Table[T]) GetShared(r Reader, id int64) (*T, error) {
	head := t.core.head(r.Company(), longestID)
	key := kv.Int.Append(head, id)
	pk := key[len(head):]
	raw, err := t.core.stored(r, key, pk)
	if err != nil {
		return nil, err
	}
	d, err := t.core.share(key, pk, raw)
	if err != nil {
		return nil, err
	}
	return d.rec.(*T), t.core.reveal(r, pk, d.rec)
}

// GetMany returns records in the order of ids; those not found are left out.
func (t *Table[T]) GetMany(r Reader, ids []int64) ([]T, error) {
	return t.GetManyInto(r, ids, new(Batch[T]))
}

// Insert assigns the table's next id, which was never used before, and writes the
// record with its index entries.
func (t *Table[T]) Insert(tx Tx, rec *T) error {
	id, err := t.NextIDs(tx, 1)
	if err != nil {
		return err
	}
	*t.id(rec) = id
	return t.InsertNext(tx, rec)
}

// NextIDs reserves the table's next n ids and returns the first, so that other
// records can refer to the new ones before InsertNext writes them.
func (t *Table[T]) NextIDs(tx Tx, n int) (first int64, err error) {
	last, err := readCounter(tx, t.core.lastID)
	if err != nil {
		return 0, err
	}
	return last + 1, writeCounter(tx, t.core.lastID, last+int64(n))
}

// InsertNext writes new records under ids that NextIDs reserved in the same
// transaction. After an error the transaction must fail, as with every method that
// writes several records, because some of them may have been written.
func (t *Table[T]) InsertNext(tx Tx, recs ...*T) error {
	l := scratch.Get().(*lists)
	defer l.release()
	for _, rec := range recs {
		t.core.mark(tx, nil, rec)
		if err := t.core.put(tx, pkOf(*t.id(rec)), nil, rec, nil, l); err != nil {
			return err
		}
	}
	if err := l.settle(tx); err != nil {
		return err
	}
	if err := t.tellAll(tx, nil, recs); err != nil {
		return err
	}
	return t.core.count(tx, int64(len(recs)))
}

// InsertAt writes a new record under the id it carries. An id that exists is
// ErrTaken. Ids that Insert assigns later are higher.
func (t *Table[T]) InsertAt(tx Tx, rec *T) error {
	id := *t.id(rec)
	if id <= 0 {
		return fmt.Errorf("%s %d: an id is at least 1", t.core.name, id)
	}
	_, err := tx.Get(t.core.space, t.core.key(tx.Company(), pkOf(id)))
	if err == nil {
		return &TakenError{Table: t.core.name, Owner: id}
	}
	if !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	return t.InsertAbsent(tx, rec)
}

// InsertAbsent is InsertAt for ids that the caller has already looked up in this
// transaction and not found.
func (t *Table[T]) InsertAbsent(tx Tx, recs ...*T) error {
	if len(recs) == 0 {
		return nil
	}
	if err := t.InsertNext(tx, recs...); err != nil {
		return err
	}
	var highest int64
	for _, rec := range recs {
		highest = max(highest, *t.id(rec))
	}
	last, err := readCounter(tx, t.core.lastID)
	if err != nil || last >= highest {
		return err
	}
	return writeCounter(tx, t.core.lastID, highest)
}

// Update loads a record, calls change with it and writes what differs. If change
// returns an error, nothing is written and the error is returned as it is. change
// may run more than once.
func (t *Table[T]) Update(tx Tx, id int64, change func(*T) error) (T, error) {
	return update(t.core, tx, pkOf(id), change)
}

// Replace is Update without reading: old is the record as this transaction has last
// read or written it, unchanged since, and rec is the new one.
func (t *Table[T]) Replace(tx Tx, old, rec *T) error {
	return t.ReplaceAll(tx, []*T{old}, []*T{rec})
}

// ReplaceAll is Replace for several records, in the order given.
func (t *Table[T]) ReplaceAll(tx Tx, old, recs []*T) error {
	l := scratch.Get().(*lists)
	defer l.release()
	for i, rec := range recs {
		t.core.mark(tx, old[i], rec)
		if err := t.core.put(tx, pkOf(*t.id(old[i])), old[i], rec, nil, l); err != nil {
			return err
		}
	}
	if err := l.settle(tx); err != nil {
		return err
	}
	return t.tellAll(tx, old, recs)
}

// tellAll tells of several records; those that are new have no old ones.
func (t *Table[T]) tellAll(tx Tx, old, recs []*T) error {
	if t.core.wrote == nil || len(recs) == 0 {
		return nil
	}
	all := make([]told, len(recs))
	for i, rec := range recs {
		if all[i].rec = rec; old != nil {
			all[i].old = old[i]
		}
	}
	return t.core.tell(tx, all...)
}

// Delete removes a record and its index entries. Its id is never used again.
func (t *Table[T]) Delete(tx Tx, id int64) error { return t.core.remove(tx, pkOf(id)) }

// Scan walks the records of the reader's company by id.
func (t *Table[T]) Scan(r Reader, rg Range[int64]) iter.Seq2[Hit[T], error] {
	return byID(t.core.scope(r.Company()), scan[int64, T](t.core, r, kv.Int, rg))
}

// byID are hits by id.
func byID[T any](company int64, all iter.Seq2[KeyedHit[int64, T], error]) iter.Seq2[Hit[T], error] {
	return func(yield func(Hit[T], error) bool) {
		for h, err := range all {
			if !yield(Hit[T]{h.Key, h.Rec, h.At, company}, err) {
				return
			}
		}
	}
}

// Count is the number of records in the reader's company, without walking them.
func (t *Table[T]) Count(r Reader) (int64, error) {
	return readCounter(r, t.core.countKey(r.Company()))
}

// scan walks records by their own key.
func scan[K, T any](c *core, r Reader, codec kv.Codec[K], rg Range[K]) iter.Seq2[KeyedHit[K, T], error] {
	head := c.head(c.scope(r.Company()), 0)
	span, err := rg.bytes(head, codec, nothing)
	return recordsOf[K, T](c, r, codec, span, len(head), err)
}

// recordsOf reads those of a span, whose keys begin with a prefix of some length; or yields
// the error that the span has.
func recordsOf[K, T any](c *core, r Reader, codec kv.Codec[K], span kv.Range, front int, bad error) iter.Seq2[KeyedHit[K, T], error] {
	return func(yield func(KeyedHit[K, T], error) bool) {
		if bad != nil {
			yield(KeyedHit[K, T]{}, fmt.Errorf("%s: %w", c.name, bad))
			return
		}
		if empty(span) {
			return
		}
		var h KeyedHit[K, T] // yielded by value, so one variable serves the whole walk
		for p, err := range r.Scan(c.space, span) {
			h = KeyedHit[K, T]{}
			if err == nil {
				h.At = append(Position(nil), p.Key[front:]...)
				if h.Key, _, err = codec.Read(h.At); err == nil {
					err = c.decode(p.Key, h.At, p.Value, &h.Rec)
				}
			}
			hidden := false
			if err == nil {
				hidden, err = c.passesOver(r, &h.Rec)
			}
			if hidden || leftOut(r, err) {
				continue
			}
			if !yield(h, err) || err != nil {
				return
			}
		}
	}
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
