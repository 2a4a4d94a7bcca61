package kv

// Counter is implemented by readers that know how many pairs a range has without
// walking them. It is optional: call [Count] and [Nth].
type Counter interface {
	Count(s Space, r Range) (int64, error)
	Nth(s Space, r Range, n int64) ([]byte, error)
}

// Count returns the number of pairs in a range, at most r.Limit of them if there is a
// limit.
func Count(reader Reader, s Space, r Range) (n int64, err error) {
	if c, ok := reader.(Counter); ok {
		return c.Count(s, r)
	}
	for _, err := range reader.Scan(s, r) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// Nth returns the key that has n others before it, in the direction of the walk; nil
// if the range has no more than n. The limit of the range does not count.
func Nth(reader Reader, s Space, r Range, n int64) ([]byte, error) {
	if c, ok := reader.(Counter); ok {
		return c.Nth(s, r, n)
	}
	r.Limit = 0
	for p, err := range reader.Scan(s, r) {
		if err != nil {
			return nil, err
		}
		if n--; n < 0 {
			return p.Key, nil
		}
	}
	return nil, nil
}
