package indexes

import (
	"errors"
	"fmt"

	"marquee/kv"
)

// nextIDs reserves the next n ids and returns the first.
func (c *core) nextIDs(tx Tx, n int) (first int64, err error) {
	last, err := readCounter(tx, c.lastID)
	if err != nil {
		return 0, err
	}
	return last + 1, writeCounter(tx, c.lastID, last+int64(n))
}

// insert writes a record under the next id.
func (c *core) insert(tx Tx, rec any) error {
	id, err := c.nextIDs(tx, 1)
	if err != nil {
		return err
	}
	*c.idField(rec) = id
	return c.insertAll(tx, 1, func(int) told { return told{nil, rec} })
}

// insertAll writes n new records under the ids that they carry.
func (c *core) insertAll(tx Tx, n int, at func(i int) told) error {
	if err := c.putAll(tx, n, at); err != nil {
		return err
	}
	return c.count(tx, int64(n))
}

// insertAt is insertAbsent for an id that may be there.
func (c *core) insertAt(tx Tx, rec any) error {
	id := *c.idField(rec)
	if id <= 0 {
		return fmt.Errorf("%s %d: an id is at least 1", c.name, id)
	}
	_, err := tx.Get(c.space, c.key(tx.Company(), pkOf(id)))
	if err == nil {
		return &TakenError{Table: c.name, Owner: id}
	}
	if !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	return c.insertAbsent(tx, 1, func(int) told { return told{nil, rec} })
}

// insertAbsent is insertAll for ids that nextIDs did not give, but will not give later.
func (c *core) insertAbsent(tx Tx, n int, at func(i int) told) error {
	if n == 0 {
		return nil
	}
	if err := c.insertAll(tx, n, at); err != nil {
		return err
	}
	var highest int64
	for i := range n {
		highest = max(highest, *c.idField(at(i).rec))
	}
	last, err := readCounter(tx, c.lastID)
	if err != nil || last >= highest {
		return err
	}
	return writeCounter(tx, c.lastID, highest)
}

// putAll writes n records with ids, new or changed, and each shared counter once.
func (c *core) putAll(tx Tx, n int, at func(i int) told) error {
	l := scratch.Get().(*lists)
	defer l.release()
	for i := range n {
		t := at(i)
		was := t.old
		if was == nil {
			was = t.rec
		}
		c.mark(tx, t.old, t.rec)
		if err := c.put(tx, pkOf(*c.idField(was)), t.old, t.rec, nil, l); err != nil {
			return err
		}
	}
	if err := l.settle(tx); err != nil {
		return err
	}
	return c.tellAll(tx, n, at)
}

// tellAll tells of several records.
func (c *core) tellAll(tx Tx, n int, at func(i int) told) error {
	if c.wrote == nil || n == 0 {
		return nil
	}
	all := make([]told, n)
	for i := range all {
		all[i] = at(i)
	}
	return c.tell(tx, all...)
}

// replace writes a record under a natural key, whether there is one or not.
func (c *core) replace(tx Tx, pk []byte, rec any) error {
	old := c.fresh()
	raw, err := c.load(tx, tx.Company(), pk, old)
	if errors.Is(err, ErrNotFound) {
		return c.save(tx, pk, nil, rec, nil)
	}
	if err != nil {
		return err
	}
	return c.save(tx, pk, old, rec, raw)
}

// upsert is update that starts with a zero record if there is none.
func (c *core) upsert(tx Tx, pk []byte, change func(rec any) error) (any, error) {
	rec := c.fresh()
	raw, err := c.load(tx, tx.Company(), pk, rec)
	if err == nil {
		return c.alter(tx, pk, rec, raw, change)
	}
	if errors.Is(err, ErrNotFound) {
		err = change(rec)
	}
	if err == nil {
		err = c.save(tx, pk, nil, rec, nil)
	}
	return rec, err
}
