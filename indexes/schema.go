package indexes

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"marquee/kv"
)

// Schema is every table of a store, with the migrations that led to their form.
// It does not change once it is made.
type Schema struct {
	tables     []table
	migrations []Migration
	dropped    []string
	spaces     map[kv.Space]string
}

// Parts are what a schema is made of. They may be gathered in any order: tables
// are sorted by name and migrations by number.
type Parts struct {
	Tables     []Declared
	Migrations []Migration
	// Dropped names tables ("bands") and indexes ("bands.name") that used to exist:
	// Ready removes what is left of them. Without it, a store that has them counts
	// as written by a newer program.
	Dropped []string
}

// Declared is a table that Define or DefineKeyed made, without the type of its records.
type Declared struct{ core *core }

// NewSchema puts a schema together. Whatever is wrong is a panic: a program with
// a broken schema must not start.
func NewSchema(p Parts) *Schema {
	s := &Schema{spaces: map[kv.Space]string{counterSpace: "the counters", stateSpace: "the state of the schema"}}
	for _, d := range p.Tables {
		s.add(d.core)
	}
	s.migrate(p.Migrations)
	s.drop(p.Dropped)
	return s
}

func (s *Schema) add(t table) {
	name := t.info().Name
	s.claim(name, t.info().Space, "table "+name)
	for _, x := range t.shapes() {
		s.claim(x.name, x.space, "index "+x.name+" of "+name)
	}
	s.tables = append(s.tables, t)
}

// table is what the schema needs of a table, whatever its records are.
type table interface {
	info() TableInfo
	ascends() bool
	shapes() []*indexShape
	describe(b *strings.Builder)
	fill(tx kv.Tx, i int, after []byte) (next []byte, err error)
	recountAll(ctx context.Context, e kv.Engine) error
	verify(ctx context.Context, r kv.Reader, report func(Finding)) error
	sample(ctx context.Context, r kv.Reader, n int, report func(Finding)) error
	raw(ctx context.Context, r kv.Reader) iter.Seq2[Raw, error]
	record(w *Raw) (any, error)
	importRaw(tx kv.Tx, w Raw) error
}

// TableInfo describes a declared table.
type TableInfo struct {
	Name    string
	Space   kv.Space
	Version int
	Global  bool
	Keyed   bool // has a natural key and no ids
	Key     string
	Indexes []IndexInfo
	// Record is the type of its records.
	Record reflect.Type
	// Unaudited is why changes of them are not written down, empty: they are.
	Unaudited string
	person    *Person
	fresh     func() any // an empty record
}

// IndexInfo describes a declared index.
type IndexInfo struct {
	Name, Kind, Key string
	Space           kv.Space
	Version         int
	Global, Counted bool
}

// Tables lists the tables in the order of their names.
func (s *Schema) Tables() []TableInfo {
	var out []TableInfo
	for _, t := range s.sorted() {
		out = append(out, t.info())
	}
	return out
}

// Spaces lists every key space of the store, for engines and checks.
func (s *Schema) Spaces() []kv.Space {
	var out []kv.Space
	for space := range s.spaces {
		out = append(out, space)
	}
	slices.Sort(out)
	return out
}

// Dropped lists the spaces of tables and indexes that no longer exist.
func (s *Schema) Dropped() []kv.Space {
	out := make([]kv.Space, len(s.dropped))
	for i, name := range s.dropped {
		out[i] = kv.Space(name)
	}
	return out
}

// AppendOnly lists the spaces whose keys mostly arrive in ascending order: an
// engine can fill their pages completely.
func (s *Schema) AppendOnly() []kv.Space {
	var out []kv.Space
	for _, t := range s.sorted() {
		if t.ascends() {
			out = append(out, t.info().Space)
		}
		for _, x := range t.shapes() {
			if x.ascending {
				out = append(out, x.space)
			}
		}
	}
	return out
}

func (s *Schema) sorted() []table {
	out := slices.Clone(s.tables)
	slices.SortFunc(out, func(a, b table) int { return strings.Compare(a.info().Name, b.info().Name) })
	return out
}

var goodName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// declare checks the declaration of a table and binds its indexes to it. It panics
// on any mistake: a program with a broken schema must not start.
func declare(c *core, key string) {
	if c.version < 1 || c.version > 0xffff {
		panic(fmt.Sprintf("indexes: table %s has version %d; versions start at 1", c.name, c.version))
	}
	c.space, c.seed, c.keyName = kv.Space(c.name), seedOf(c.name), key
	c.counter, c.lastID = counterKey(records, c.name), counterKey(lastID, c.name)
	for _, x := range c.indexes {
		x.attach(c)
	}
	if err := checkType(c.reflected); err != nil {
		panic(fmt.Sprintf("indexes: table %s: %v", c.name, err))
	}
	c.flat = isFlat(c.reflected)
	if err := c.person.check(c.fresh()); err != nil {
		panic(fmt.Sprintf("indexes: table %s %v", c.name, err))
	}
}

func (s *Schema) claim(name string, space kv.Space, what string) {
	if !goodName.MatchString(name) {
		panic(fmt.Sprintf("indexes: %q is no name for %s: small letters, digits and underscores", name, what))
	}
	if other, taken := s.spaces[space]; taken {
		panic(fmt.Sprintf("indexes: %s and %s are both kept under %q", what, other, space))
	}
	s.spaces[space] = what
}

func (c *core) info() TableInfo {
	i := TableInfo{Name: c.name, Space: c.space, Version: c.version, Global: c.global, Keyed: c.keyed, Key: c.keyName, Record: c.reflected, Unaudited: c.unaudited, person: &c.person, fresh: c.fresh}
	for _, x := range c.shapes() {
		i.Indexes = append(i.Indexes, IndexInfo{
			Name: x.name, Kind: x.kind, Key: x.codec, Space: x.space,
			Version: x.version, Global: x.global, Counted: x.counted,
		})
	}
	return i
}

func (c *core) ascends() bool { return c.ascending }

func (c *core) shapes() []*indexShape {
	out := make([]*indexShape, len(c.indexes))
	for i, x := range c.indexes {
		out[i] = x.indexShape
	}
	return out
}

// The limits of this package.
const (
	// BatchSize is how many records or entries a rebuild or a migration
	// handles in one transaction.
	BatchSize = 500
	// MaxEntries is how many entries one record may have in one index.
	MaxEntries = 1000
	// maxShared is how many decoded records of one shared table are kept.
	maxShared = 4096
	// maxPosition is the longest resume position in bytes. As text it takes a third
	// more.
	maxPosition = 1 << 10
)
