package indexes

import (
	"bytes"
	"errors"
	"fmt"

	"marquee/kv"
)

// change is one index entry to put, or to delete when value is nil, and the
// counters that follow.
type change struct {
	shape      *indexShape
	key, value []byte
	tally      []byte // counter that moves with the entry, nil when none
}

// tally is what happens to one counter.
type tally struct {
	key   []byte
	delta int64
}

// changes compares the entries of the old and the new record and checks what the
// new ones need: a free key where it is unique, and room. What is to be done is
// left in l.
func (c *core[T]) changes(r kv.Reader, company int64, pk []byte, old, rec *T, l *lists) error {
	for _, x := range c.indexes {
		l.before.reset()
		l.after.reset()
		if old != nil {
			x.appendKeys(&l.before, old)
		}
		if rec != nil {
			x.appendKeys(&l.after, rec)
		}
		if bytes.Equal(l.before.arena, l.after.arena) && l.before.len() == l.after.len() {
			continue
		}
		if err := c.compare(r, x.shape(), company, pk, l); err != nil {
			return err
		}
	}
	return nil
}

// compare adds the changes of one index. A feed only ever grows here.
func (c *core[T]) compare(r kv.Reader, s *indexShape, company int64, pk []byte, l *lists) error {
	if l.after.len() > MaxEntries {
		return fmt.Errorf("%s %s: %d entries in index %s, %d are allowed", c.name, c.label(pk), l.after.len(), s.name, MaxEntries)
	}
	for i := range l.before.len() {
		if k := l.before.at(i); s.kind != kindFeed && !l.after.has(k) {
			l.add(s, company, !c.global, k, pk)
		}
	}
	for i := range l.after.len() {
		k := l.after.at(i)
		if l.before.has(k) {
			continue
		}
		ch := l.add(s, company, !c.global, k, pk)
		ch.value = s.entryValue(ch.key, company, !c.global, pk)
		if err := c.free(r, ch); err != nil {
			return err
		}
	}
	return nil
}

// add notes one change, a deletion until it has a value.
func (l *lists) add(s *indexShape, company int64, scoped bool, key, pk []byte) *change {
	from := len(l.entries)
	l.entries = s.appendEntry(l.entries, company, scoped, key, pk)
	ch := change{shape: s, key: l.entries[from:len(l.entries):len(l.entries)]}
	if s.counted {
		from = len(l.entries)
		l.entries = s.appendTally(l.entries, ch.key, !scoped)
		ch.tally = l.entries[from:len(l.entries):len(l.entries)]
	}
	l.changes = append(l.changes, ch)
	return &l.changes[len(l.changes)-1]
}

// free refuses an entry whose unique key belongs to another record, or which
// does not fit into a key.
func (c *core[T]) free(r kv.Reader, ch *change) error {
	if len(ch.key) > kv.MaxKey {
		return fmt.Errorf("%s: %d bytes are too many for a key of index %s: %w", c.name, len(ch.key), ch.shape.name, kv.ErrTooLarge)
	}
	if ch.shape.kind != kindUnique {
		return nil
	}
	owner, err := r.Get(ch.shape.space, ch.key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if bytes.Equal(owner, ch.value) {
		return nil
	}
	return &TakenError{Table: c.name, Index: ch.shape.name, Owner: c.ownerID(ch.shape, owner)}
}

// ownerID reads the id out of a unique entry; 0 where there is none.
func (c *core[T]) ownerID(s *indexShape, owner []byte) int64 {
	if s.global && !c.global {
		_, rest, err := kv.Int.Read(owner)
		if err != nil {
			return 0
		}
		owner = rest
	}
	return c.idOf(owner)
}

// apply writes the entries and notes what happens to the counters.
func (l *lists) apply(tx kv.Tx) error {
	for i := range l.changes {
		ch := &l.changes[i]
		var err error
		if ch.value == nil {
			err = tx.Delete(ch.shape.space, ch.key)
		} else {
			err = tx.Put(ch.shape.space, ch.key, ch.value)
		}
		if err != nil {
			return err
		}
		l.note(ch)
	}
	clear(l.changes)
	l.changes = l.changes[:0]
	return nil
}

// note sums up what happens to a counter: an entry that only changes its place
// under one key does not move it, and records that are written together move it
// once.
func (l *lists) note(ch *change) {
	delta := int64(1)
	switch {
	case ch.tally == nil:
		return
	case ch.value == nil:
		delta = -1
	}
	for i := range l.tallies {
		if t := &l.tallies[i]; bytes.Equal(t.key, ch.tally) {
			t.delta += delta
			return
		}
	}
	l.tallies = append(l.tallies, tally{ch.tally, delta})
}

// settle moves the counters.
func (l *lists) settle(tx kv.Tx) error {
	for _, t := range l.tallies {
		if err := addCounter(tx, t.key, t.delta); err != nil {
			return err
		}
	}
	return nil
}

// tallyKey is the counter an entry belongs to: the company and the counted part
// of the key.
func (s *indexShape) tallyKey(entry []byte, tableGlobal bool) []byte {
	return s.appendTally(nil, entry, tableGlobal)
}

func (s *indexShape) appendTally(dst, entry []byte, tableGlobal bool) []byte {
	n := 0
	if !tableGlobal && !s.global {
		if _, rest, err := kv.Int.Read(entry); err == nil {
			n = len(entry) - len(rest)
		}
	}
	m, err := s.measure(entry[n:])
	if err != nil {
		m = 0
	}
	return append(append(dst, s.tally...), entry[:n+m]...)
}
