package indexes

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"marquee/kv"
)

// RebuildCounters recounts the records of every table, raises the last id of each
// table to the highest id in use, and removes counters that belong to nothing
// declared. Nobody else may write at the same time. The counters of indexes are
// made by Rebuild.
func (s *Schema) RebuildCounters(ctx context.Context, e kv.Engine) error {
	for _, t := range s.sorted() {
		if err := t.recountAll(ctx, e); err != nil {
			return fmt.Errorf("counters of %s: %w", t.info().Name, err)
		}
	}
	return s.clearCounters(ctx, e)
}

// recountAll counts in batches and writes the counts in one transaction.
func (c *core) recountAll(ctx context.Context, e kv.Engine) error {
	if c.keyed {
		return nil
	}
	counts, highest := map[int64]int64{}, int64(0)
	for after, done := []byte(nil), false; !done; {
		err := e.View(ctx, func(r kv.Reader) error {
			batch, next, err := readBatch(r, c.space, after)
			for _, p := range batch {
				company, pk, bad := c.split(p.Key)
				if bad != nil {
					return c.damaged(p.Key, bad)
				}
				counts[c.scope(company)]++
				highest = max(highest, c.idOf(pk))
			}
			after, done = next, next == nil
			return err
		})
		if err != nil {
			return err
		}
	}
	return e.Update(ctx, func(tx kv.Tx) error { return c.writeCounts(tx, counts, highest) })
}

func (c *core) writeCounts(tx kv.Tx, counts map[int64]int64, highest int64) error {
	for n := BatchSize; n == BatchSize; {
		var err error
		if n, err = deleteSome(tx, counterSpace, c.counter); err != nil {
			return err
		}
	}
	for _, company := range slices.Sorted(maps.Keys(counts)) {
		if err := writeCounter(tx, c.countKey(company), counts[company]); err != nil {
			return err
		}
	}
	last, err := readCounter(tx, c.lastID)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	if err == nil && last >= highest {
		return nil
	}
	return writeCounter(tx, c.lastID, highest)
}

// clearCounters removes counters that belong to nothing declared.
func (s *Schema) clearCounters(ctx context.Context, e kv.Engine) error {
	for done := false; !done; {
		err := e.Update(ctx, func(tx kv.Tx) error {
			lost, err := s.lostCounters(tx)
			for _, key := range lost {
				if err == nil {
					err = tx.Delete(counterSpace, key)
				}
			}
			done = len(lost) < BatchSize
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lostCounters returns the first batch of counters that belong to nothing declared.
func (s *Schema) lostCounters(r kv.Reader) (lost [][]byte, err error) {
	for p, err := range r.Scan(counterSpace, kv.Range{}) {
		if err != nil {
			return nil, err
		}
		kind, of, _, bad := splitCounterKey(p.Key)
		if bad != nil || !s.counts(kind, of) {
			if lost = append(lost, slices.Clone(p.Key)); len(lost) == BatchSize {
				break
			}
		}
	}
	return lost, nil
}
