package indexes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"marquee/kv"
)

// Finding is one thing that Verify found wrong.
type Finding struct {
	Table   string
	Index   string // empty when it is about the record or a counter
	Company int64
	ID      string // the record's id or natural key; empty when it cannot be told
	Key     string // of what was looked at, in hexadecimal
	// Expected and Found say what should be there and what is.
	Expected, Found string
}

func (f Finding) String() string {
	what := f.Table
	if f.Index != "" {
		what += "." + f.Index
	}
	return fmt.Sprintf("%s: company %d, record %s, key %s: expected %s, found %s", what, f.Company, f.ID, f.Key, f.Expected, f.Found)
}

// Verify checks a whole store against the schema: that each record can be read
// and has exactly its entries in each index, that each entry belongs to a record
// with that key, and that each counter equals a recount. A feed is held to what
// it promises: each record has its newest entry; older ones may be there. It
// takes constant memory, and covers a new table or index by its being declared.
// The error is about the reading, never about what was found.
func (s *Schema) Verify(ctx context.Context, r kv.Reader, report func(Finding)) error {
	for _, t := range s.sorted() {
		if err := t.verify(ctx, r, report); err != nil {
			return err
		}
	}
	return s.verifyCounters(ctx, r, report)
}

// Sample verifies the newest n records of each table, as a quick look at start.
func (s *Schema) Sample(ctx context.Context, r kv.Reader, n int, report func(Finding)) error {
	for _, t := range s.sorted() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.sample(r, n, report); err != nil {
			return err
		}
	}
	return nil
}

// verifier walks one table.
type verifier[T any] struct {
	*core[T]
	r       kv.Reader
	report  func(Finding)
	scratch lists
	highest int64
}

