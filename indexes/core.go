package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"marquee/kv"
)

// core is what Table and Keyed have in common: one space of records, its indexes,
// and the one function that writes both. It holds records as pointers in an any, so
// that the program has this code once, and not once for every type of records.
type core struct {
	name    string
	space   kv.Space
	version int
	counter []byte // prefix of its record counters
	lastID  []byte // key of its id counter
	keyName string // describes the record's own key, for the golden file
	global  bool
	keyed   bool
	// ascending: new records mostly sort behind all others.
	ascending bool
	flat      bool // has no pointers, slices or maps: an assignment copies it deeply
	seed      uint32
	recordType
	keyForm                                 // of the record's own key
	matches func(rec any, pk []byte) bool   // reports whether a record carries this key
	idOf    func(pk []byte) int64           // 0 in tables with natural keys
	label   func(pk []byte) string          // formats a key for messages
	stamp   func(tx Tx, old, new any)       // may be nil; old is nil on an insert
	check   func(rec any) error             // may be nil
	wrote   func(tx Tx, all []told) error   // may be nil; is told of what was written
	shared  *recordCache                    // nil if the table is not Shared
	shown   func(Reader, any) (bool, error) // may be nil: to everybody
	// What the table says of people, and of what is written down of its changes.
	person    Person
	unaudited string
	secret    []string
	indexes   []index
}

// recordType is what a core must know of the type of its records, which it gets and
// gives as *T.
type recordType struct {
	reflected reflect.Type // T
	fresh     func() any   // a new record, as *T
	assign    func(to, from any)
	clear     func(rec any)        // makes it the zero record
	idField   func(rec any) *int64 // nil in tables with natural keys
}

func typeOf[T any]() recordType {
	return recordType{
		reflected: reflect.TypeFor[T](),
		fresh:     func() any { return new(T) },
		assign:    func(to, from any) { *to.(*T) = *from.(*T) },
		clear: func(rec any) {
			var none T
			*rec.(*T) = none
		},
	}
}

// valueOf is a record that a core returned as *T, unless it returned an error.
func valueOf[T any](rec any, err error) (value T, _ error) {
	if err == nil {
		value = *rec.(*T)
	}
	return value, err
}

// scope is the company that a table's keys contain: 0 in global tables.
func (c *core) scope(company int64) int64 {
	if c.global {
		return 0
	}
	return company
}

// key is where a record is stored.
func (c *core) key(company int64, pk []byte) []byte {
	return append(c.head(company, len(pk)), pk...)
}

// head is the common prefix of a company's keys, with spare capacity behind it.
func (c *core) head(company int64, spare int) []byte {
	return c.appendHead(make([]byte, 0, 9+spare), company)
}

func (c *core) appendHead(dst []byte, company int64) []byte {
	if c.global {
		return dst
	}
	return kv.Int.Append(dst, company)
}

// split parses the key of a record.
func (c *core) split(key []byte) (company int64, pk []byte, err error) {
	pk = key
	if !c.global {
		if company, pk, err = kv.Int.Read(key); err != nil {
			return 0, nil, err
		}
	}
	n, err := c.length(pk)
	if err == nil && n != len(pk) {
		err = kv.ErrBadKey
	}
	return company, pk, err
}

// get reads the record at a complete key, which begins with a prefix of some length. rec
// stays zero unless it is there.
func (c *core) get(r Reader, key []byte, front int, rec any) error {
	_, err := c.loadAt(r, key, key[front:], rec)
	if err == nil {
		err = c.reveal(r, key[front:], rec)
	}
	if err != nil {
		c.clear(rec)
	}
	return err
}

// load reads one record. It also returns the stored bytes, for writers to compare.
func (c *core) load(r kv.Reader, company int64, pk []byte, rec any) (raw []byte, err error) {
	return c.loadAt(r, c.key(company, pk), pk, rec)
}

// loadAt is load for a complete key.
func (c *core) loadAt(r kv.Reader, key, pk []byte, rec any) (raw []byte, err error) {
	return c.loadAtIn(nil, r, key, pk, rec)
}

