package indexes

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	// unsafe: like plan.go.
	"unsafe"
)

// Part reads some fields of the records of a table and skips the others, for callers
// that need only a few fields of many records. Fields of P carry the tags of fields
// of T that have the same type; P may be T itself.
//
// The checksum of a record is always verified. Its Check is not run, because it may
// depend on fields that were not read.
type Part[T, P any] struct {
	table  *Table[T]
	fields []field // all those of T, in the order in which they are stored
	read   planRead
}

// PartOf declares a part of a table: the fields of P with the given tags, or all
// fields of P without tags. A mistake in the declaration panics at start.
func PartOf[T, P any](t *Table[T], tags ...string) *Part[T, P] {
	whole, part := reflect.TypeFor[T](), reflect.TypeFor[P]()
	if isCustom(whole) {
		panic(fmt.Sprintf("indexes: %s reads itself and has no parts", whole))
	}
	wanted := map[string]field{}
	for _, f := range planFields(part, 0, map[reflect.Type]*plan{}) {
		if len(tags) == 0 || slices.ContainsFunc(tags, func(t string) bool { return string(appendText(nil, t)) == f.tag }) {
			wanted[f.tag] = f
		}
	}
	if len(wanted) < len(tags) {
		panic(fmt.Sprintf("indexes: not all of %q are fields of %s", tags, part))
	}
	p, found := &Part[T, P]{table: t}, 0
	for _, f := range planFields(whole, 0, map[reflect.Type]*plan{}) {
		w, ok := wanted[f.tag]
		switch {
		case !ok:
			w = field{plan: skipped, tag: f.tag}
		case w.typ != f.typ:
			panic(fmt.Sprintf("indexes: %q of %s is of type %s", f.tag[1:], whole, f.typ))
		default:
			w, found = partOf(w), found+1
		}
		p.fields = append(p.fields, w)
	}
	if found < len(wanted) {
		panic(fmt.Sprintf("indexes: %s has fields that %s does not store", part, whole))
	}
	p.read = nilIsZero(part, func(b string, at unsafe.Pointer, mem *arena) (string, error) { return readFields(b, at, p.fields, mem) })
	return p
}

// skipped is the plan of a stored field that is not part of P.
var skipped = &plan{scalar: scalarSkip, read: func(b string, _ unsafe.Pointer, _ *arena) (string, error) { return skip(b) }}

// partOf makes the plan of a field copy its bytes first if it may contain text: a
// part is read from the engine's bytes, which are valid only until the end of the
// transaction.
func partOf(f field) field {
	switch f.typ.Kind() {
	case reflect.String, reflect.Slice, reflect.Struct, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Array:
	default:
		return f
	}
	if slices.Contains([]reflect.Type{reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time](), reflect.TypeFor[[]int64]()}, f.typ) {
		return f
	}
	inner := f.read
	f.plan = &plan{read: func(b string, at unsafe.Pointer, mem *arena) (string, error) {
		rest, err := skip(b)
		if err != nil {
			return "", err
		}
		_, err = inner(mem.copyText(b[:len(b)-len(rest)]), at, mem)
		return rest, err
	}}
	return f
}

// Stored is a record that was found but not decoded. It is valid until the end of
// its transaction.
type Stored[T any] struct{ of stored }

type stored struct {
	core     *core
	key, raw []byte
	front    int // length of the company prefix in key
	mem      *arena
}

// Look finds records in the order of ids without decoding them. Those not found are
// left out.
func (t *Table[T]) Look(r Reader, ids []int64) ([]Stored[T], error) {
	found := make([]Stored[T], 0, len(ids))
	err := t.core.look(r, ids, func(s stored) { found = append(found, Stored[T]{s}) })
	if err != nil {
		return nil, err
	}
	return found, nil
}

func (c *core) look(r Reader, ids []int64, found func(stored)) error {
	var b batchKeys
	keys, front := b.of(c, r.Company(), ids)
	raws, err := r.GetMany(c.space, keys)
	if err != nil {
		return err
	}
	mem := new(arena)
	for i, raw := range raws {
		if raw != nil {
			found(stored{c, keys[i], raw, front, mem})
		}
	}
	return nil
}

// ID is the record's id.
func (s *Stored[T]) ID() int64 { return s.of.id() }

func (s *stored) id() int64 { return s.core.idOf(s.key[s.front:]) }

// Read decodes the whole record.
func (s *Stored[T]) Read(rec *T) error {
	return s.of.read(rec)
}

// Read decodes the part of a record.
func (p *Part[T, P]) Read(s *Stored[T], part *P) error {
	var none P
	*part = none
	return s.of.readPart(unsafe.Pointer(part), p.read)
}

func (s *stored) read(rec any) error {
	return s.core.read(s.mem, s.key, s.key[s.front:], s.raw, rec)
}

func (s *stored) readPart(part unsafe.Pointer, read planRead) error {
	payload, version, err := unseal(s.core.seed, s.key, s.raw)
	switch {
	case err != nil:
		return s.core.damaged(s.key[s.front:], err)
	case version > s.core.version:
		return s.core.newer(s.key[s.front:], version)
	}
	b := unsafe.String(unsafe.SliceData(payload), len(payload)) // safe: partOf copies what it keeps
	rest, err := read(b, part, s.mem)
	if err = tooMany(len(rest), err); err != nil {
		return s.core.damaged(s.key[s.front:], err)
	}
	return nil
}

// GetMany returns the parts of records in the order of ids; those not found are
// left out.
func (p *Part[T, P]) GetMany(r Reader, ids []int64) ([]P, error) {
	found, err := p.table.Look(r, ids)
	if err != nil {
		return nil, err
	}
	parts, n := make([]P, len(found)), 0
	for i := range found {
		err := p.Read(&found[i], &parts[n])
		switch {
		case err == nil:
			n++
		case !leftOut(r, err):
			return nil, err
		}
	}
	return parts[:n], nil
}
