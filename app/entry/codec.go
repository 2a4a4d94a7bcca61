package entry

import "marquee/indexes"

// The records a scan touches say themselves how they are stored, as arrays: they
// are read and written far more often than anything else.

// encodeInts writes numbers as one array.
func encodeInts(e *indexes.Encoder, values ...int64) {
	e.Array(len(values))
	for _, v := range values {
		e.Int(v)
	}
}

// decodeInts reads what encodeInts wrote.
func decodeInts(d *indexes.Decoder, values ...*int64) error {
	f := d.Array()
	for _, v := range values {
		f.Int(v)
	}
	return f.Close()
}
