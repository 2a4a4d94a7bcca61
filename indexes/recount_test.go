package indexes_test

import (
	"context"
	"errors"
	"testing"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
)

const counters kv.Space = "~counters"

// TestCountersAreMadeAnew damages each counter of a store in turn, in every way.
func TestCountersAreMadeAnew(t *testing.T) {
	f := newFestival()
	s := newStore(t)
	s.seed(f)
	sound := s.pairs(f)
	spoil := map[string]func(kv.Tx, stored) error{
		"gone":    func(tx kv.Tx, c stored) error { return tx.Delete(counters, c.Key) },
		"damaged": func(tx kv.Tx, c stored) error { return tx.Put(counters, c.Key, []byte("garbage")) },
		"of others too": func(tx kv.Tx, c stored) error {
			return tx.Put(counters, append([]byte{c.Key[0] + 1}, c.Key[1:]...), c.Value)
		},
		"under another name": func(tx kv.Tx, c stored) error {
			return errors.Join(tx.Put(counters, append([]byte{c.Key[0] ^ 8}, c.Key[1:]...), c.Value), tx.Delete(counters, c.Key))
		},
	}
	for _, c := range sound {
		if c.space != counters {
			continue
		}
		for how, fn := range spoil {
			t.Run(how, func(t *testing.T) {
				is := is.New(t)
				s.tamper(func(tx kv.Tx) error { return fn(tx, c) })
				is.True(len(s.findings(f)) > 0)
				is.NoErr(f.schema.Rebuild(context.Background(), s))
				is.NoErr(f.schema.RebuildCounters(context.Background(), s))
				is.Equal(len(s.findings(f)), 0)
				s.must(1, func(tx indexes.Tx) error { // a lost last id comes back as the highest there is
					id, err := f.bands.NextIDs(tx, 1)
					is.True(id > 12)
					return err
				})
				s.tamper(func(tx kv.Tx) error { return restoreCounters(tx, sound) })
			})
		}
	}
}

// restoreCounters puts the counters back as they were.
func restoreCounters(tx kv.Tx, all []stored) error {
	var now [][]byte
	for p, err := range tx.Scan(counters, kv.Range{}) {
		if err != nil {
			return err
		}
		now = append(now, append([]byte(nil), p.Key...))
	}
	for _, key := range now {
		if err := tx.Delete(counters, key); err != nil {
			return err
		}
	}
	for _, c := range all {
		if c.space == counters {
			if err := tx.Put(counters, c.Key, c.Value); err != nil {
				return err
			}
		}
	}
	return nil
}
