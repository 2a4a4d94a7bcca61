package indexes

import (
	"bytes"
	"errors"
	"fmt"

	"marquee/kv"
)

// Range selects a range of an index, in the order of its keys. Under a codec wrapped
// in kv.Desc larger values come first: From and To follow the order of the index.
type Range[K any] struct {
	from, to, equal *K
	how             way
}

// way is what a range says besides its keys.
type way struct {
	parts    int // leading components of an equal key that count; 0 is all
	reversed bool
	after    Position
	limit    int
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
	return Range[kv.Pair2[A, B]]{equal: &kv.Pair2[A, B]{A: a}, how: way{parts: 1}}
}

// PrefixOf1 is every triple that starts with a.
func PrefixOf1[B, C, A any](a A) Range[kv.Triple[A, B, C]] {
	return Range[kv.Triple[A, B, C]]{equal: &kv.Triple[A, B, C]{A: a}, how: way{parts: 1}}
}

// PrefixOf2 is every triple that starts with a and b.
func PrefixOf2[C, A, B any](a A, b B) Range[kv.Triple[A, B, C]] {
	return Range[kv.Triple[A, B, C]]{equal: &kv.Triple[A, B, C]{A: a, B: b}, how: way{parts: 2}}
}

// From narrows the range to keys at or after k.
func (r Range[K]) From(k K) Range[K] { r.from = &k; return r }

// To narrows the range to keys before k.
func (r Range[K]) To(k K) Range[K] { r.to = &k; return r }

// Reversed walks the range backwards.
func (r Range[K]) Reversed() Range[K] { r.how.reversed = !r.how.reversed; return r }

// After continues behind a position of the same index, in the direction of the walk.
func (r Range[K]) After(p Position) Range[K] { r.how.after = p; return r }

// Limit ends the walk after n hits; 0 is no limit.
func (r Range[K]) Limit(n int) Range[K] { r.how.limit = n; return r }

// bounds is a range whose keys are encoded, so that nothing behind it depends on their
// type. Each stands behind the same prefix, and is nil where the range is open.
type bounds struct {
	head            []byte
	from, to, equal []byte
	how             way
}

// behind encodes the keys of the range behind a prefix.
func (r *Range[K]) behind(head []byte, c kv.Codec[K]) bounds {
	b := bounds{head: head, how: r.how}
	if r.equal != nil {
		b.equal = c.Append(roomy(head), *r.equal)
	}
	if r.from != nil {
		b.from = c.Append(roomy(head), *r.from)
	}
	if r.to != nil {
		b.to = c.Append(roomy(head), *r.to)
	}
	return b
}

// roomy is a copy with room for the key of most indexes.
func roomy(head []byte) []byte { return append(make([]byte, 0, len(head)+32), head...) }

// keyForm is what must be known of the keys of an index or a table to walk it.
type keyForm struct {
	length     func(b []byte) (int, error) // of the whole key at the start of b
	components composite                   // of pairs and triples, or nil
}

func formOf[K any](c kv.Codec[K]) keyForm {
	comp, _ := c.(composite)
	return keyForm{lengthOf(c), comp}
}

// walk is a range of the keys of a space, or what is wrong with it.
type walk struct {
	span  kv.Range
	front int // length of the prefix of the keys
	err   error
}

// walk converts the bounds. rest checks the part of a position that follows the key.
func (b bounds) walk(f keyForm, rest func([]byte) error) walk {
	span, err := b.span(f, rest)
	return walk{span, len(b.head), err}
}

func (b bounds) span(f keyForm, rest func([]byte) error) (kv.Range, error) {
	out := kv.Range{From: b.head, Reverse: b.how.reversed, Limit: b.how.limit}
	if b.equal != nil {
		n, err := f.cut(b.equal[len(b.head):], b.how.parts)
		if err != nil {
			return out, err
		}
		out.From = b.equal[:len(b.head)+n]
	}
	out.To = successor(out.From)
	if b.from != nil {
		out.From = later(out.From, b.from)
	}
	if b.to != nil {
		out.To = earlier(out.To, b.to)
	}
	if len(b.how.after) == 0 {
		return out, nil
	}
	if err := f.fits(b.how.after, rest); err != nil {
		return out, err
	}
	at := append(bytes.Clone(b.head), b.how.after...)
	if b.how.reversed {
		out.To = earlier(out.To, at)
	} else {
		out.From = later(out.From, append(at, 0))
	}
	return out, nil
}

// fits checks that a position can be one of this index.
func (f keyForm) fits(p Position, rest func([]byte) error) error {
	if len(p) > maxPosition {
		return ErrPosition
	}
	n, err := f.length(p)
	if err == nil {
		err = rest(p[n:])
	}
	if err != nil {
		return fmt.Errorf("%w: %v", ErrPosition, err)
	}
	return nil
}

// cut returns the length of the first components of an encoded key; 0 is all of them.
func (f keyForm) cut(b []byte, parts int) (int, error) {
	switch {
	case parts == 0:
		return len(b), nil
	case f.components == nil:
		return 0, errors.New("the key of the index has no components")
	}
	return f.components.Cut(b, parts)
}

// composite is implemented by the codecs of pairs and triples. Cut returns the
// length of the first n components of an encoded key.
type composite interface {
	Cut(b []byte, n int) (int, error)
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
