package kv

// Cut returns the length of the first n components of an encoded pair, so that an
// index can select by the first components of a key without decoding the rest.
func (c pairCodec[A, B]) Cut(b []byte, n int) (int, error) {
	_, rest, err := c.a.Read(b)
	if err == nil && n > 1 {
		_, rest, err = c.b.Read(rest)
	}
	return len(b) - len(rest), err
}

// Cut returns the length of the first n components of an encoded triple.
func (c tripleCodec[A, B, C]) Cut(b []byte, n int) (int, error) {
	_, rest, err := c.a.Read(b)
	if err == nil && n > 1 {
		_, rest, err = c.b.Read(rest)
	}
	if err == nil && n > 2 {
		_, rest, err = c.c.Read(rest)
	}
	return len(b) - len(rest), err
}
