package indexes

import (
	"encoding/binary"
	"errors"
	"math"
)

// This file encodes and decodes single msgpack values. Decoding works on a string,
// so that the texts of a record are substrings of one string instead of copies. The
// bytes are those that the library writes with compact integers.

// First bytes of values. Some contain a length or a value and so are a range.
const (
	codeFixMap   = 0x80 // to 0x8f
	codeFixArray = 0x90 // to 0x9f
	codeFixStr   = 0xa0 // to 0xbf
	codeNil      = 0xc0
	codeFalse    = 0xc2
	codeTrue     = 0xc3
	codeBin8     = 0xc4
	codeExt8     = 0xc7
	codeFloat32  = 0xca
	codeFloat64  = 0xcb
	codeUint8    = 0xcc
	codeInt8     = 0xd0
	codeFixExt1  = 0xd4
	codeStr8     = 0xd9
	codeArray16  = 0xdc
	codeMap16    = 0xde
	codeNegative = 0xe0 // to 0xff
)

var errMsgpack = errors.New("msgpack: malformed")

func appendInt(dst []byte, n int64) []byte {
	switch {
	case n >= 0:
		return appendUint(dst, uint64(n))
	case n >= -32:
		return append(dst, byte(n))
	case n >= math.MinInt8:
		return append(dst, codeInt8, byte(n))
	case n >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(dst, codeInt8+1), uint16(n))
	case n >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(dst, codeInt8+2), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, codeInt8+3), uint64(n))
}

func appendUint(dst []byte, n uint64) []byte {
	if n < codeFixMap {
		return append(dst, byte(n))
	}
	return appendSized(dst, codeUint8, n)
}

// appendSized writes a code for one, two, four or eight bytes, then the number.
func appendSized(dst []byte, code byte, n uint64) []byte {
	switch {
	case n <= math.MaxUint8:
		return append(dst, code, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, code+1), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, code+2), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, code+3), n)
}

// appendLength writes the header of a list or map.
func appendLength(dst []byte, fix, code16 byte, n int) []byte {
	switch {
	case n < 16:
		return append(dst, fix|byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, code16), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, code16+1), uint32(n))
}

func appendText(dst []byte, s string) []byte {
	if len(s) < 32 {
		dst = append(dst, codeFixStr|byte(len(s)))
	} else {
		dst = appendSized(dst, codeStr8, uint64(len(s)))
	}
	return append(dst, s...)
}

func appendBytes(dst, b []byte) []byte {
	return append(appendSized(dst, codeBin8, uint64(len(b))), b...)
}

// number reads n bytes, big endian.
func number(b string, n int) (uint64, string, error) {
	if len(b) < n {
		return 0, "", errMsgpack
	}
	var u uint64
	for i := range n {
		u = u<<8 | uint64(b[i])
	}
	return u, b[n:], nil
}

// readInt reads an integer that fits into an int64.
func readInt(b string) (int64, string, error) {
	if len(b) == 0 {
		return 0, "", errMsgpack
	}
	code, rest := b[0], b[1:]
	switch {
	case code < codeFixMap || code >= codeNegative:
		return int64(int8(code)), rest, nil
	case code >= codeUint8 && code < codeInt8:
		u, rest, err := number(rest, 1<<(code-codeUint8))
		if u > math.MaxInt64 {
			err = errMsgpack
		}
		return int64(u), rest, err
	case code >= codeInt8 && code < codeInt8+4:
		size := 1 << (code - codeInt8)
		u, rest, err := number(rest, size)
		shift := 64 - 8*size
		return int64(u<<shift) >> shift, rest, err
	}
	return 0, "", errMsgpack
}

// readUint reads an integer that is not negative.
func readUint(b string) (uint64, string, error) {
	if len(b) > 0 && b[0] == codeUint8+3 {
		return number(b[1:], 8)
	}
	n, rest, err := readInt(b)
	if err == nil && n < 0 {
		err = errMsgpack
	}
	return uint64(n), rest, err
}

func readFloat(b string) (float64, string, error) {
	if len(b) == 0 {
		return 0, "", errMsgpack
	}
	switch b[0] {
	case codeFloat32:
		u, rest, err := number(b[1:], 4)
		return float64(math.Float32frombits(uint32(u))), rest, err
	case codeFloat64:
		u, rest, err := number(b[1:], 8)
		return math.Float64frombits(u), rest, err
	}
	return 0, "", errMsgpack
}

// readText reads a text or bytes.
func readText(b string) (text, rest string, err error) {
	if len(b) == 0 {
		return "", "", errMsgpack
	}
	code, rest := b[0], b[1:]
	var n uint64
	switch {
	case code&0xe0 == codeFixStr:
		n = uint64(code & 0x1f)
	case code >= codeStr8 && code < codeStr8+3:
		n, rest, err = number(rest, 1<<(code-codeStr8))
	case code >= codeBin8 && code < codeBin8+3:
		n, rest, err = number(rest, 1<<(code-codeBin8))
	default:
		err = errMsgpack
	}
	if err != nil || n > uint64(len(rest)) {
		return "", "", errMsgpack
	}
	return rest[:n], rest[n:], nil
}

// readLength reads the header of a list or map. Each element takes at least one
// byte, so a length beyond the input is refused before memory is allocated.
func readLength(b string, fix, code16 byte) (int, string, error) {
	if len(b) == 0 {
		return 0, "", errMsgpack
	}
	code, rest := b[0], b[1:]
	var n uint64
	var err error
	switch {
	case code&0xf0 == fix:
		n = uint64(code & 0x0f)
	case code == code16 || code == code16+1:
		n, rest, err = number(rest, 2<<(code-code16))
	default:
		err = errMsgpack
	}
	if err != nil || n > uint64(len(rest)) {
		return 0, "", errMsgpack
	}
	return int(n), rest, nil
}

// skip skips one value of any type.
func skip(b string) (string, error) {
	for left := 1; left > 0; left-- {
		if len(b) == 0 {
			return "", errMsgpack
		}
		code := b[0]
		size := 0 // of a value of fixed length, without its first byte
		var n int
		var err error
		switch {
		case code < codeFixMap, code >= codeNegative, code == codeNil, code == codeFalse, code == codeTrue:
		case code&0xf0 == codeFixMap, code == codeMap16, code == codeMap16+1:
			if n, b, err = readLength(b, codeFixMap, codeMap16); err != nil {
				return "", err
			}
			left += 2 * n
			continue
		case code&0xf0 == codeFixArray, code == codeArray16, code == codeArray16+1:
			if n, b, err = readLength(b, codeFixArray, codeArray16); err != nil {
				return "", err
			}
			left += n
			continue
		case code == codeFloat32:
			size = 4
		case code == codeFloat64:
			size = 8
		case code >= codeUint8 && code < codeInt8:
			size = 1 << (code - codeUint8)
		case code >= codeInt8 && code < codeFixExt1:
			size = 1 << (code - codeInt8)
		default:
			if _, b, err = readText(b); err != nil {
				return "", err // also for extensions, which this package never writes
			}
			continue
		}
		if len(b) < 1+size {
			return "", errMsgpack
		}
		b = b[1+size:]
	}
	return b, nil
}
