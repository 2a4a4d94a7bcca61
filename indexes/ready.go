package indexes

import (
	"context"
	"fmt"
	"strings"

	"marquee/kv"
)

// Ready brings a store to the schema of this program: it refuses a store that a
// newer program wrote (ErrNewerStore), runs pending migrations, and rebuilds the
// indexes whose version changed. It works in batches and continues after a crash.
// It must be called before anybody else uses the store. If Pending returns steps,
// the caller makes a copy of the file first.
func (s *Schema) Ready(ctx context.Context, e kv.Engine) error {
	marks, fresh, err := s.look(ctx, e)
	if err != nil {
		return err
	}
	if fresh {
		return s.begin(ctx, e)
	}
	if err := s.migrateAll(ctx, e, marks); err != nil {
		return err
	}
	for _, t := range s.sorted() {
		for i, x := range t.shapes() {
			if isReady(marks, x) {
				continue
			}
			if err := rebuild(ctx, e, t, i, x); err != nil {
				return err
			}
		}
	}
	if err := s.noteTables(ctx, e, marks); err != nil {
		return err
	}
	return s.removeDropped(ctx, e, marks)
}

// migrates is the prefix of steps that change records.
const migrates = "run migration"

// Migrates reports whether a step returned by Pending changes records, and not only
// indexes and counters.
func Migrates(step string) bool { return strings.HasPrefix(step, migrates) }

// Pending describes what Ready would do to a store. It returns nothing if the store
// is new or up to date.
func (s *Schema) Pending(ctx context.Context, e kv.Engine) ([]string, error) {
	marks, fresh, err := s.look(ctx, e)
	if err != nil || fresh {
		return nil, err
	}
	var steps []string
	for _, m := range s.migrations {
		if marks[m.mark()].State != ready {
			steps = append(steps, fmt.Sprintf("%s %d (%s)", migrates, m.Number, m.Name))
		}
	}
	for _, t := range s.sorted() {
		for _, x := range t.shapes() {
			if !isReady(marks, x) {
				steps = append(steps, "build index "+string(x.space))
			}
		}
	}
	for _, name := range s.dropped {
		if _, there := markOf(marks, name); there {
			steps = append(steps, "remove "+name)
		}
	}
	return steps, nil
}

// look reads the marks and refuses a newer store, and one that lost its marks: its records
// would be taken for the oldest ones, and all migrations run over them. fresh is true if
// nothing was written to the store yet.
func (s *Schema) look(ctx context.Context, e kv.Engine) (marks map[string]mark, fresh bool, err error) {
	err = e.View(ctx, func(r kv.Reader) error {
		if marks, err = readMarks(r); err != nil {
			return err
		}
		empty, err := s.isEmpty(r)
		if err != nil {
			return err
		}
		if len(marks) == 0 && !empty {
			return &DamagedError{Table: string(stateSpace), Key: "marks", Reason: "there are records, and nothing says in what form they are"}
		}
		fresh = empty && len(marks) == 0
		return s.known(marks)
	})
	return marks, fresh, err
}

// isEmpty tells whether no table has a record.
func (s *Schema) isEmpty(r kv.Reader) (bool, error) {
	for _, t := range s.tables {
		for _, err := range r.Scan(t.info().Space, kv.Range{Limit: 1}) {
			return false, err
		}
	}
	return true, nil
}

// begin marks everything as done in an empty store.
func (s *Schema) begin(ctx context.Context, e kv.Engine) error {
	names := map[string]string{}
	for _, m := range s.migrations {
		names[m.mark()] = m.Name
	}
	return e.Update(ctx, func(tx kv.Tx) error {
		for name, version := range s.versions() {
			if err := writeMark(tx, name, mark{Version: version, State: ready, Name: names[name]}); err != nil {
				return err
			}
		}
		return nil
	})
}

func isReady(marks map[string]mark, x *indexShape) bool {
	m := marks[indexMark+string(x.space)]
	return m.State == ready && m.Version == x.version
}

// noteTables records the versions of the tables.
func (s *Schema) noteTables(ctx context.Context, e kv.Engine, marks map[string]mark) error {
	var stale []TableInfo
	for _, t := range s.sorted() {
		if i := t.info(); marks[tableMark+i.Name].Version != i.Version {
			stale = append(stale, i)
		}
	}
	if len(stale) == 0 {
		return nil
	}
	return e.Update(ctx, func(tx kv.Tx) error {
		for _, i := range stale {
			if err := writeMark(tx, tableMark+i.Name, mark{Version: i.Version, State: ready}); err != nil {
				return err
			}
		}
		return nil
	})
}

// removeDropped removes tables and indexes that no longer exist.
func (s *Schema) removeDropped(ctx context.Context, e kv.Engine, marks map[string]mark) error {
	for _, name := range s.dropped {
		key, there := markOf(marks, name)
		for done := !there; !done; {
			err := e.Update(ctx, func(tx kv.Tx) (err error) {
				if done, err = dropBatch(tx, name); err != nil || !done {
					return err
				}
				return tx.Delete(stateSpace, []byte(key))
			})
			if err != nil {
				return fmt.Errorf("removing %s: %w", name, err)
			}
		}
	}
	return nil
}

func markOf(marks map[string]mark, name string) (string, bool) {
	for _, key := range []string{tableMark + name, indexMark + name} {
		if _, there := marks[key]; there {
			return key, true
		}
	}
	return "", false
}

// dropBatch removes a batch of a table or index, then its counters.
func dropBatch(tx kv.Tx, name string) (done bool, err error) {
	n, err := deleteSome(tx, kv.Space(name), nil)
	for _, kind := range []string{lastID, records, tallies} {
		if n > 0 || err != nil {
			break
		}
		n, err = deleteSome(tx, counterSpace, counterKey(kind, name))
	}
	return n == 0, err
}
