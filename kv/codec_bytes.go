package kv

import "bytes"

// A zero byte and the end mark end a text. A zero byte inside the text is followed by
// escape. The end mark sorts before escape, so a text sorts before longer texts that
// start with it.
const (
	endMark = 0x01
	escape  = 0xFF
)

type bytesCodec struct{}

func (bytesCodec) Append(dst, v []byte) []byte { return appendEscaped(dst, v) }

func (bytesCodec) Read(b []byte) ([]byte, []byte, error) { return readEscaped(b) }

type stringCodec struct{}

func (stringCodec) Append(dst []byte, v string) []byte { return appendEscaped(dst, v) }

func (stringCodec) Read(b []byte) (string, []byte, error) {
	v, rest, err := readEscaped(b)
	return string(v), rest, err
}

func appendEscaped[T string | []byte](dst []byte, v T) []byte {
	for i := range len(v) {
		dst = append(dst, v[i])
		if v[i] == 0 {
			dst = append(dst, escape)
		}
	}
	return append(dst, 0, endMark)
}

func readEscaped(b []byte) (v, rest []byte, err error) {
	v = []byte{}
	for {
		i := bytes.IndexByte(b, 0)
		if i < 0 || i+1 == len(b) {
			return nil, nil, ErrBadKey
		}
		v = append(v, b[:i]...)
		mark := b[i+1]
		b = b[i+2:]
		switch mark {
		case endMark:
			return v, b, nil
		case escape:
			v = append(v, 0)
		default:
			return nil, nil, ErrBadKey
		}
	}
}
