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
	front := b.c.Append(b.front(r), k)
	span := kv.Range{From: front, To: successor(front)}
	l := b.lists.find(front)
	if l == nil || !l.holds(r, b.space, b.core.space, span) {
		l = &list{}
		if err := b.list(r, span, l); err != nil {
			return nil, err
		}
		recs := make([]T, len(l.recs))
		for i, rec := range l.recs {
			recs[i] = *rec.(*T)
		}
		l.all, l.recs = recs, nil
		if b.core.shared != nil && len(recs) == len(l.entries) {
			b.lists.keep(front, l)
		}
	}
	all := slices.Clone(l.all.([]T))
	if n, ok := b.core.narrows(r); !ok || !n.LeavesOut() {
		return all, nil
	}
	var failed error
	all = slices.DeleteFunc(all, func(rec T) bool {
		hidden, err := b.core.passesOver(r, &rec)
		if err != nil {
			failed = err
		}
		return hidden
	})
	return all, failed
}

// list reads the records of a span of entries.
func (b *Ordered) list(r Reader, span kv.Range, l *list) error {
	company := b.core.scope(r.Company())
	head := len(b.front(r))
	for p, err := range r.Scan(b.space, span) {
		if err != nil {
			return err
		}
		entry := bytes.Clone(p.Key)
		e, err := b.take(entry[head:], company, b.core.global)
		if err != nil {
			return err
		}
		l.entries, l.keys = append(l.entries, entry), append(l.keys, b.core.key(e.company, e.pk))
		l.owners = append(l.owners, e.pk)
	}
	l.raws, l.recs = make([][]byte, len(l.keys)), make([]any, 0, len(l.keys))
	for i, key := range l.keys {
		rec := b.core.fresh()
		raw, err := b.core.loadAt(r, key, l.owners[i], rec)
		if errors.Is(err, ErrNotFound) {
			err = b.core.damaged(l.owners[i], fmt.Errorf("index %s points to it, but it is gone", b.name))
		}
		if leftOut(r, err) {
			continue
		}
		if err != nil {
			return err
		}
		l.raws[i], l.recs = bytes.Clone(raw), append(l.recs, rec)
	}
	return nil
}

// list is the records found under one key and the bytes they were read from.
type list struct {
	entries, owners, keys, raws [][]byte
	recs                        []any // each a *T
	all                         any   // the records as a []T
}

// holds reports whether the list is still what a reader sees.
func (l *list) holds(r kv.Reader, index, table kv.Space, span kv.Range) bool {
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
type listCache struct {
	mu   sync.RWMutex
	kept map[string]*list
}

func (s *listCache) find(front []byte) *list {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.kept[string(front)]
}

func (s *listCache) keep(front []byte, l *list) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || len(s.kept) >= maxShared {
		s.kept = map[string]*list{}
	}
	s.kept[string(front)] = l
}