func (c *core[T]) verify(ctx context.Context, r kv.Reader, report func(Finding)) error {
	v := &verifier[T]{core: c, r: r, report: report}
	if err := v.records(ctx); err != nil {
		return err
	}
	for _, x := range c.indexes {
		if err := v.entries(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

func (c *core[T]) sample(r kv.Reader, n int, report func(Finding)) error {
	v := &verifier[T]{core: c, r: r, report: report}
	for p, err := range r.Scan(c.space, kv.Range{Reverse: true, Limit: n}) {
		if err == nil {
			err = v.record(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// records walks records -> entries and recounts what is counted per company.
func (v *verifier[T]) records(ctx context.Context) error {
	run := runs{}
	for p, err := range v.r.Scan(v.space, kv.Range{}) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = v.record(p)
		}
		if err != nil {
			return err
		}
		if company, _, err := v.split(p.Key); err == nil && !v.keyed {
			if err := run.next(v.countKey(company), v.recount); err != nil {
				return err
			}
		}
	}
	if v.keyed {
		return nil
	}
	if err := run.close(v.recount); err != nil {
		return err
	}
	return v.ids()
}

// record checks one record and looks for each of its entries.
func (v *verifier[T]) record(p kv.Pair) error {
	company, pk, err := v.split(p.Key)
	if err == nil && company <= 0 && !v.global {
		err = fmt.Errorf("belongs to company %d", company)
	}
	if err != nil {
		v.report(v.finding("", company, pk, p.Key, "the key of a record", err.Error()))
		return nil
	}
	v.highest = max(v.highest, v.idOf(pk))
	var rec T
	if err := v.decode(p.Key, pk, p.Value, &rec); err != nil {
		v.report(v.finding("", company, pk, p.Key, "a readable record", err.Error()))
		return nil
	}
	for _, x := range v.indexes {
		l := &v.scratch.before
		l.reset()
		x.appendKeys(l, &rec)
		for i := range l.len() {
			if err := v.hasEntry(x.shape(), company, pk, l.at(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasEntry looks for one entry that a record should have.
func (v *verifier[T]) hasEntry(s *indexShape, company int64, pk, key []byte) error {
	entry := s.entryKey(company, !v.global, key, pk)
	want := s.entryValue(company, !v.global, pk)
	got, err := v.r.Get(s.space, entry)
	if errors.Is(err, kv.ErrNotFound) {
		v.report(v.finding(s.name, company, pk, entry, "an entry", "none"))
		return nil
	}
	if err == nil && !bytes.Equal(got, want) {
		v.report(v.finding(s.name, company, pk, entry, "value "+hexKey(want), "value "+hexKey(got)))
	}
	return err
}

// entries walks entries -> records and recounts what is counted per key.
func (v *verifier[T]) entries(ctx context.Context, x Index[T]) error {
	s, run := x.shape(), runs{}
	for p, err := range v.r.Scan(s.space, kv.Range{}) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = v.entry(x, p)
		}
		if err == nil && s.counted {
			err = run.next(s.tallyKey(p.Key, v.global), v.recount)
		}
		if err != nil {
			return err
		}
	}
	if !s.counted {
		return nil
	}
	return run.close(v.recount)
}

// entry checks that the record an entry points to has it.
func (v *verifier[T]) entry(x Index[T], p kv.Pair) error {
	s := x.shape()
	company, key, pk, err := s.parse(p, v.global)
	if err == nil {
		_, _, err = v.split(v.key(company, pk))
	}
	if err != nil {
		v.report(v.finding(s.name, company, nil, p.Key, "an entry", err.Error()))
		return nil
	}
	var rec T
	_, err = v.load(v.r, company, pk, &rec)
	switch {
	case s.kind == kindFeed && (err == nil || errors.Is(err, ErrNotFound)):
		return nil
	case errors.Is(err, ErrNotFound):
		v.report(v.finding(s.name, company, pk, p.Key, "no entry", "an entry of a record that is not there"))
		return nil
	case errors.Is(err, ErrDamaged), errors.Is(err, ErrNewerStore):
		return nil // reported with the record
	case err != nil:
		return err
	}
	l := &v.scratch.before
	l.reset()
	x.appendKeys(l, &rec)
	if !l.has(key) {
		v.report(v.finding(s.name, company, pk, p.Key, "no entry", "an entry with a key that the record does not have"))
	}
	return nil
}

// parse takes an entry apart without knowing whose it is.
func (s *indexShape) parse(p kv.Pair, tableGlobal bool) (company int64, key, pk []byte, err error) {
	rest := p.Key
	if !tableGlobal && !s.global {
		if company, rest, err = kv.Int.Read(rest); err != nil {
			return 0, nil, nil, err
		}
	}
	n, err := s.length(rest)
	if err != nil {
		return company, nil, nil, err
	}
	key, pk = rest[:n], rest[n:]
	if s.kind == kindUnique {
		if len(pk) > 0 {
			return company, key, nil, kv.ErrBadKey
		}
		pk = p.Value
	} else if !bytes.Equal(p.Value, present) {
		return company, key, pk, fmt.Errorf("value %s", hexKey(p.Value))
	}
	if s.global && !tableGlobal {
		company, pk, err = kv.Int.Read(pk)
	}
	return company, key, pk, err
}

func (v *verifier[T]) finding(index string, company int64, pk, key []byte, expected, found string) Finding {
	f := Finding{Table: v.name, Index: index, Company: company, Key: hexKey(key), Expected: expected, Found: found}
	if pk != nil {
		f.ID = v.label(pk)
	}
	return f
}

// recount compares a counter with what was counted.
func (v *verifier[T]) recount(key []byte, n int64) error {
	kept, err := readCounter(v.r, key)
	return differs(err, key, n, kept, v.report)
}

// ids makes sure that no id can be given twice.
func (v *verifier[T]) ids() error {
	key := v.core.lastID
	kept, err := readCounter(v.r, key)
	if err == nil && kept >= v.highest {
		return nil
	}
	return differs(err, key, v.highest, kept, v.report)
}

// differs reports a counter that is damaged or has another value.
func differs(err error, key []byte, want, kept int64, report func(Finding)) error {
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	if err == nil && want == kept {
		return nil
	}
	found := fmt.Sprint(kept)
	if err != nil {
		found = err.Error()
	}
	kind, of, _, _ := splitCounterKey(key)
	table, index, _ := strings.Cut(of, ".")
	report(Finding{Table: table, Index: index, Key: hexKey(key), ID: "counter " + strings.TrimSuffix(kind, ":"), Expected: fmt.Sprint(want), Found: found})
	return nil
}

// runs counts neighbours that belong to the same counter.
type runs struct {
	key []byte
	n   int64
}

func (u *runs) next(key []byte, done func([]byte, int64) error) error {
	if bytes.Equal(key, u.key) {
		u.n++
		return nil
	}
	err := u.close(done)
	u.key, u.n = key, 1
	return err
}

func (u *runs) close(done func([]byte, int64) error) error {
	if u.key == nil {
		return nil
	}
	return done(u.key, u.n)
}

// verifyCounters looks at the counters themselves: each must be readable, belong
// to something declared, and count something. Their values were compared with
// the recount on the way.
func (s *Schema) verifyCounters(ctx context.Context, r kv.Reader, report func(Finding)) error {
	for p, err := range r.Scan(counterSpace, kv.Range{}) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = s.verifyCounter(r, p, report)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var errUncounted = fmt.Errorf("%w: counts nothing that is declared", ErrDamaged)

func (s *Schema) verifyCounter(r kv.Reader, p kv.Pair, report func(Finding)) error {
	n, err := decodeCounter(p.Key, p.Value)
	kind, of, front, bad := splitCounterKey(p.Key)
	if err == nil && (bad != nil || !s.counts(kind, of)) {
		err = errUncounted
	}
	if err != nil || kind == lastID {
		return differs(err, p.Key, n, n, report)
	}
	for _, err := range r.Scan(kv.Space(of), kv.Range{From: front, To: successor(front), Limit: 1}) {
		return err
	}
	return differs(nil, p.Key, 0, n, report)
}

// counts tells whether the schema keeps a counter of this kind.
func (s *Schema) counts(kind, of string) bool {
	for _, t := range s.tables {
		i := t.info()
		if kind != tallies && !i.Keyed && i.Name == of {
			return true
		}
		for _, x := range i.Indexes {
			if kind == tallies && x.Counted && string(x.Space) == of {
				return true
			}
		}
	}
	return false
}
