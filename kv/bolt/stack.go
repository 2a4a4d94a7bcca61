package bolt

import (
	"bytes"
	"iter"
	"sort"
	"time"

	"marquee/kv"
)

// stack reads what the file may not have over a snapshot of it.
type stack struct {
	base  kv.Reader
	trees []*kv.Tree // the oldest first
	safe  time.Time
	alive func() error // nil: there is no limit
}

// over gives what a snapshot does not have, read over it by way of base. The list must be older
// than the snapshot. The file takes a generation as a whole: a snapshot that has the latest
// commit of one in the list has all of it.
func over(s *snapshot, base kv.Reader, all []generation) *stack {
	out := &stack{base: base, safe: s.SafeTime()}
	for i := range all {
		if at := all[i].last.safe; at.After(out.safe) {
			out.trees, out.safe = append(out.trees, all[i].tree), at
		}
	}
	return out
}

// Get implements kv.Reader.
func (s *stack) Get(name kv.Space, key []byte) ([]byte, error) {
	if err := s.ended(); err != nil {
		return nil, err
	}
	for i := len(s.trees) - 1; i >= 0; i-- {
		if e, ok := s.trees[i].Get(name, key); ok {
			if e.Value != nil {
				return e.Value, nil
			}
			return nil, kv.ErrNotFound
		}
	}
	return s.base.Get(name, key)
}

func (s *stack) ended() error {
	if s.alive == nil {
		return nil
	}
	return s.alive()
}

// GetMany implements kv.Reader.
func (s *stack) GetMany(name kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(s, name, keys)
}

// Scan implements kv.Reader.
func (s *stack) Scan(name kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	from := s.base
	for _, t := range s.trees {
		from = merged{from, t}
	}
	return from.Scan(name, r)
}

// merged scans a tree over what is below it.
type merged struct {
	kv.Reader
	own *kv.Tree
}

func (m merged) Scan(name kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	return kv.ScanOver(m.Reader, m.own, name, r)
}

// SafeTime implements kv.Reader.
func (s *stack) SafeTime() time.Time { return s.safe }

// Count implements kv.Counter: the file's pages are counted, and of the trees the keys that
// they add or take away.
func (s *stack) Count(name kv.Space, r kv.Range) (int64, error) {
	limit := int64(r.Limit)
	r.Limit = 0
	n, err := kv.Count(s.base, name, r)
	if err != nil {
		return 0, err
	}
	changes, err := s.changes(name, r)
	if err != nil {
		return 0, err
	}
	for _, c := range changes {
		n += c.by
	}
	if limit > 0 {
		n = min(n, limit)
	}
	return n, nil
}

// Nth implements kv.Counter. Between two keys that the trees add or take away the file's pages
// tell; which two, is found by halves.
func (s *stack) Nth(name kv.Space, r kv.Range, n int64) ([]byte, error) {
	r.Limit = 0
	if r.Reverse {
		all, err := s.Count(name, r)
		if err != nil || n >= all {
			return nil, err
		}
		n, r.Reverse = all-1-n, false
	}
	changes, err := s.changes(name, r)
	if err != nil {
		return nil, err
	}
	sum := make([]int64, len(changes)+1) // what the changes before each add up to
	for i, c := range changes {
		sum[i+1] = sum[i] + c.by
	}
	before := func(i int) int64 { // how many keys there are before a change
		below, failed := kv.Count(s.base, name, kv.Range{From: r.From, To: changes[i].key})
		if failed != nil {
			err = failed
		}
		return below + sum[i]
	}
	i := sort.Search(len(changes), func(i int) bool { return before(i) > n }) - 1
	if err != nil || i < 0 {
		return s.below(name, r, n, err)
	}
	left := n - before(i)
	if changes[i].by > 0 {
		if left == 0 {
			return changes[i].key, err
		}
		left--
	}
	r.From = append(bytes.Clone(changes[i].key), 0) // the next possible key
	return s.below(name, r, left, err)
}

func (s *stack) below(name kv.Space, r kv.Range, n int64, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return kv.Nth(s.base, name, r, n)
}

// change is a key that the trees add to the file or take away from it.
type change struct {
	key []byte
	by  int64 // 1 or -1
}

// changes lists them for a range, in order.
func (s *stack) changes(name kv.Space, r kv.Range) (all []change, err error) {
	r.Reverse = false
	last := kv.NewTree()
	for _, t := range s.trees {
		c := t.Cursor(name, r)
		for e, ok := c.Entry(); ok; e, ok = c.Entry() {
			last.Set(e)
			c.Next()
		}
	}
	last.Each(func(e kv.Entry) bool {
		var was [][]byte
		if was, err = s.base.GetMany(name, [][]byte{e.Key}); err != nil {
			return false
		}
		if is := e.Value != nil; is && was[0] == nil {
			all = append(all, change{e.Key, 1})
		} else if !is && was[0] != nil {
			all = append(all, change{e.Key, -1})
		}
		return true
	})
	return all, err
}
