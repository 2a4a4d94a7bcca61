package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	"marquee/kv"
)

// All returns the records under one key of an index of one company, in order. In a
// shared table the list is cached. A cached list is used only while the index has
// exactly the same entries and each record the same stored bytes, so a hit costs
// comparisons but no decoding. The slice is the caller's own; what the records
// point to is shared and must not be changed.
func (b *By[T, K]) All(r Reader, k K) ([]T, error) {
	front := b.c.Append(b.head(b.core.scope(r.Company()), b.core.global), k)
	span := kv.Range{From: front, To: successor(front)}
	l := b.lists.find(front)
	if l == nil || !l.holds(r, b.space, b.core.space, span) {
		var err error
		if l, err = b.list(r, span); err != nil {
			return nil, err
		}
		if b.core.shared != nil && len(l.recs) == len(l.entries) {
			b.lists.keep(front, l)
		}
	}
	return slices.Clone(l.recs), nil
}

// list reads the records of a span of entries.
func (b *By[T, K]) list(r Reader, span kv.Range) (*list[T], error) {
	l := &list[T]{}
	company := b.core.scope(r.Company())
	head := len(b.head(company, b.core.global))
	for p, err := range r.Scan(b.space, span) {
		if err != nil {
			return nil, err
		}
		entry := bytes.Clone(p.Key)
		e, err := b.take(entry[head:], company, b.core.global)
		if err != nil {
			return nil, err
		}
		l.entries, l.keys = append(l.entries, entry), append(l.keys, b.core.key(e.company, e.pk))
		l.owners = append(l.owners, e.pk)
	}
	l.raws, l.recs = make([][]byte, len(l.keys)), make([]T, 0, len(l.keys))
	for i, key := range l.keys {
		var rec T
		raw, err := b.core.loadAt(r, key, l.owners[i], &rec)
		if errors.Is(err, ErrNotFound) {
			err = b.core.damaged(l.owners[i], fmt.Errorf("index %s points to it, but it is gone", b.name))
		}
		if leftOut(r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		l.raws[i], l.recs = bytes.Clone(raw), append(l.recs, rec)
	}
	return l, nil
}

// list is the records found under one key and the bytes they were read from.
type list[T any] struct {
	entries, owners, keys, raws [][]byte
	recs                        []T
}

// holds reports whether the list is still what a reader sees.
func (l *list[T]) holds(r kv.Reader, index, table kv.Space, span kv.Range) bool {
	n := 0
	for p, err := range r.Scan(index, span) {
		if err != nil || n == len(l.entries) || !bytes.Equal(p.Key, l.entries[n]) {
			return false
		}
		n++
	}
	if n != len(l.entries) {
		return false
	}
	for i, key := range l.keys {
		if raw, err := r.Get(table, key); err != nil || !bytes.Equal(raw, l.raws[i]) {
			return false
		}
	}
	return true
}

// listCache caches lists by the prefix of their index entries.
type listCache[T any] struct {
	mu   sync.RWMutex
	kept map[string]*list[T]
}

func (s *listCache[T]) find(front []byte) *list[T] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.kept[string(front)]
}

func (s *listCache[T]) keep(front []byte, l *list[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || len(s.kept) >= maxShared {
		s.kept = map[string]*list[T]{}
	}
	s.kept[string(front)] = l
}
