package kv

// Pair2 is a key of two parts, compared part by part.
type Pair2[A, B any] struct {
	A A
	B B
}

// Triple is a key of three parts, compared part by part.
type Triple[A, B, C any] struct {
	A A
	B B
	C C
}

// PairOf is the codec of a pair.
func PairOf[A, B any](a Codec[A], b Codec[B]) Codec[Pair2[A, B]] { return pairCodec[A, B]{a, b} }

// TripleOf is the codec of a triple.
func TripleOf[A, B, C any](a Codec[A], b Codec[B], c Codec[C]) Codec[Triple[A, B, C]] {
	return tripleCodec[A, B, C]{a, b, c}
}

// Desc reverses the order of a codec: larger values sort first.
func Desc[K any](c Codec[K]) Codec[K] { return descCodec[K]{c} }

type pairCodec[A, B any] struct {
	a Codec[A]
	b Codec[B]
}

func (c pairCodec[A, B]) Append(dst []byte, k Pair2[A, B]) []byte {
	return c.b.Append(c.a.Append(dst, k.A), k.B)
}

func (c pairCodec[A, B]) Read(b []byte) (k Pair2[A, B], rest []byte, err error) {
	if k.A, b, err = c.a.Read(b); err != nil {
		return Pair2[A, B]{}, nil, err
	}
	if k.B, b, err = c.b.Read(b); err != nil {
		return Pair2[A, B]{}, nil, err
	}
	return k, b, nil
}

type tripleCodec[A, B, C any] struct {
	a Codec[A]
	b Codec[B]
	c Codec[C]
}

func (c tripleCodec[A, B, C]) Append(dst []byte, k Triple[A, B, C]) []byte {
	return c.c.Append(c.b.Append(c.a.Append(dst, k.A), k.B), k.C)
}

func (c tripleCodec[A, B, C]) Read(b []byte) (k Triple[A, B, C], rest []byte, err error) {
	if k.A, b, err = c.a.Read(b); err != nil {
		return Triple[A, B, C]{}, nil, err
	}
	if k.B, b, err = c.b.Read(b); err != nil {
		return Triple[A, B, C]{}, nil, err
	}
	if k.C, b, err = c.c.Read(b); err != nil {
		return Triple[A, B, C]{}, nil, err
	}
	return k, b, nil
}

// descCodec inverts every byte. No encoding is a prefix of another, so two encodings
// differ in a byte that both have, and inverting it reverses their order.
type descCodec[K any] struct{ c Codec[K] }

func (c descCodec[K]) Append(dst []byte, k K) []byte {
	n := len(dst)
	dst = c.c.Append(dst, k)
	invert(dst[n:])
	return dst
}

func (c descCodec[K]) Read(b []byte) (k K, rest []byte, err error) {
	plain := append([]byte(nil), b...)
	invert(plain)
	k, left, err := c.c.Read(plain)
	if err != nil {
		var zero K
		return zero, nil, err
	}
	return k, b[len(b)-len(left):], nil
}

func invert(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}
