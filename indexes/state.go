package indexes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"marquee/kv"
)

// stateSpace records what schema the store has: one mark per table, index and
// migration.
const stateSpace kv.Space = "~schema"

// The kinds of marks: prefixes of their keys.
const (
	tableMark     = "table/"
	indexMark     = "index/"
	migrationMark = "migration/"
)

// The states of a mark.
const (
	clearing = "clearing" // the old entries of an index are being removed
	building = "building" // its new entries are being written
	running  = "running"  // a migration has begun and not ended
	ready    = "ready"
)

// mark is one entry of stateSpace.
type mark struct {
	Version  int    `msgpack:"a"`
	State    string `msgpack:"b"`
	Progress []byte `msgpack:"c"` // where the next batch starts
	Name     string `msgpack:"d"` // of a migration
}

const markVersion = 1

var markSeed = seedOf(string(stateSpace))

// readMark returns a mark; one that was never written is the zero mark.
func readMark(r kv.Reader, name string) (m mark, err error) {
	raw, err := r.Get(stateSpace, []byte(name))
	if errors.Is(err, kv.ErrNotFound) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	return m, decodeMark(name, raw, &m)
}

func decodeMark(name string, raw []byte, m *mark) error {
	payload, version, err := unseal(markSeed, []byte(name), raw)
	if err == nil && version > markVersion {
		return newer("%s is noted in form %d", name, version)
	}
	if err == nil {
		err = unpack(payload, m)
	}
	if err != nil {
		return &DamagedError{Table: string(stateSpace), Key: name, Reason: err.Error()}
	}
	return nil
}

func writeMark(tx kv.Tx, name string, m mark) error {
	raw, err := seal(nil, markSeed, markVersion, []byte(name), &m)
	if err != nil {
		return err
	}
	return tx.Put(stateSpace, []byte(name), raw)
}

// readMarks returns every mark of the store: one per table, index and migration.
func readMarks(r kv.Reader) (map[string]mark, error) {
	marks := map[string]mark{}
	for p, err := range r.Scan(stateSpace, kv.Range{}) {
		if err != nil {
			return nil, err
		}
		var m mark
		if err := decodeMark(string(p.Key), p.Value, &m); err != nil {
			return nil, err
		}
		marks[string(p.Key)] = m
	}
	return marks, nil
}

// State is a hash of all marks of a store: it changes with every step of Ready, and
// with nothing else.
func (s *Schema) State(ctx context.Context, e kv.Engine) (string, error) {
	sum := sha256.New()
	err := e.View(ctx, func(r kv.Reader) error {
		sum.Reset()
		for p, err := range r.Scan(stateSpace, kv.Range{}) {
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%x %x\n", p.Key, p.Value)
		}
		return nil
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}

// known refuses marks that this program cannot have written. They are from a newer
// program, which relies on tables and indexes that this one would not maintain.
func (s *Schema) known(marks map[string]mark) error {
	versions := s.versions()
	for name, m := range marks {
		kind, what, _ := strings.Cut(name, "/")
		have, declared := versions[name]
		switch {
		case declared && m.Version > have:
			return newer("%s %s has version %d, this program knows %d", kind, what, m.Version, have)
		case declared, s.isDropped(name):
		case kind+"/" == migrationMark:
			return newer("migration %s (%s) is unknown here", what, m.Name)
		default:
			return newer("%s %s is unknown here", kind, what)
		}
	}
	return nil
}

// versions lists every mark that the schema requires, with its version.
func (s *Schema) versions() map[string]int {
	v := map[string]int{}
	for _, t := range s.tables {
		i := t.info()
		v[tableMark+i.Name] = i.Version
		for _, x := range i.Indexes {
			v[indexMark+string(x.Space)] = x.Version
		}
	}
	for _, m := range s.migrations {
		v[m.mark()] = 1
	}
	return v
}

func (m Migration) mark() string { return fmt.Sprintf("%s%04d", migrationMark, m.Number) }
