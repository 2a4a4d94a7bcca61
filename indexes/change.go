package indexes

import (
	"bytes"
	"errors"
	"fmt"

	"marquee/kv"
)

// change is one index entry to put, or to delete when value is nil, and the counter
// of its key.
type change struct {
	shape      *indexShape
	key, value []byte
	tally      []byte // the counter that counts this entry, nil if there is none
}

// tally is the change of one counter.
type tally struct {
	key   []byte
	delta int64
}

// changes compares the entries of the old and the new record, checks that new
// entries are allowed (unique, not too long, not too many), and collects what is to
// be written in l.
func (c *core) changes(r kv.Reader, company int64, pk []byte, old, rec any, l *lists) error {
	for _, x := range c.indexes {
		l.before.reset()
		l.after.reset()
		if old != nil {
			x.appendKeys(&l.before, old)
		}
		if rec != nil {
			x.appendKeys(&l.after, rec)
		}
		if bytes.Equal(l.before.buf, l.after.buf) && l.before.len() == l.after.len() {
			continue
		}
		if x.kind == kindTexts {
			l.noteText(x.indexShape, company, c.global, c.idOf(pk))
			continue
		}
		if err := c.compare(r, x.indexShape, company, pk, l); err != nil {
			return err
		}
	}
	return nil
}

// compare adds the changes of one index.
func (c *core) compare(r kv.Reader, s *indexShape, company int64, pk []byte, l *lists) error {
	if l.after.len() > MaxEntries {
		return fmt.Errorf("%s %s: %d entries in index %s, %d are allowed", c.name, c.label(pk), l.after.len(), s.name, MaxEntries)
	}
	for i := range l.before.len() {
		if k := l.before.at(i); !l.after.has(k) {
			l.add(s, company, !c.global, k, pk)
		}
	}
	for i := range l.after.len() {
		k := l.after.at(i)
		if l.before.has(k) {
			continue
		}
		ch := l.add(s, company, !c.global, k, pk)
		ch.value = s.entryValue(company, !c.global, pk)
		if err := c.free(r, ch); err != nil {
			return err
		}
	}
	return nil
}

// add collects one change. It is a deletion until its value is set.
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

// free refuses an entry whose unique key belongs to another record, or whose key is
// too long.
func (c *core) free(r kv.Reader, ch *change) error {
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

// ownerID returns the id in a unique entry, or 0 in tables with natural keys.
func (c *core) ownerID(s *indexShape, owner []byte) int64 {
	if s.global && !c.global {
		_, rest, err := kv.Int.Read(owner)
		if err != nil {
			return 0
		}
		owner = rest
	}
	return c.idOf(owner)
}

// apply writes the entries and collects the changes of counters.
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

// note sums up the changes of one counter, so that records written together write
// it once, and not at all if the changes cancel out.
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

// settle writes the collected changes of counters and texts.
func (l *lists) settle(tx kv.Tx) error {
	if err := l.settleTexts(tx); err != nil {
		return err
	}
	for _, t := range l.tallies {
		if err := addCounter(tx, t.key, t.delta); err != nil {
			return err
		}
	}
	return nil
}

// tallyKey is the key of the counter for an entry: the company and the counted part
// of the entry's key.
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
