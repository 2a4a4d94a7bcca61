package app

import (
	"errors"
	"testing"
	"time"

	"marquee/indexes"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestCursorRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		when := func(name string) optionalTime {
			if !rapid.Bool().Draw(t, "has "+name) {
				return optionalTime{}
			}
			at := time.UnixMicro(rapid.Int64().Draw(t, name))
			return moment(&at)
		}
		c := cursor{
			binding: rapid.Uint64().Draw(t, "binding"), since: when("since"), end: when("end"),
			seen: rapid.Int64Min(0).Draw(t, "seen"), total: rapid.Int64Min(0).Draw(t, "total"), walk: rapid.Int64Min(0).Draw(t, "walk"),
		}
		if at := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "at"); len(at) > 0 {
			c.at = indexes.Position(at)
		}
		back, err := parseCursor(c.encode())
		if err != nil || back.encode() != c.encode() {
			t.Fatalf("%+v came back as %+v, %v", c, back, err)
		}
	})
}

// FuzzCursor: whatever a client sends as a cursor is read or refused by name.
func FuzzCursor(f *testing.F) {
	at := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []cursor{{}, {since: moment(&at), seen: 100, total: 300, at: indexes.Position("abc")}, {walk: 2}} {
		f.Add(c.encode())
	}
	f.Add("x")
	f.Add("////")
	f.Fuzz(func(t *testing.T, text string) {
		is := is.New(t)
		c, err := parseCursor(text)
		if err != nil {
			var refused *Error
			is.True(errors.As(err, &refused) && refused.Fields[0].Field == "cursor")
			return
		}
		again, err := parseCursor(c.encode())
		is.NoErr(err)
		is.Equal(again.encode(), c.encode())
	})
}
