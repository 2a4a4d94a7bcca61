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
	open []space // few, so searching them is faster than a map
	few  [4]space
	safe time.Time
	// stable means that nobody writes to the transaction, so that a cursor can continue
	// from its position.
	stable bool
}

// space is a bucket that was used; bucket is nil if it does not exist.
type space struct {
	name   kv.Space
	bucket *bbolt.Bucket
	seek   *bbolt.Cursor // keeps its stack between look-ups, unlike Bucket.Get
	// key and value are where seek stands; credit is above 0 while keys are mostly
	// found near the ones before.
	key, value []byte
	credit     int
}

func (s *snapshot) begin(tx *bbolt.Tx) {
	s.tx, s.open = tx, s.few[:0]
}

// space returns the space with a name. The pointer is valid until the next call.
func (s *snapshot) space(name kv.Space) *space {
	for i := range s.open {
		if s.open[i].name == name {
			return &s.open[i]
		}
	}
	s.open = append(s.open, space{name: name})
	found := &s.open[len(s.open)-1]
	if b := s.tx.Bucket([]byte(name)); b != nil {
		found.bucket, found.seek, found.credit = b, b.Cursor(), initialCredit
	}
	return found
}

// Get implements kv.Reader.
func (s *snapshot) Get(name kv.Space, key []byte) ([]byte, error) {
	at := s.space(name)
	if at.bucket == nil {
		return nil, kv.ErrNotFound
	}
	if k, v := at.find(key, s.stable); bytes.Equal(k, key) {
		return v, nil
	}
	return nil, kv.ErrNotFound
}

// GetMany implements kv.Reader.
func (s *snapshot) GetMany(name kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(s, name, keys)
}

const (
	// nearby is how many pairs find steps over before it searches from the root of the
	// tree, which costs about as much as twenty steps.
	nearby = 3
	// initialCredit and maxCredit are how many nearby searches may fail in a row, at
	// first and after many successful ones.
	initialCredit, maxCredit = 2, 8
)

// find moves to a key, or to the next one if it is missing. Records that are read
// together are mostly stored next to each other (the items of an order, the orders of
// an hour, in either direction), so it first looks near the previous key. If that fails
// several times in a row, it stops trying.
func (p *space) find(key []byte, stable bool) (k, v []byte) {
	if stable && p.credit > 0 && p.key != nil {
		if p.near(key) {
			p.credit = min(p.credit+1, maxCredit)
			return p.key, p.value
		}
		p.credit--
	}
	p.key, p.value = p.seek.Seek(key)
	return p.key, p.value
}

// near steps from the current pair to a key.
func (p *space) near(key []byte) bool {
	for n := 0; p.key != nil; n++ {
		order := bytes.Compare(p.key, key)
		if order == 0 || n == nearby {
			return order == 0
		}
		if order < 0 {
			p.key, p.value = p.seek.Next()
		} else {
			p.key, p.value = p.seek.Prev()
		}
	}
	return false
}

// Scan implements kv.Reader.
func (s *snapshot) Scan(name kv.Space, r kv.Range) iter.Seq2[kv.Pair, error] {
	return s.scan(name, r, func() error { return nil })
}

// scan walks a range and calls alive every checkEvery pairs.
func (s *snapshot) scan(name kv.Space, r kv.Range, alive func() error) iter.Seq2[kv.Pair, error] {
	return func(yield func(kv.Pair, error) bool) {
		b := s.space(name).bucket
		if b == nil {
			return
		}
		c, bounded := b.Cursor(), ends(r)
		key, value := first(c, r)
		for n := 0; key != nil && (!bounded || within(key, &r)); {
			if n%checkEvery == 0 {
				if err := alive(); err != nil {
					yield(kv.Pair{}, err)
					return
				}
			}
			if n++; !yield(kv.Pair{Key: key, Value: value}, nil) || n == r.Limit {
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

// ends reports whether the walk may end before the end of the space.
func ends(r kv.Range) bool {
	if r.Reverse {
		return r.From != nil
	}
	return r.To != nil
}

// within checks only the bound in the direction of the walk; first has checked the other.
func within(key []byte, r *kv.Range) bool {
	if r.Reverse {
		return bytes.Compare(key, r.From) >= 0
	}
	return bytes.Compare(key, r.To) < 0
}

// first moves to the first pair of the range, or to one outside if the range is empty.
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

// lastBelow moves to the last pair before to.
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
