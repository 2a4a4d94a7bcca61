package indexes

import (
	"bytes"
	"fmt"

	"marquee/kv"
)

// Range selects a range of an index, in the order of its keys. Under a codec wrapped
// in kv.Desc larger values come first: From and To follow the order of the index.
type Range[K any] struct {
	from, to, equal *K
	parts           int // leading components of equal that count; 0 is all
	reversed        bool
	after           Position
	limit           int
}

// All is the whole index.
func All[K any]() Range[K] { return Range[K]{} }

// From is everything at or after a key.
func From[K any](k K) Range[K] { return Range[K]{from: &k} }

// To is everything before a key.
func To[K any](k K) Range[K] { return Range[K]{to: &k} }

// Between is everything from a up to but not including b.
func Between[K any](a, b K) Range[K] { return Range[K]{from: &a, to: &b} }

// Equal is everything with exactly this key.
func Equal[K any](k K) Range[K] { return Range[K]{equal: &k} }

// PrefixOf is every pair that starts with a. Only the second type has to be
// spelled out: PrefixOf[time.Time](eventID).
func PrefixOf[B, A any](a A) Range[kv.Pair2[A, B]] {
	return Range[kv.Pair2[A, B]]{equal: &kv.Pair2[A, B]{A: a}, parts: 1}
}

// PrefixOf1 is every triple that starts with a.
func PrefixOf1[B, C, A any](a A) Range[kv.Triple[A, B, C]] {
	return Range[kv.Triple[A, B, C]]{equal: &kv.Triple[A, B, C]{A: a}, parts: 1}
}

// PrefixOf2 is every triple that starts with a and b.
func PrefixOf2[C, A, B any](a A, b B) Range[kv.Triple[A, B, C]] {
	return Range[kv.Triple[A, B, C]]{equal: &kv.Triple[A, B, C]{A: a, B: b}, parts: 2}
}

// From narrows the range to keys at or after k.
func (r Range[K]) From(k K) Range[K] { r.from = &k; return r }

// To narrows the range to keys before k.
func (r Range[K]) To(k K) Range[K] { r.to = &k; return r }

// Reversed walks the range backwards.
func (r Range[K]) Reversed() Range[K] { r.reversed = !r.reversed; return r }

// After continues behind a position of the same index, in the direction of the walk.
func (r Range[K]) After(p Position) Range[K] { r.after = p; return r }

// Limit ends the walk after n hits; 0 is no limit.
func (r Range[K]) Limit(n int) Range[K] { r.limit = n; return r }

// bytes converts the range to bounds on keys that start with head. rest checks the
// part of a position that follows the key.
func (r Range[K]) bytes(head []byte, c kv.Codec[K], rest func([]byte) error) (kv.Range, error) {
	out := kv.Range{From: bytes.Clone(head), To: successor(head), Reverse: r.reversed, Limit: r.limit}
	if r.equal != nil {
		p, err := prefix(head, c, *r.equal, r.parts)
		if err != nil {
			return out, err
		}
		out.From, out.To = p, successor(p)
	}
	if r.from != nil {
		out.From = later(out.From, c.Append(bytes.Clone(head), *r.from))
	}
	if r.to != nil {
		out.To = earlier(out.To, c.Append(bytes.Clone(head), *r.to))
	}
	if len(r.after) == 0 {
		return out, nil
	}
	if err := fits(r.after, c, rest); err != nil {
		return out, err
	}
	at := append(bytes.Clone(head), r.after...)
	if r.reversed {
		out.To = earlier(out.To, at)
	} else {
		out.From = later(out.From, append(at, 0))
	}
	return out, nil
}

// fits checks that a position can be one of this index.
func fits[K any](p Position, c kv.Codec[K], rest func([]byte) error) error {
	if len(p) > maxPosition {
		return ErrPosition
	}
	_, tail, err := c.Read(p)
	if err == nil {
		err = rest(tail)
	}
	if err != nil {
		return fmt.Errorf("%w: %v", ErrPosition, err)
	}
	return nil
}

// composite is implemented by the codecs of pairs and triples. Cut returns the
// length of the first n components of an encoded key.
type composite interface {
	Cut(b []byte, n int) (int, error)
}

// prefix appends the first parts components of a key to head; 0 is all of them.
func prefix[K any](head []byte, c kv.Codec[K], k K, parts int) ([]byte, error) {
	full := c.Append(bytes.Clone(head), k)
	if parts == 0 {
		return full, nil
	}
	n, err := cut(c, full[len(head):], parts)
	return full[:len(head)+n], err
}

// cut returns the length of the first components of an encoded key.
func cut[K any](c kv.Codec[K], b []byte, parts int) (int, error) {
	comp, ok := c.(composite)
	if !ok {
		return 0, fmt.Errorf("key codec %T has no components", c)
	}
	return comp.Cut(b, parts)
}

// successor is the first key after all keys that start with p; nil means the end.
func successor(p []byte) []byte {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] < 0xff {
			s := bytes.Clone(p[:i+1])
			s[i]++
			return s
		}
	}
	return nil
}

func later(a, b []byte) []byte {
	if bytes.Compare(a, b) >= 0 {
		return a
	}
	return b
}

// earlier returns the lower bound of the two; nil means the end.
func earlier(a, b []byte) []byte {
	if a != nil && (b == nil || bytes.Compare(a, b) <= 0) {
		return a
	}
	return b
}

// empty reports that no key can lie between the bounds of a range.
func empty(r kv.Range) bool { return r.To != nil && bytes.Compare(r.From, r.To) >= 0 }
