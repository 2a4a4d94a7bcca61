package indexes

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Position is where a walk stands: give it to Range.After, or to Feed.Since, and
// the walk goes on behind it, whatever was inserted or deleted meanwhile. It is
// opaque; nil is the beginning. A position holds no company, so it can never
// lead into another one.
type Position []byte

// String gives a text form, safe in URLs. The text of the beginning is empty.
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

// places keeps the positions of a walk beside each other: a page passes many and
// hands out few. They share no memory with what they are copies of.
type places struct{ room []byte }

// The room for positions, in bytes: the first piece, and the largest.
const firstPlaces, mostPlaces = 64, 2048

func (p *places) keep(b []byte) Position {
	if len(b) > cap(p.room)-len(p.room) {
		p.room = make([]byte, 0, max(firstPlaces, min(2*cap(p.room), mostPlaces), len(b)))
	}
	from := len(p.room)
	p.room = append(p.room, b...)
	return p.room[from:len(p.room):len(p.room)]
}
