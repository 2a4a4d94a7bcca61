package list

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// cursor is where a list goes on. As text it is opaque.
type cursor struct {
	// list and filters are what it belongs to.
	list    string
	filters named
	// at is the place: what follows comes behind it.
	at indexes.Position
	// end is the newest change handed out, in whole microseconds; 0 for none.
	end int64
	// seen rows were handed out or skipped before; total is what was known of all,
	// and atLeast tells that there may be more.
	seen, total int64
	atLeast     bool

	resumed bool // it came from a request
}

// The first byte of a cursor: its form. Those of releases before had 0 to 3 there.
const cursorForm = 4

var errForeign = errors.New("list: not a cursor of this list")

// encode seals the cursor for a company. The seal catches mistakes; a place in a
// company's own list is no secret.
func (c *cursor) encode(company int64) string {
	b := []byte{cursorForm, 0}
	if c.atLeast {
		b[1] = 1
	}
	b = appendText(b, c.list)
	b = binary.AppendUvarint(b, uint64(len(c.filters)))
	for _, name := range slices.Sorted(maps.Keys(c.filters)) {
		b = appendText(appendText(b, name), c.filters[name])
	}
	for _, n := range []int64{c.end, c.seen, c.total} {
		b = binary.AppendVarint(b, n)
	}
	b = append(b, c.at...)
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(b, seal(company, b)))
}

func seal(company int64, b []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(binary.AppendVarint(nil, company))
	_, _ = h.Write(b)
	return h.Sum64()
}

// decode reads what encode wrote for the same company; anything else is errForeign.
func decode(text string, company int64) (*cursor, error) {
	if len(text) > base64.RawURLEncoding.EncodedLen(maxCursor) {
		return nil, errForeign
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	n := len(b) - 8
	if err != nil || n < 2 || b[0] != cursorForm || b[1] > 1 || binary.BigEndian.Uint64(b[n:]) != seal(company, b[:n]) {
		return nil, errForeign
	}
	c := &cursor{filters: named{}, atLeast: b[1] == 1}
	in := reader{b: b[2:n], ok: true}
	c.list = in.text()
	for range min(in.uvarint(), maxCursor) {
		name := in.text()
		c.filters[name] = in.text()
	}
	for _, v := range []*int64{&c.end, &c.seen, &c.total} {
		*v = in.varint()
	}
	if !in.ok || c.seen < 0 || c.total < 0 {
		return nil, errForeign
	}
	if len(in.b) > 0 {
		c.at = indexes.Position(in.b)
	}
	return c, nil
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// reader takes a cursor apart; ok tells that nothing was missing so far.
type reader struct {
	b  []byte
	ok bool
}

func (r *reader) uvarint() uint64 {
	n, size := binary.Uvarint(r.b)
	return n * uint64(r.passed(size))
}

func (r *reader) varint() int64 {
	n, size := binary.Varint(r.b)
	return n * r.passed(size)
}

// passed goes behind a number; it is 0 when there was none.
func (r *reader) passed(size int) int64 {
	if size <= 0 || !r.ok {
		r.ok = false
		return 0
	}
	r.b = r.b[size:]
	return 1
}

func (r *reader) text() string {
	n := r.uvarint()
	if !r.ok || n > uint64(len(r.b)) {
		r.ok = false
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

// former reads a cursor of the releases before this one, as far as a client that
// follows a list of changes needs it: the time that it had come to. What else it
// was bound to can no longer be told.
func former(text string) (since time.Time, ok bool) {
	p, err := indexes.ParsePosition(text)
	if err != nil || len(p) < 9 || p[0] > 3 || p[0]&1 == 0 {
		return time.Time{}, false
	}
	in := reader{b: p[9:], ok: true}
	from, end := in.varint(), in.varint()
	if p[0]&2 != 0 {
		from = end
	}
	return time.UnixMicro(from).UTC(), in.ok
}

func badCursor() error { return app.Field("cursor", "is not valid") }

func otherCursor() error { return app.Field("cursor", "belongs to a list with other filters") }
