package order

import (
	"errors"
	"testing"

	"marquee/indexes"

	"github.com/matryer/is"
)

// FuzzPositions: positions out of a cursor are taken apart or refused.
func FuzzPositions(f *testing.F) {
	f.Add([]byte(joinPositions([]indexes.Position{[]byte("a"), nil, []byte("bcd")})), 3)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, 1)
	f.Add([]byte{5, 1}, 2)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		is := is.New(t)
		n = min(max(n, 0), 10)
		places, err := splitPositions(b, n)
		if err != nil {
			is.True(errors.Is(err, indexes.ErrPosition))
			return
		}
		is.Equal(len(places), n)
		if b != nil {
			again, err := splitPositions(joinPositions(places), n)
			is.NoErr(err)
			is.Equal(again, places)
		}
		if at, err := parseOffset(b, n); err == nil {
			is.True(at >= 0 && at <= n)
		}
	})
}
