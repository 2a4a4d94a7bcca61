package app

import (
	"encoding/binary"
	"time"

	"marquee/indexes"
)

// cursor is where a list goes on. As text it is opaque, and it holds no company:
// a position counts only within the reader's own.
type cursor struct {
	binding uint64
	// since is where a change feed begins; not set for other lists.
	since optionalTime
	// end is the newest change handed out so far.
	end optionalTime
	// seen rows were handed out before; total is what was known of all.
	seen, total int64
	// walk and at are the place: which walk, and how far along it.
	walk int64
	at   indexes.Position
}

// optionalTime is a moment in whole microseconds, or none.
type optionalTime struct {
	set    bool
	micros int64
}

func moment(t *time.Time) optionalTime {
	if t == nil {
		return optionalTime{}
	}
	return optionalTime{true, t.UnixMicro()}
}

func (o optionalTime) time() *time.Time {
	if !o.set {
		return nil
	}
	t := time.UnixMicro(o.micros).UTC()
	return &t
}

func (c *cursor) encode() string {
	b := []byte{0}
	if c.since.set {
		b[0] |= 1
	}
	if c.end.set {
		b[0] |= 2
	}
	b = binary.BigEndian.AppendUint64(b, c.binding)
	for _, n := range []int64{c.since.micros, c.end.micros, c.seen, c.total, c.walk} {
		b = binary.AppendVarint(b, n)
	}
	return indexes.Position(append(b, c.at...)).String()
}

// parseCursor reads what encode wrote; anything else is refused.
func parseCursor(text string) (*cursor, error) {
	b, err := indexes.ParsePosition(text)
	if err != nil || len(b) < 9 || b[0] > 3 {
		return nil, badCursor()
	}
	c := &cursor{binding: binary.BigEndian.Uint64(b[1:])}
	rest := []byte(b[9:])
	for _, n := range []*int64{&c.since.micros, &c.end.micros, &c.seen, &c.total, &c.walk} {
		size := 0
		if *n, size = binary.Varint(rest); size <= 0 {
			return nil, badCursor()
		}
		rest = rest[size:]
	}
	c.since.set, c.end.set = b[0]&1 != 0, b[0]&2 != 0
	if len(rest) > 0 {
		c.at = indexes.Position(rest)
	}
	if c.seen < 0 || c.total < 0 || c.walk < 0 {
		return nil, badCursor()
	}
	return c, nil
}

func badCursor() error { return Field("cursor", "is not valid") }
