package indexes

import (
	"bytes"
	"reflect"
	"sync"
)

// shared remembers the decoded form of the records of a table that everybody
// reads and hardly anybody changes. Nothing has to tell it of a change: it is
// asked with the bytes that the reader's own snapshot holds, and answers only
// for the very same bytes.
type shared[T any] struct {
	mu   sync.RWMutex
	kept map[string]*decoded[T] // by the record's key
}

// decoded is a record beside what it was read from. Neither ever changes.
type decoded[T any] struct {
	raw []byte
	rec T
}

// find gives the record under a key whose stored form is raw. What it points to
// belongs to everybody.
func (s *shared[T]) find(key, raw []byte) (*decoded[T], bool) {
	s.mu.RLock()
	d := s.kept[string(key)]
	s.mu.RUnlock()
	return d, d != nil && bytes.Equal(d.raw, raw)
}

// keep remembers a record and gives what it remembers. A full memory starts again
// from nothing: what is asked for often is soon back.
func (s *shared[T]) keep(key, raw []byte, rec *T) *decoded[T] {
	d := &decoded[T]{bytes.Clone(raw), *rec}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || len(s.kept) >= maxShared {
		s.kept = map[string]*decoded[T]{}
	}
	s.kept[string(key)] = d
	return d
}

// altered tells that somebody changed a record that was handed out to all.
func (s *shared[T]) altered(key, raw []byte, rec *T) bool {
	d, ok := s.find(key, raw)
	return ok && !reflect.DeepEqual(&d.rec, rec)
}
