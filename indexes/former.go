package indexes

import (
	"fmt"

	"marquee/kv"
)

// EachFormer makes a migration step that visits every record of a table that no
// longer exists in this program, of all companies, in the order of their keys. T
// describes the stored record. The table must be named in Parts.Dropped; it is
// removed after the last migration.
func EachFormer[T any](table string, look func(tx Tx, rec *T) error) Step {
	seed := seedOf(table)
	return func(tx kv.Tx, after []byte) ([]byte, error) {
		batch, next, err := readBatch(tx, kv.Space(table), after)
		if err != nil {
			return nil, err
		}
		for _, p := range batch {
			var rec T
			company, err := readFormer(seed, p, &rec)
			if err != nil {
				return nil, &DamagedError{Table: table, Key: hexKey(p.Key), Reason: err.Error()}
			}
			if err := look(BindTx(tx, company), &rec); err != nil {
				return nil, fmt.Errorf("%s %s: %w", table, hexKey(p.Key), err)
			}
		}
		return next, nil
	}
}

// readFormer decodes a record and returns the company it belongs to.
func readFormer(seed uint32, p kv.Pair, rec any) (company int64, err error) {
	payload, _, err := unseal(seed, p.Key, p.Value)
	if err != nil {
		return 0, err
	}
	if company, _, err = kv.Int.Read(p.Key); err != nil {
		return 0, err
	}
	return company, unpack(payload, rec)
}
