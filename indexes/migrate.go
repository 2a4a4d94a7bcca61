package indexes

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"marquee/kv"
)

// Step is one batch of a migration, in one transaction. It starts behind the key
// after (nil at the beginning) and returns the last key it handled, or nil when the
// migration is done. It may run more than once.
type Step func(tx kv.Tx, after []byte) (next []byte, err error)

// Migration is one numbered, named change from an older stored form to a newer
// one. Each is applied to a store once, in the order of numbers, and recorded there.
type Migration struct {
	Number int // 1, 2, 3 …
	Name   string
	Step   Step
}

// migrate puts migrations in the order of their numbers, which follow one another
// without a gap. A released migration never changes.
func (s *Schema) migrate(all []Migration) {
	s.migrations = slices.SortedFunc(slices.Values(all), func(a, b Migration) int { return cmp.Compare(a.Number, b.Number) })
	for i, m := range s.migrations {
		if m.Number != i+1 || m.Name == "" || m.Step == nil {
			panic(fmt.Sprintf("indexes: migration %d %q does not follow migration %d, or does nothing", m.Number, m.Name, i))
		}
	}
}

func (s *Schema) drop(names []string) {
	for _, n := range names {
		if what, taken := s.spaces[kv.Space(n)]; taken {
			panic(fmt.Sprintf("indexes: %q cannot be dropped, it is %s", n, what))
		}
		s.dropped = append(s.dropped, n)
	}
}

func (s *Schema) isDropped(mark string) bool {
	return slices.ContainsFunc(s.dropped, func(n string) bool { return mark == tableMark+n || mark == indexMark+n })
}

// EachRecord makes a migration step that visits every record of a table, of all
// companies. Records are not stamped: no user made the change. Records of older
// versions must still be readable into T, so a removed field keeps its tag until
// the migration is removed as well.
func EachRecord[T any](t Owned[T], change func(*T) error) Step {
	c := t.core
	return func(tx kv.Tx, after []byte) ([]byte, error) {
		return c.migrate(tx, after, func(rec any) error { return change(rec.(*T)) })
	}
}

// LookAtEach makes a migration step that visits every record of a table, of all companies,
// in the order of their keys, and leaves it as it is: look writes elsewhere.
func LookAtEach[T any](t *Table[T], look func(tx Tx, rec *T) error) Step {
	return lookAtEach(t.core, look)
}

// LookAtEachKeyed is LookAtEach for a table of records with natural keys.
func LookAtEachKeyed[K, T any](t *Keyed[K, T], look func(tx Tx, rec *T) error) Step {
	return lookAtEach(t.core, look)
}

func lookAtEach[T any](c *core, look func(tx Tx, rec *T) error) Step {
	return func(tx kv.Tx, after []byte) ([]byte, error) {
		return c.eachOf(tx, after, func(company int64, _ []byte, rec any, _ []byte) error {
			return look(BindTx(tx, company), rec.(*T))
		})
	}
}

func (c *core) migrate(tx kv.Tx, after []byte, change func(rec any) error) ([]byte, error) {
	return c.eachOf(tx, after, func(company int64, pk []byte, old any, raw []byte) error {
		rec, err := c.clone(old, raw, false)
		if err == nil {
			err = change(rec)
		}
		if err == nil {
			err = c.write(BindTx(tx, company), pk, old, rec, raw)
		}
		return err
	})
}

// eachOf goes through the next batch of records behind a key.
func (c *core) eachOf(tx kv.Tx, after []byte, do func(company int64, pk []byte, rec any, raw []byte) error) ([]byte, error) {
	batch, next, err := readBatch(tx, c.space, after)
	if err != nil {
		return nil, err
	}
	for _, p := range batch {
		company, pk, err := c.split(p.Key)
		if err != nil {
			return nil, c.damaged(p.Key, err)
		}
		rec := c.fresh()
		if err := c.decode(p.Key, pk, p.Value, rec); err != nil {
			return nil, err
		}
		if err := do(company, pk, rec, p.Value); err != nil {
			return nil, fmt.Errorf("%s %s: %w", c.name, c.label(pk), err)
		}
	}
	return next, nil
}

// readBatch copies the next pairs of a space behind a key. next is nil when these
// were the last.
func readBatch(r kv.Reader, s kv.Space, after []byte) (batch []kv.Pair, next []byte, err error) {
	span := kv.Range{Limit: BatchSize}
	if after != nil {
		span.From = append(slices.Clone(after), 0)
	}
	for p, err := range r.Scan(s, span) {
		if err != nil {
			return nil, nil, err
		}
		batch = append(batch, kv.Pair{Key: slices.Clone(p.Key), Value: slices.Clone(p.Value)})
	}
	if len(batch) == BatchSize {
		next = batch[len(batch)-1].Key
	}
	return batch, next, nil
}

// migrateAll runs the migrations that were not yet applied to the store.
func (s *Schema) migrateAll(ctx context.Context, e kv.Engine, marks map[string]mark) error {
	for _, m := range s.migrations {
		if marks[m.mark()].State == ready {
			continue
		}
		if err := m.run(ctx, e); err != nil {
			return fmt.Errorf("migration %d (%s): %w", m.Number, m.Name, err)
		}
	}
	return nil
}

// run continues behind the last committed batch.
func (m Migration) run(ctx context.Context, e kv.Engine) error {
	for done := false; !done; {
		err := e.Update(ctx, func(tx kv.Tx) error {
			at, err := readMark(tx, m.mark())
			if err != nil {
				return err
			}
			next, err := m.Step(tx, at.Progress)
			if err != nil {
				return err
			}
			done = next == nil
			to := mark{Version: 1, State: running, Progress: next, Name: m.Name}
			if done {
				to.State = ready
			}
			return writeMark(tx, m.mark(), to)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
