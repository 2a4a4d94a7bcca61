package indexes

import (
	"encoding/binary"
	"fmt"

	"marquee/kv"
)

// LastIDs returns the last assigned id of every table that has ids, for exports.
func (s *Schema) LastIDs(r kv.Reader) (map[string]int64, error) {
	ids := map[string]int64{}
	for _, t := range s.sorted() {
		i := t.info()
		if i.Keyed {
			continue
		}
		last, err := readCounter(r, counterKey(lastID, i.Name))
		if err != nil {
			return nil, err
		}
		if last > 0 {
			ids[i.Name] = last
		}
	}
	return ids, nil
}

// LoadLastID sets the last id of a table, for imports.
func (s *Schema) LoadLastID(tx kv.Tx, table string, last int64) error {
	t, err := s.named(table)
	if err != nil {
		return err
	}
	if t.info().Keyed || last < 1 {
		return fmt.Errorf("table %s cannot have the last id %d", table, last)
	}
	return writeCounter(tx, counterKey(lastID, table), last)
}

// Load writes a record, as Scan returned it, into an empty store, for imports. It
// does not write index entries: Rebuild does that at the end.
func (s *Schema) Load(tx kv.Tx, w Raw) error {
	t, err := s.named(w.Table)
	if err != nil {
		return err
	}
	return t.importRaw(tx, w)
}

func (s *Schema) named(name string) (table, error) {
	for _, t := range s.tables {
		if t.info().Name == name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("there is no table %q", name)
}

// importRaw puts the payload into a new envelope and makes sure that it can be read.
func (c *core) importRaw(tx kv.Tx, w Raw) error {
	company, pk, err := c.split(w.Key)
	if err != nil {
		return c.damaged(w.Key, err)
	}
	if w.Version != c.version {
		return fmt.Errorf("%s %s has version %d, this program knows %d", c.name, c.label(pk), w.Version, c.version)
	}
	value := append([]byte{envelopeForm, byte(w.Version >> 8), byte(w.Version), 0, 0, 0, 0}, w.Payload...)
	binary.BigEndian.PutUint32(value[3:], checksum(c.seed, w.Key, value[:3], w.Payload))
	rec := c.fresh()
	if err := c.decode(w.Key, pk, value, rec); err != nil {
		return err
	}
	if err := tx.Put(c.space, w.Key, value); err != nil {
		return err
	}
	return c.count(BindTx(tx, company), 1)
}
