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
	open []space // few: looking through them beats a map
	few  [4]space
	safe time.Time
	// still tells that nobody writes while it is open, so that a cursor may go on
	// from where it stands.
	still bool
}

// space is a bucket that was asked for; nil when there is none yet.
type space struct {
	name   kv.Space
	bucket *bbolt.Bucket
	seek   *bbolt.Cursor // keeps its stack between look-ups, unlike Bucket.Get
	// key and value are where seek stands; luck is above 0 while keys are mostly
	// found near the ones before.
	key, value []byte
	luck       int
}

func (s *snapshot) begin(tx *bbolt.Tx) {
	s.tx, s.open = tx, s.few[:0]
}

// space is where a name leads. The pointer is good until the next call.
func (s *snapshot) space(name kv.Space) *space {
	for i := range s.open {
		if s.open[i].name == name {
			return &s.open[i]
		}
	}
	s.open = append(s.open, space{name: name})
	found := &s.open[len(s.open)-1]
	if b := s.tx.Bucket([]byte(name)); b != nil {
		found.bucket, found.seek, found.luck = b, b.Cursor(), firstLuck
	}
	return found
}

// Get implements kv.Reader.
func (s *snapshot) Get(name kv.Space, key []byte) ([]byte, error) {
	at := s.space(name)
	if at.bucket == nil {
		return nil, kv.ErrNotFound
	}
	if k, v := at.find(key, s.still); bytes.Equal(k, key) {
		return v, nil
	}
	return nil, kv.ErrNotFound
}

// GetMany implements kv.Reader.
func (s *snapshot) GetMany(name kv.Space, keys [][]byte) ([][]byte, error) {
	return kv.GetEach(s, name, keys)
}

const (
	// nearby is how many pairs are passed in search of a key before it is looked
	// for from the root of the tree, which costs about as much as twenty.
	nearby = 3
	// firstLuck and mostLuck are how many searches in a row may be lost at first,
	// and once many were won.
	firstLuck, mostLuck = 2, 8
)

// find goes to a key, or to what follows where it would be. Records that are read
// together mostly lie beside each other: the items of an order, the orders of an
// hour, newest first or oldest first. Where they do not, it is soon noticed.
func (p *space) find(key []byte, still bool) (k, v []byte) {
	if still && p.luck > 0 && p.key != nil {
		if p.near(key) {
			p.luck = min(p.luck+1, mostLuck)
			return p.key, p.value
		}
		p.luck--
	}
	p.key, p.value = p.seek.Seek(key)
	return p.key, p.value
}

// near goes from the pair on which the cursor stands to a key.
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

// scan walks a range and asks alive now and then whether to go on.
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

// ends tells whether the walk may end before the space does.
func ends(r kv.Range) bool {
	if r.Reverse {
		return r.From != nil
	}
	return r.To != nil
}

// within looks only at the bound that the walk goes towards; where the walk
// begins, first has looked at the other.
func within(key []byte, r *kv.Range) bool {
	if r.Reverse {
		return bytes.Compare(key, r.From) >= 0
	}
	return bytes.Compare(key, r.To) < 0
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
