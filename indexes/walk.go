package indexes

import (
	"context"
	"fmt"
	"iter"
	"reflect"

	"marquee/kv"
)

// Raw is a record as stored, for checks and exports that walk every table without
// knowing its type.
type Raw struct {
	Table   string
	Company int64 // 0 in global tables
	ID      int64 // 0 in tables with natural keys
	Label   string
	Version int
	Key     []byte // valid until the next step of the walk
	Payload []byte // the record's msgpack, valid until the next step of the walk
	// Err is set when the record is damaged; the walk continues behind it.
	Err error

	t table
}

// Record decodes into the table's own type.
func (w *Raw) Record() (any, error) {
	if w.Err != nil {
		return nil, w.Err
	}
	return w.t.record(w)
}

// Fields decodes every stored field by its tag, including those that the
// program's own type no longer has.
func (w *Raw) Fields() (any, error) {
	if w.Err != nil {
		return nil, w.Err
	}
	var v any
	err := unpack(w.Payload, &v)
	return v, err
}

// Scan walks every record of the named tables, or of all tables when none is
// named, in all companies.
func (s *Schema) Scan(ctx context.Context, r kv.Reader, names ...string) iter.Seq2[Raw, error] {
	return func(yield func(Raw, error) bool) {
		for _, t := range s.sorted() {
			if !wanted(t.info().Name, names) {
				continue
			}
			for raw, err := range t.raw(ctx, r) {
				if !yield(raw, err) || err != nil {
					return
				}
			}
		}
	}
}

func wanted(name string, names []string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return len(names) == 0
}

func (c *core) raw(ctx context.Context, r kv.Reader) iter.Seq2[Raw, error] {
	return func(yield func(Raw, error) bool) {
		for p, err := range r.Scan(c.space, kv.Range{}) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(Raw{}, err)
				return
			}
			if !yield(c.open(p), nil) {
				return
			}
		}
	}
}

// open takes a stored record out of its envelope.
func (c *core) open(p kv.Pair) Raw {
	w := Raw{Table: c.name, Key: p.Key, Label: hexKey(p.Key), t: c}
	company, pk, err := c.split(p.Key)
	if err != nil {
		w.Err = &DamagedError{Table: c.name, Key: w.Label, Reason: err.Error()}
		return w
	}
	w.Company, w.ID, w.Label = company, c.idOf(pk), c.label(pk)
	if w.Payload, w.Version, err = unseal(c.seed, p.Key, p.Value); err != nil {
		w.Err = c.damaged(pk, err)
	}
	return w
}

func (c *core) record(w *Raw) (any, error) {
	rec := c.fresh()
	if err := unpack(w.Payload, rec); err != nil {
		return nil, fmt.Errorf("%s %s: %w", c.name, w.Label, err)
	}
	return reflect.ValueOf(rec).Elem().Interface(), nil
}
