package bolt

import (
	"bytes"
	"iter"
	"time"

	"marquee/kv"

	"go.etcd.io/bbolt"
)

// snapshot reads one bbolt transaction. Buckets are opened once.
type snapshot struct {
	tx   *bbolt.Tx
	open map[kv.Space]*bbolt.Bucket // nil for a space that has no bucket yet
	safe time.Time
}

func newSnapshot(tx *bbolt.Tx) *snapshot {
	return &snapshot{tx: tx, open: map[kv.Space]*bbolt.Bucket{}}
}

func (s *snapshot) bucket(name kv.Space) *bbolt.Bucket {
	b, known := s.open[name]
	if !known {
		b = s.tx.Bucket([]byte(name))
		s.open[name] = b
	}
	return b
}

// Get implements kv.Reader.
func (s *snapshot) Get(name kv.Space, key []byte) ([]byte, error) {
	b := s.bucket(name)
	if b == nil {
		return nil, kv.ErrNotFound
	}
	if v := b.Get(key); v != nil {
		return v, nil
	}
	return nil, kv.ErrNotFound
}

// GetMany implements kv.Reader.
func (s *snapshot) GetMany(name kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(s, name, keys)
}

// Scan implements kv.Reader.
func (s *snapshot) Scan(name kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		b := s.bucket(name)
		if b == nil {
			return
		}
		c := b.Cursor()
		key, value := first(c, r)
		for n := 1; key != nil && within(key, r); n++ {
			if !yield(kv.Pair{Key: key, Value: value}, nil) || n == r.Limit {
				return
			}
			if r.Reverse {
				key, value = c.Prev()
			} else {
				key, value = c.Next()
			}
		}
	}
}

// within looks only at the bound that the walk goes towards; where the walk
// begins, first has looked at the other.
func within(key []byte, r kv.Range) bool {
	if r.Reverse {
		return r.From == nil || bytes.Compare(key, r.From) >= 0
	}
	return r.To == nil || bytes.Compare(key, r.To) < 0
}

// first stands on the first pair of the range, or outside it.
func first(c *bbolt.Cursor, r kv.Range) (key, value []byte) {
	switch {
	case !r.Reverse && r.From == nil:
		return c.First()
	case !r.Reverse:
		return c.Seek(r.From)
	case r.To == nil:
		return c.Last()
	}
	if key, _ := c.Seek(r.To); key == nil {
		return lastBelow(c, r.To)
	}
	return c.Prev()
}

// lastBelow is where Seek ran off the end.
func lastBelow(c *bbolt.Cursor, to []byte) (key, value []byte) {
	key, value = c.Last()
	if key != nil && bytes.Compare(key, to) >= 0 {
		return nil, nil
	}
	return key, value
}

// SafeTime implements kv.Reader.
func (s *snapshot) SafeTime() time.Time {
	if s.safe.IsZero() {
		s.safe = lastTime(s.tx)
	}
	return s.safe
}
