package indexes

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"sync"

	"marquee/kv"
)

// Index is one secondary index of records of type T, of a Unique or a By. It is declared
// once and passed to Define.
//
// It is a struct, and a table and its indexes keep what needs no types apart from what
// does, for the sake of compilers and linkers: whatever converts a generic type to an
// interface, or keeps it in a closure, gets every method of it for every type. What has no types is a field of what has them, and
// never embedded, as the methods of what is embedded are made again for every type.
type Index[T any] struct{ of index }

// index is one of records of any type, which come as *T.
type index struct {
	*indexShape
	// appendKeys adds the keys of the record's entries, without company and without
	// the record's own key.
	appendKeys func(l *keyList, rec any)
	// attach binds the index to its table; called once, by Define.
	attach func(c *core)
}

// keysWith is appendKeys by what keys returns of a record.
func keysWith[T, K any](c kv.Codec[K], keys func(*T) []K) func(l *keyList, rec any) {
	return func(l *keyList, rec any) {
		for _, k := range keys(rec.(*T)) {
			l.end(c.Append(l.buf, k))
		}
	}
}

// untyped takes the type of records from indexes.
func untyped[T any](indexes []Index[T]) []index {
	out := make([]index, len(indexes))
	for i, x := range indexes {
		out[i] = x.of
	}
	return out
}

// Kinds of indexes, as in the golden file of stored shapes.
const (
	kindUnique = "unique"
	kindBy     = "by"
	kindTexts  = "texts"
)

// indexShape is what all kinds of indexes have in common.
type indexShape struct {
	table   string
	name    string
	kind    string
	codec   string // describes the keys, for the golden file
	version int
	global  bool
	counted bool
	// ascending: entries arrive mostly in the order of their keys.
	ascending bool
	space     kv.Space
	tally     []byte // prefix of its counters
	keyForm
}

// measure returns the length of the counted part of an entry's key, of an entry without
// its company.
func (s *indexShape) measure(b []byte) (int, error) {
	if s.components != nil {
		return s.components.Cut(b, 1)
	}
	return s.length(b)
}

// place assigns the index's space. It panics if the index belongs to a table already.
func (s *indexShape) place(table string) {
	if s.space != "" {
		panic(fmt.Sprintf("indexes: index %s of %s is declared for %s already", s.name, table, s.space))
	}
	s.table = table
	s.space = kv.Space(table + "." + s.name)
	s.tally = counterKey(tallies, string(s.space))
}

// keyList is a list of keys in one buffer.
type keyList struct {
	buf  []byte
	ends []int
}

func (l *keyList) reset()   { l.buf, l.ends = l.buf[:0], l.ends[:0] }
func (l *keyList) len() int { return len(l.ends) }

func (l *keyList) at(i int) []byte {
	from := 0
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.buf[from:l.ends[i]:l.ends[i]]
}

// end adds the key that was appended to the buffer. A key that is in the list
// already is dropped, so that a record which lists a key twice has one entry.
func (l *keyList) end(buf []byte) {
	from := len(l.buf)
	key := buf[from:]
	for i := range l.ends {
		if bytes.Equal(l.at(i), key) {
			return
		}
	}
	l.buf = buf
	l.ends = append(l.ends, len(buf))
}

func (l *keyList) has(key []byte) bool {
	for i := range l.ends {
		if bytes.Equal(l.at(i), key) {
			return true
		}
	}
	return false
}

// lists is the reusable memory of one write. An engine copies what is put.
type lists struct {
	key, value    []byte // of the record
	before, after keyList
	entries       []byte // the buffer for the keys of changes
	changes       []change
	tallies       []tally
	texts         []textChange
}

// keptValue is the largest value buffer that is kept for the next write, in bytes.
const keptValue = 16 << 10

var scratch = sync.Pool{New: func() any { return new(lists) }}

// release returns the memory to the pool.
func (l *lists) release() {
	clear(l.changes)
	clear(l.tallies)
	clear(l.texts)
	if cap(l.value) > keptValue {
		l.value = nil
	}
	l.entries, l.changes = l.entries[:0], l.changes[:0]
	l.tallies, l.texts = l.tallies[:0], l.texts[:0]
	scratch.Put(l)
}

// entryKey is the key of an entry in the index's space:
//
//	company | key | record      a plain index
//	company | key               a unique index; the record is its value
//
// A global index has no company in front: it follows the key, or is part of the
// value of a unique entry.
func (s *indexShape) entryKey(company int64, scoped bool, key, pk []byte) []byte {
	return s.appendEntry(make([]byte, 0, 18+len(key)+len(pk)), company, scoped, key, pk)
}

func (s *indexShape) appendEntry(dst []byte, company int64, scoped bool, key, pk []byte) []byte {
	if scoped && !s.global {
		dst = kv.Int.Append(dst, company)
	}
	dst = append(dst, key...)
	if s.kind != kindUnique {
		dst = s.appendOwner(dst, company, scoped, pk)
	}
	return dst
}

// appendOwner adds the record an entry points to.
func (s *indexShape) appendOwner(dst []byte, company int64, scoped bool, pk []byte) []byte {
	if scoped && s.global {
		dst = kv.Int.Append(dst, company)
	}
	return append(dst, pk...)
}

// entryValue is the value of an entry. Values must not be empty. A unique entry
// contains its owner.
func (s *indexShape) entryValue(company int64, scoped bool, pk []byte) []byte {
	switch {
	case s.kind == kindBy:
		return present
	case scoped && s.global:
		return s.appendOwner(make([]byte, 0, 9+len(pk)), company, scoped, pk)
	}
	return pk
}

var present = []byte{1}

// hexKey formats bytes for messages.
func hexKey(b []byte) string { return hex.EncodeToString(b) }
