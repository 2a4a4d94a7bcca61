package indexes

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"sync"

	"marquee/kv"
)

// Index is one secondary index of records of type T: a *Unique, a *By or a
// *Feed. It is declared once, as a package variable, and handed to Define.
type Index[T any] interface {
	shape() *indexShape
	// attach binds the index to its table; called once, by Define.
	attach(c *core[T])
	// appendKeys adds what the record's entries are about, without company and
	// without the record's own key.
	appendKeys(l *keyList, rec *T)
}

// Kinds of indexes, as they appear in the golden file of shapes.
const (
	kindUnique = "unique"
	kindBy     = "by"
	kindFeed   = "feed"
)

// indexShape is what every kind of index has in common.
type indexShape struct {
	table   string
	name    string
	kind    string
	codec   string // how the keys look, for the golden file
	version int
	global  bool
	counted bool
	// ascending: entries mostly arrive in the order of their keys, or nearly so.
	ascending bool
	space     kv.Space
	tally     []byte // the front of its counters
	// measure gives the length of the counted part of an entry's key; of splits
	// an entry (without company) into the key it is about and the rest.
	measure func(b []byte) (int, error)
	length  func(b []byte) (int, error)
}

// place gives the index its space. Declaring it for two tables is a mistake.
func (s *indexShape) place(table string) {
	if s.space != "" {
		panic(fmt.Sprintf("indexes: index %s of %s is declared for %s already", s.name, table, s.space))
	}
	s.table = table
	s.space = kv.Space(table + "." + s.name)
	s.tally = counterKey(tallies, string(s.space))
}

// keyList collects byte strings in one piece of memory.
type keyList struct {
	arena []byte
	ends  []int
}

func (l *keyList) reset()   { l.arena, l.ends = l.arena[:0], l.ends[:0] }
func (l *keyList) len() int { return len(l.ends) }

func (l *keyList) at(i int) []byte {
	from := 0
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.arena[from:l.ends[i]:l.ends[i]]
}

// end closes the key that was appended to the arena; one that is there already
// is dropped, so that a record listing a key twice has one entry.
func (l *keyList) end(arena []byte) {
	from := len(l.arena)
	key := arena[from:]
	for i := range l.ends {
		if bytes.Equal(l.at(i), key) {
			return
		}
	}
	l.arena = arena
	l.ends = append(l.ends, len(arena))
}

func (l *keyList) has(key []byte) bool {
	for i := range l.ends {
		if bytes.Equal(l.at(i), key) {
			return true
		}
	}
	return false
}

// lists is scratch space of one write: an engine copies what is put.
type lists struct {
	key, value    []byte // of the record
	before, after keyList
	entries       []byte // the keys of changes, one behind the other
	changes       []change
	tallies       []tally
}

// keptValue is how long a value may be whose memory is kept, in bytes.
const keptValue = 16 << 10

var scratch = sync.Pool{New: func() any { return new(lists) }}

// release gives the scratch space back.
func (l *lists) release() {
	clear(l.changes)
	clear(l.tallies)
	if cap(l.value) > keptValue {
		l.value = nil
	}
	l.entries, l.changes = l.entries[:0], l.changes[:0]
	l.tallies = l.tallies[:0]
	scratch.Put(l)
}

// entryKey is the key of an entry in the index's space:
//
//	company | key | record      a plain index or a feed
//	company | key               a unique index; the record is its value
//
// A global index has no company in front; its record carries it instead.
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

// entryValue is what the entry under a key holds. Values may not be empty. A
// unique entry holds its owner. One of a feed holds a checksum of its key: an
// old entry has no record to be compared with, so it must vouch for itself.
func (s *indexShape) entryValue(entry []byte, company int64, scoped bool, pk []byte) []byte {
	switch {
	case s.kind == kindBy:
		return present
	case s.kind == kindFeed:
		return binary.BigEndian.AppendUint32(nil, crc32.Checksum(entry, castagnoli))
	case scoped && s.global:
		return s.appendOwner(make([]byte, 0, 9+len(pk)), company, scoped, pk)
	}
	return pk
}

var present = []byte{1}

// hexKey shows bytes to people.
func hexKey(b []byte) string { return hex.EncodeToString(b) }
