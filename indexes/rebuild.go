package indexes

import (
	"context"
	"fmt"
	"slices"

	"marquee/kv"
)

// Rebuild deletes the entries of indexes and makes them again from the records, in
// batches, continuing where an interrupted run ended. names are spaces
// ("bands.name") as in TableInfo; without names it rebuilds every index. Nobody
// else may write at the same time. It repairs what Verify reports about entries; a
// damaged record ends it with an error.
func (s *Schema) Rebuild(ctx context.Context, e kv.Engine, names ...string) error {
	for _, t := range s.sorted() {
		for i, x := range t.shapes() {
			if len(names) > 0 && !slices.Contains(names, string(x.space)) {
				continue
			}
			if err := rebuild(ctx, e, t, i, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// rebuild brings one index to ready.
func rebuild(ctx context.Context, e kv.Engine, t table, i int, x *indexShape) error {
	err := start(ctx, e, x)
	for done := false; err == nil && !done; {
		err = e.Update(ctx, func(tx kv.Tx) (err error) {
			done, err = rebuildBatch(tx, t, i, x)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("index %s: %w", x.space, err)
	}
	return nil
}

// start marks an index as not usable, unless a rebuild of this same version was
// interrupted: that one is continued.
func start(ctx context.Context, e kv.Engine, x *indexShape) error {
	name := indexMark + string(x.space)
	return e.Update(ctx, func(tx kv.Tx) error {
		m, err := readMark(tx, name)
		if err != nil || (m.Version == x.version && (m.State == clearing || m.State == building)) {
			return err
		}
		return writeMark(tx, name, mark{Version: x.version, State: clearing})
	})
}

// rebuildBatch does the next batch of work on an index that is not ready.
func rebuildBatch(tx kv.Tx, t table, i int, x *indexShape) (done bool, err error) {
	name := indexMark + string(x.space)
	m, err := readMark(tx, name)
	if err != nil {
		return false, err
	}
	if m.State == clearing {
		empty, err := clearBatch(tx, x.space)
		if err != nil || !empty {
			return false, err
		}
		m = mark{Version: x.version, State: building}
		return false, writeMark(tx, name, m)
	}
	m.Progress, err = t.fill(tx, i, m.Progress)
	if err != nil {
		return false, err
	}
	if m.Progress == nil {
		m.State = ready
	}
	return m.State == ready, writeMark(tx, name, m)
}

// clearBatch removes a batch of entries of an index and, once there are none, of its
// counters. empty is true when nothing is left of either.
func clearBatch(tx kv.Tx, s kv.Space) (empty bool, err error) {
	n, err := deleteSome(tx, s, nil)
	if err != nil || n > 0 {
		return false, err
	}
	n, err = deleteSome(tx, counterSpace, counterKey(tallies, string(s)))
	return n == 0, err
}

// deleteSome deletes up to a batch of the keys that start with p.
func deleteSome(tx kv.Tx, s kv.Space, p []byte) (int, error) {
	var keys [][]byte
	for pair, err := range tx.Scan(s, kv.Range{From: p, To: successor(p), Limit: BatchSize}) {
		if err != nil {
			return 0, err
		}
		keys = append(keys, slices.Clone(pair.Key))
	}
	for _, k := range keys {
		if err := tx.Delete(s, k); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}

// fill writes the entries of the next batch of records in index i.
func (c *core) fill(tx kv.Tx, i int, after []byte) ([]byte, error) {
	batch, next, err := readBatch(tx, c.space, after)
	if err != nil {
		return nil, err
	}
	l := scratch.Get().(*lists)
	defer l.release()
	for _, p := range batch {
		if err := c.fillRecord(tx, c.indexes[i], p, l); err != nil {
			return nil, err
		}
	}
	return next, l.settle(tx)
}

// fillRecord writes the entries of one record; lists.settle writes the counters and texts.
func (c *core) fillRecord(tx kv.Tx, x index, p kv.Pair, l *lists) error {
	company, pk, err := c.split(p.Key)
	if err != nil {
		return c.damaged(p.Key, err)
	}
	rec := c.fresh()
	if err := c.decode(p.Key, pk, p.Value, rec); err != nil {
		return err
	}
	l.before.reset()
	l.after.reset()
	x.appendKeys(&l.after, rec)
	if x.kind == kindTexts {
		l.noteText(x.indexShape, company, c.global, c.idOf(pk))
		return nil
	}
	err = c.compare(tx, x.indexShape, company, pk, l)
	if err == nil {
		err = l.apply(tx)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.name, c.label(pk), err)
	}
	return nil
}