// loadIn is load for a record that shares an arena with others.
func (c *core) loadIn(mem *arena, r kv.Reader, company int64, pk []byte, rec any) error {
	_, err := c.loadAtIn(mem, r, c.key(company, pk), pk, rec)
	return err
}

func (c *core) loadAtIn(mem *arena, r kv.Reader, key, pk []byte, rec any) (raw []byte, err error) {
	if raw, err = c.stored(r, key, pk); err != nil {
		return nil, err
	}
	return raw, c.read(mem, key, pk, raw, rec)
}

// stored returns the stored bytes of a record.
func (c *core) stored(r kv.Reader, key, pk []byte) ([]byte, error) {
	raw, err := r.Get(c.space, key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil, &MissingError{c.name, func() string { return c.label(pk) }}
	}
	return raw, err
}

// read decodes a record, or takes it from the cache of a Shared table. mem is used
// only if the table is not Shared.
func (c *core) read(mem *arena, key, pk, raw []byte, rec any) error {
	if c.shared == nil {
		return c.decodeIn(mem, key, pk, raw, rec)
	}
	d, err := c.share(key, pk, raw)
	if err == nil {
		c.assign(rec, d.rec)
	}
	return err
}

// share returns a record of a Shared table from the cache, after decoding it if
// necessary.
func (c *core) share(key, pk, raw []byte) (*decoded, error) {
	if d, ok := c.shared.find(key, raw); ok {
		return d, nil
	}
	rec := c.fresh()
	if err := c.decode(key, pk, raw, rec); err != nil {
		return nil, err
	}
	return c.shared.keep(key, raw, rec), nil
}

// decode reads a stored value and checks its envelope, version, key and invariant.
func (c *core) decode(key, pk, raw []byte, rec any) error {
	return c.decodeIn(nil, key, pk, raw, rec)
}

func (c *core) decodeIn(mem *arena, key, pk, raw []byte, rec any) error {
	payload, version, err := unseal(c.seed, key, raw)
	if err != nil {
		return c.damaged(pk, err)
	}
	if version > c.version {
		return c.newer(pk, version)
	}
	if err := unpackIn(mem, payload, rec); err != nil {
		return c.damaged(pk, err)
	}
	if version < c.version {
		return nil // key and invariant are checked after its migration
	}
	if !c.matches(rec, pk) {
		return c.damaged(pk, errors.New("record carries another key"))
	}
	if c.check != nil {
		if err := c.check(rec); err != nil {
			return c.damaged(pk, err)
		}
	}
	return nil
}

func (c *core) newer(pk []byte, version int) error {
	return newer("%s %s has version %d, this program knows %d", c.name, c.label(pk), version, c.version)
}

func (c *core) damaged(pk []byte, err error) error {
	return &DamagedError{Table: c.name, Key: c.label(pk), Reason: err.Error()}
}

// update loads a record, changes a copy and writes the difference.
func (c *core) update(tx Tx, pk []byte, change func(rec any) error) (any, error) {
	old := c.fresh()
	raw, err := c.load(tx, tx.Company(), pk, old)
	if err == nil {
		err = c.reveal(tx, pk, old)
	}
	if err != nil {
		return nil, err
	}
	return c.alter(tx, pk, old, raw, change)
}

// alter is update for a record that is already loaded.
func (c *core) alter(tx Tx, pk []byte, old any, raw []byte, change func(rec any) error) (any, error) {
	rec, err := c.clone(old, raw, listener(tx) != nil)
	if err == nil {
		err = change(rec)
	}
	if err == nil {
		err = c.save(tx, pk, old, rec, raw)
	}
	return rec, err
}

// clone returns a deep copy of the record read from raw. If nothing compares the old
// record with the new one, it returns the record itself.
func (c *core) clone(old any, raw []byte, compared bool) (any, error) {
	if !compared && c.shared == nil && c.stamp == nil && len(c.indexes) == 0 {
		return old, nil
	}
	rec := c.fresh()
	if c.flat {
		c.assign(rec, old)
		return rec, nil
	}
	return rec, unpack(raw[envelopeSize:], rec)
}

