package kv

import (
	"errors"
	"time"
)

// ErrBadKey is wrapped by errors about bytes that are not a valid encoding.
var ErrBadKey = errors.New("kv: malformed key")

// Codec encodes values as key bytes and decodes them. Every codec is
// order-preserving (the bytes sort like the values) and self-delimiting
// (concatenated encodings still sort and decode correctly); each value has exactly
// one encoding.
type Codec[K any] interface {
	// Append adds the encoding of k to dst.
	Append(dst []byte, k K) []byte
	// Read decodes one value from the front of b. The value shares no memory with b.
	// Errors wrap ErrBadKey.
	Read(b []byte) (k K, rest []byte, err error)
}

// The basic codecs.
var (
	// Int takes 1 byte for -120 to 119, 2 for up to three digits, 9 at most.
	Int Codec[int64] = intCodec{}
	// String and Bytes take two bytes more than the value, and one more per zero byte.
	String Codec[string] = stringCodec{}
	Bytes  Codec[[]byte] = bytesCodec{}
	// Time stores whole microseconds; times are decoded in UTC.
	Time Codec[time.Time] = timeCodec{}
	// Bool sorts false first.
	Bool Codec[bool] = boolCodec{}
)

type timeCodec struct{}

func (timeCodec) Append(dst []byte, t time.Time) []byte { return Int.Append(dst, t.UnixMicro()) }

func (timeCodec) Read(b []byte) (time.Time, []byte, error) {
	us, rest, err := Int.Read(b)
	if err != nil {
		return time.Time{}, nil, err
	}
	return time.UnixMicro(us).UTC(), rest, nil
}

type boolCodec struct{}

func (boolCodec) Append(dst []byte, v bool) []byte {
	if v {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func (boolCodec) Read(b []byte) (bool, []byte, error) {
	if len(b) == 0 || b[0] > 1 {
		return false, nil, ErrBadKey
	}
	return b[0] == 1, b[1:], nil
}
