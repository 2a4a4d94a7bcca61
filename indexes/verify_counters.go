package indexes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"marquee/kv"
)

// CounterID is the prefix of the ID of a Finding about a counter.
const CounterID = "counter "

// recount compares a counter with the number that was counted.
func (v *verifier) recount(key []byte, n int64) error {
	kept, err := readCounter(v.r, key)
	return differs(err, key, n, kept, v.report)
}

// ids checks that the id counter is not below an id in use: otherwise an id would
// be assigned twice.
func (v *verifier) ids() error {
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
	report(Finding{Table: table, Index: index, Key: hexKey(key), ID: CounterID + strings.TrimSuffix(kind, ":"), Expected: fmt.Sprint(want), Found: found})
	return nil
}

// runs counts consecutive entries that belong to the same counter.
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

// verifyCounters checks that each counter is readable, belongs to something
// declared, and counts at least one entry. The values were already compared while
// walking the tables.
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

// counts reports whether the schema has a counter of this kind.
func (s *Schema) counts(kind, of string) bool {
	for _, t := range s.tables {
		i := t.info()
		if (kind == records || kind == lastID) && !i.Keyed && i.Name == of {
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
