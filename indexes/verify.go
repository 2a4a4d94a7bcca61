package indexes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"marquee/indexes/texts"
	"marquee/kv"
)

// Finding is one inconsistency that Verify found.
type Finding struct {
	Table   string
	Index   string // empty when it concerns the record or a counter
	Company int64
	ID      string // the record's id or natural key; empty if its key cannot be parsed
	Key     string // the key that was checked, in hexadecimal
	// Expected and Found describe what should be stored and what is.
	Expected, Found string
}

func (f Finding) String() string {
	what := f.Table
	if f.Index != "" {
		what += "." + f.Index
	}
	return fmt.Sprintf("%s: company %d, record %s, key %s: expected %s, found %s", what, f.Company, f.ID, f.Key, f.Expected, f.Found)
}

// Verify checks a whole store against the schema: each record can be read and has
// exactly its entries in each index, each entry belongs to a record with that key,
// and each counter equals a recount. Verify takes constant memory and covers every
// declared table and index. Its error means that the store could not be read;
// findings go to report.
func (s *Schema) Verify(ctx context.Context, r kv.Reader, report func(Finding)) error {
	for _, t := range s.sorted() {
		if err := t.verify(ctx, r, report); err != nil {
			return err
		}
	}
	verifyMarks(r, report)
	return s.verifyCounters(ctx, r, report)
}

// verifyMarks checks that the marks of the schema are readable.
func verifyMarks(r kv.Reader, report func(Finding)) {
	if _, err := readMarks(r); err != nil {
		report(Finding{Table: string(stateSpace), Expected: "readable marks", Found: err.Error()})
	}
}

// Sample verifies the newest n records of a table, as a quick look at start.
func (s *Schema) Sample(ctx context.Context, r kv.Reader, table string, n int, report func(Finding)) error {
	t, err := s.named(table)
	if err != nil {
		return err
	}
	return t.sample(ctx, r, n, report)
}

// verifier walks one table.
type verifier struct {
	*core
	r       kv.Reader
	report  func(Finding)
	scratch lists
	highest int64
}

func (c *core) verify(ctx context.Context, r kv.Reader, report func(Finding)) error {
	v := &verifier{core: c, r: r, report: report}
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

func (c *core) sample(ctx context.Context, r kv.Reader, n int, report func(Finding)) error {
	v := &verifier{core: c, r: r, report: report}
	for p, err := range r.Scan(c.space, kv.Range{Reverse: true, Limit: n}) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = v.record(p)
		}
		if err != nil {
			return err
		}
		runtime.Gosched() // somebody may be at a gate
	}
	return nil
}

// records checks the entries of each record and recounts records per company.
func (v *verifier) records(ctx context.Context) error {
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
func (v *verifier) record(p kv.Pair) error {
	company, pk, err := v.split(p.Key)
	if err == nil && company <= 0 && !v.global {
		err = fmt.Errorf("belongs to company %d", company)
	}
	if err != nil {
		v.report(v.finding("", company, pk, p.Key, "the key of a record", err.Error()))
		return nil
	}
	v.highest = max(v.highest, v.idOf(pk))
	rec := v.fresh()
	if err := v.decode(p.Key, pk, p.Value, rec); err != nil {
		v.report(v.finding("", company, pk, p.Key, "a readable record", err.Error()))
		return nil
	}
	if v.shared != nil && v.shared.altered(p.Key, p.Value, rec) {
		v.report(v.finding("", company, pk, p.Key, "what is stored", "a shared copy in memory that somebody changed"))
	}
	for _, x := range v.indexes {
		l := &v.scratch.before
		l.reset()
		x.appendKeys(l, rec)
		if x.kind == kindTexts {
			if err := v.hasText(x.indexShape, company, pk, l); err != nil {
				return err
			}
			continue
		}
		for i := range l.len() {
			if err := v.hasEntry(x.indexShape, company, pk, l.at(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasEntry looks for one entry that a record should have.
func (v *verifier) hasEntry(s *indexShape, company int64, pk, key []byte) error {
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

// entries checks the record of each entry and recounts entries per counted key.
func (v *verifier) entries(ctx context.Context, x index) error {
	s, run := x.indexShape, runs{}
	for p, err := range v.r.Scan(s.space, kv.Range{}) {
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case err != nil:
		case s.kind == kindTexts:
			err = v.textBlock(x, p)
		default:
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

// entry checks that the record an entry points to has this key.
func (v *verifier) entry(x index, p kv.Pair) error {
	s := x.indexShape
	company, key, pk, err := s.parse(p, v.global)
	if err == nil {
		_, _, err = v.split(v.key(company, pk))
	}
	if err != nil {
		v.report(v.finding(s.name, company, nil, p.Key, "an entry", err.Error()))
		return nil
	}
	rec := v.fresh()
	_, err = v.load(v.r, company, pk, rec)
	switch {
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
	x.appendKeys(l, rec)
	if !l.has(key) {
		v.report(v.finding(s.name, company, pk, p.Key, "no entry", "an entry with a key that the record does not have"))
	}
	return nil
}

// parse parses an entry of any company.
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
	} else if !bytes.Equal(p.Value, s.entryValue(company, !tableGlobal, pk)) {
		return company, key, pk, fmt.Errorf("value %s", hexKey(p.Value))
	}
	if s.global && !tableGlobal {
		company, pk, err = kv.Int.Read(pk)
	}
	return company, key, pk, err
}

func (v *verifier) finding(index string, company int64, pk, key []byte, expected, found string) Finding {
	f := Finding{Table: v.name, Index: index, Company: company, Key: hexKey(key), Expected: expected, Found: found}
	if pk != nil {
		f.ID = v.label(pk)
	}
	return f
}

// hasText looks for the text that a record should have, which is in l, if any.
func (v *verifier) hasText(s *indexShape, company int64, pk []byte, l *keyList) error {
	key := s.blockKey(company, v.global, v.idOf(pk))
	value, err := v.r.Get(s.space, key)
	if err != nil && !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	var got, want []byte
	if l.len() > 0 {
		want = l.at(0)
	}
	if b, bad := texts.Read(value); err == nil && bad == nil {
		got = b.Text(v.idOf(pk))
	}
	if !bytes.Equal(got, want) {
		v.report(v.finding(s.name, company, pk, key, "the text "+strconv.Quote(string(want)), strconv.Quote(string(got))))
	}
	return nil
}

// textBlock checks that each text of an entry is of a record that is there; what it says was
// compared with the record.
func (v *verifier) textBlock(x index, p kv.Pair) error {
	s := x.indexShape
	company, rest := int64(0), p.Key
	var err error
	if !v.global {
		company, rest, err = kv.Int.Read(rest)
	}
	var n int64
	if err == nil {
		n, rest, err = kv.Int.Read(rest)
	}
	b, bad := texts.Read(p.Value)
	if err = errors.Join(err, bad); err == nil && len(rest) > 0 {
		err = kv.ErrBadKey
	}
	if err != nil {
		v.report(v.finding(s.name, company, nil, p.Key, "texts", err.Error()))
		return nil
	}
	var owners []int64
	size := 0
	b.Each(func(at int, text []byte) {
		owners = append(owners, n*texts.Together+int64(at))
		size += len(text) + 1
	})
	if size != b.Size() {
		v.report(v.finding(s.name, company, nil, p.Key, "a text for each bit", "others"))
	}
	for _, id := range owners {
		_, err := v.r.Get(v.space, v.key(company, pkOf(id)))
		if errors.Is(err, kv.ErrNotFound) {
			v.report(v.finding(s.name, company, pkOf(id), p.Key, "no text", "the text of a record that is not there"))
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}
