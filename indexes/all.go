package indexes

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"marquee/kv"
)

// All returns the records under one key of an index of one company, in order. In a
// shared table the list is cached. A cached list is used only while the index has
// exactly the same entries and each record the same stored bytes, so a hit costs
// comparisons but no decoding. The slice is the caller's own; what the records
// point to is shared and must not be changed.
func (b *By[T, K]) All(r Reader, k K) ([]T, error) {
	recs, err := b.Ordered.all(r, b.c.Append(b.Ordered.front(r), k))
	if err != nil {
		return nil, err
	}
	all := make([]T, len(recs))
	for i, rec := range recs {
		all[i] = *rec.(*T)
	}
	return all, nil
}

// all returns the records, each a *T, of the entries with a prefix. They are shared.
func (b *Ordered) all(r Reader, front []byte) ([]any, error) {
	span := kv.Range{From: front, To: successor(front)}
	l := b.lists.find(front)
	if l == nil || !l.holds(r, b.space, b.core.space, span) {
		l = &list{}
		if err := b.list(r, span, l); err != nil {
			return nil, err
		}
		if b.core.shared != nil && len(l.recs) == len(l.entries) {
			b.lists.keep(front, l)
		}
	}
	if n, ok := b.core.narrows(r); !ok || !n.LeavesOut() {
		return l.recs, nil
	}
	var shown []any
	for _, rec := range l.recs {
		hidden, err := b.core.passesOver(r, rec)
		if err != nil {
			return nil, err
		}
		if !hidden {
			shown = append(shown, rec)
		}
	}
	return shown, nil
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