// save stamps the record and writes it. Migrations call write instead.
func (c *core) save(tx Tx, pk []byte, old, rec any, raw []byte) error {
	c.mark(tx, old, rec)
	if err := c.write(tx, pk, old, rec, raw); err != nil {
		return err
	}
	return c.tell(tx, told{old, rec})
}

// told is a record before and after a write, each a *T or nil.
type told struct{ old, rec any }

// tell tells of records that were written. Migrations tell nobody.
func (c *core) tell(tx Tx, all ...told) error {
	if c.wrote == nil {
		return nil
	}
	return c.wrote(tx, all)
}

func (c *core) mark(tx Tx, old, rec any) {
	if c.stamp != nil {
		c.stamp(tx, old, rec)
	}
}

// remove deletes a record and its entries.
func (c *core) remove(tx Tx, pk []byte) error {
	old := c.fresh()
	raw, err := c.load(tx, tx.Company(), pk, old)
	if err == nil {
		err = c.reveal(tx, pk, old)
	}
	if err != nil {
		return err
	}
	if err := c.write(tx, pk, old, nil, raw); err != nil {
		return err
	}
	return c.tell(tx, told{old, nil})
}

// write is the only code that writes records and index entries. old is nil on an
// insert, rec is nil on a delete, raw is what old was read from. It checks
// everything that can be refused before the first write, and writes only what
// changed. A record that did not change is guarded instead, so that the transaction
// still conflicts with concurrent changes of it.
func (c *core) write(tx Tx, pk []byte, old, rec any, raw []byte) error {
	l := scratch.Get().(*lists)
	defer l.release()
	if err := c.put(tx, pk, old, rec, raw, l); err != nil {
		return err
	}
	if err := l.settle(tx); err != nil {
		return err
	}
	switch {
	case old == nil && rec != nil:
		return c.count(tx, 1)
	case old != nil && rec == nil:
		return c.count(tx, -1)
	}
	return nil
}

// put is write without the counters, which lists.settle writes.
func (c *core) put(tx Tx, pk []byte, old, rec any, raw []byte, l *lists) error {
	if tx.Company() == 0 && !c.global {
		return fmt.Errorf("%s %s: %w", c.name, c.label(pk), ErrNoCompany)
	}
	l.key = append(c.appendHead(l.key[:0], tx.Company()), pk...)
	key := l.key
	value, err := c.prepare(key, pk, rec, l.value)
	if err != nil {
		return err
	}
	if rec != nil {
		l.value = value
	}
	if err := c.changes(tx, tx.Company(), pk, old, rec, l); err != nil {
		return err
	}
	if err := l.apply(tx); err != nil {
		return err
	}
	if old != nil && rec != nil && bytes.Equal(value, raw) {
		return tx.Guard(c.space, key)
	}
	if w := listener(tx); w != nil {
		w.Wrote(Declared{c}, pk, old, rec)
	}
	if rec == nil {
		return tx.Delete(c.space, key)
	}
	return tx.Put(c.space, key, value)
}

// prepare checks the new record and encodes it into dst's memory.
func (c *core) prepare(key, pk []byte, rec any, dst []byte) ([]byte, error) {
	if rec == nil {
		return nil, nil
	}
	if c.check != nil {
		if err := c.check(rec); err != nil {
			return nil, fmt.Errorf("%s %s: %w", c.name, c.label(pk), err)
		}
	}
	if !c.matches(rec, pk) {
		return nil, fmt.Errorf("%s %s: the key of a record cannot change", c.name, c.label(pk))
	}
	value, err := seal(dst, c.seed, c.version, key, rec)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", c.name, c.label(pk), err)
	}
	if len(value) > kv.MaxValue {
		return nil, fmt.Errorf("%s %s: %d bytes are too many for a record: %w", c.name, c.label(pk), len(value), kv.ErrTooLarge)
	}
	return value, nil
}

// count updates the number of records of a company. Tables with natural keys have no
// such counter.
func (c *core) count(tx Tx, delta int64) error {
	if c.keyed {
		return nil
	}
	return addCounter(tx, c.countKey(tx.Company()), delta)
}

func (c *core) countKey(company int64) []byte {
	if c.global {
		return c.counter
	}
	return kv.Int.Append(append(make([]byte, 0, len(c.counter)+9), c.counter...), company)
}
