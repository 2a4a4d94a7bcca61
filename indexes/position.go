package indexes

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Position is a resume position: passed to Range.After, the walk continues behind it,
// whatever was inserted or deleted in between. It is opaque; nil is the beginning. A
// position contains no company, so it can never lead into the records of another one.
type Position []byte

// String returns a text form that is safe in URLs. For the beginning it is empty.
func (p Position) String() string {
	if len(p) == 0 {
		return ""
	}
	b := make([]byte, 0, len(p)+2)
	b = append(b, p...)
	b = binary.BigEndian.AppendUint16(b, positionSum(p))
	return base64.RawURLEncoding.EncodeToString(b)
}

// ParsePosition reads what String wrote; anything else gives ErrPosition.
func ParsePosition(s string) (Position, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) > base64.RawURLEncoding.EncodedLen(maxPosition+2) {
		return nil, fmt.Errorf("%w: too long", ErrPosition)
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) < 3 {
		return nil, fmt.Errorf("%w: not written by us", ErrPosition)
	}
	p := Position(b[:len(b)-2])
	if binary.BigEndian.Uint16(b[len(p):]) != positionSum(p) {
		return nil, fmt.Errorf("%w: not written by us", ErrPosition)
	}
	return p, nil
}

// positionSum catches typing and copying mistakes; it is no signature.
func positionSum(p Position) uint16 { return uint16(crc32.Checksum(p, castagnoli)) }

// positionArena allocates the positions of one walk in a few large pieces, because
// a walk makes one for every entry.
type positionArena struct{ buf []byte }

// The sizes of the first and of the largest piece, in bytes.
const firstPositions, largestPositions = 64, 2048

// copy returns a position that shares no memory with b.
func (a *positionArena) copy(b []byte) Position {
	if len(b) > cap(a.buf)-len(a.buf) {
		a.buf = make([]byte, 0, max(firstPositions, min(2*cap(a.buf), largestPositions), len(b)))
	}
	from := len(a.buf)
	a.buf = append(a.buf, b...)
	return a.buf[from:len(a.buf):len(a.buf)]
}
