package kv

import "math/bits"

// The first byte of an integer >= 0 is at least 0x80. Up to intSmall it is the integer
// itself; above, it is one of eight markers that give the number of bytes that
// follow, big endian. A negative integer is encoded as its complement with every byte
// inverted, so its first byte is below 0x80 and larger magnitudes sort first.
const (
	intZero   = 0x80
	intMarker = 0xF7 // plus the number of bytes that follow, 1 to 8
	intSmall  = intMarker - intZero
)

type intCodec struct{}

func (intCodec) Append(dst []byte, v int64) []byte {
	flip := byte(0)
	if v < 0 {
		v, flip = ^v, 0xFF
	}
	if v <= intSmall {
		return append(dst, (intZero+byte(v))^flip)
	}
	n := (bits.Len64(uint64(v)) + 7) / 8
	dst = append(dst, (intMarker+byte(n))^flip)
	for shift := 8 * (n - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(v>>shift)^flip)
	}
	return dst
}

func (intCodec) Read(b []byte) (int64, []byte, error) {
	if len(b) == 0 {
		return 0, nil, ErrBadKey
	}
	flip := byte(0)
	if b[0] < intZero {
		flip = 0xFF
	}
	v, rest, ok := readUnsigned(b, flip)
	if !ok {
		return 0, nil, ErrBadKey
	}
	if flip != 0 {
		v = ^v
	}
	return v, rest, nil
}

// readUnsigned reads an integer >= 0 whose bytes were XORed with flip. It accepts only
// the shortest form, so that each value has one encoding.
func readUnsigned(b []byte, flip byte) (v int64, rest []byte, ok bool) {
	first := b[0] ^ flip
	if first <= intMarker {
		return int64(first - intZero), b[1:], true
	}
	n := int(first - intMarker)
	if len(b) < 1+n || b[1]^flip == 0 {
		return 0, nil, false
	}
	var u uint64
	for _, c := range b[1 : 1+n] {
		u = u<<8 | uint64(c^flip)
	}
	return int64(u), b[1+n:], u > intSmall && u>>63 == 0
}
