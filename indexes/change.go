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

// apply writes the entries, then the counters that really move.
func apply(tx kv.Tx, changes []change) error {
	for _, ch := range changes {
		var err error
		if ch.value == nil {
			err = tx.Delete(ch.shape.space, ch.key)
		} else {
			err = tx.Put(ch.shape.space, ch.key, ch.value)
		}
		if err != nil {
			return err
		}
	}
	for i, ch := range changes {
		if ch.tally == nil || counted(changes[:i], ch.tally) {
			continue
		}
		if err := addCounter(tx, ch.tally, movement(changes[i:], ch.tally)); err != nil {
			return err
		}
	}
	return nil
}

// counted tells whether a counter was seen to already.
func counted(changes []change, tally []byte) bool {
	for _, ch := range changes {
		if bytes.Equal(ch.tally, tally) {
			return true
		}
	}
	return false
}

// movement sums up what happens to a counter: an entry that only changes its
// place under one key does not move it.
func movement(changes []change, tally []byte) (delta int64) {
	for _, ch := range changes {
		switch {
		case !bytes.Equal(ch.tally, tally):
		case ch.value == nil:
			delta--
		default:
			delta++
		}
	}
	return delta
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
