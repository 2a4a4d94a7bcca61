package indexes

import (
	"bytes"
	"fmt"

	"marquee/kv"
)

// What tables do to read and write records without knowing their type: a Table and a Keyed
// add the type and nothing else.

// getID reads the record with an id. rec stays zero unless it is there.
func (c *core) getID(r Reader, id int64, rec any) error {
	head := c.head(r.Company(), longestID)
	return c.get(r, kv.Int.Append(head, id), len(head), rec)
}

// getShared returns the cached record with an id, of a Shared table.
func (c *core) getShared(r Reader, id int64) (any, error) {
	head := c.head(r.Company(), longestID)
	key := kv.Int.Append(head, id)
	pk := key[len(head):]
	raw, err := c.stored(r, key, pk)
	if err != nil {
		return nil, err
	}
	d, err := c.share(key, pk, raw)
	if err != nil {
		return nil, err
	}
	return d.rec, c.reveal(r, pk, d.rec)
}

// getMany reads the records found into the places that at returns, n of them in a row.
func (c *core) getMany(r Reader, ids []int64, b *batchKeys, at func(i int) any) (n int, err error) {
	keys, front := b.of(c, r.Company(), ids)
	raws, err := r.GetMany(c.space, keys)
	if err != nil {
		return 0, err
	}
	var mem arena
	for i, raw := range raws {
		if raw == nil {
			continue
		}
		rec := at(n)
		err := c.read(&mem, keys[i], keys[i][front:], raw, rec)
		hidden := false
		if err == nil {
			hidden, err = c.passesOver(r, rec)
		}
		if err == nil && !hidden {
			n++
			continue
		}
		if err != nil && !leftOut(r, err) {
			return 0, err
		}
		c.clear(rec) // of one that is left out, some may have been read
	}
	return n, nil
}

// front is the common prefix of all records that a reader may see.
func (c *core) front(r Reader) []byte { return c.head(c.scope(r.Company()), 0) }

// walk bounds a walk of the records.
func (c *core) walk(in bounds) walk { return in.walk(c.keyForm, nothing) }

// records reads each record of a walk into rec and hands out where it is; after an error
// none.
func (c *core) records(r Reader, w walk, rec any, yield func(at Position, err error) bool) {
	if w.err != nil {
		yield(nil, fmt.Errorf("%s: %w", c.name, w.err))
		return
	}
	if empty(w.span) {
		return
	}
	for p, err := range r.Scan(c.space, w.span) {
		c.clear(rec)
		var at Position
		if err == nil {
			at = append(at, p.Key[w.front:]...)
			err = c.decode(p.Key, at, p.Value, rec)
		}
		hidden := false
		if err == nil {
			hidden, err = c.passesOver(r, rec)
		}
		if hidden || leftOut(r, err) {
			continue
		}
		if !yield(at, err) || err != nil {
			return
		}
	}
}

// discard deletes the records of a walk without reading them.
func (c *core) discard(tx Tx, w walk) (n int, err error) {
	if len(c.indexes) > 0 {
		return 0, fmt.Errorf("%s: entries of indexes cannot be discarded", c.name)
	}
	if w.err != nil || empty(w.span) {
		return 0, w.err
	}
	var keys [][]byte
	for p, err := range tx.Scan(c.space, w.span) {
		if err != nil {
			return 0, err
		}
		keys = append(keys, bytes.Clone(p.Key))
	}
	for _, key := range keys {
		if err := tx.Delete(c.space, key); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}
