package payment

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestPendingIsCountedUpToABound(t *testing.T) {
	is := is.New(t)
	at := func(minute int) time.Time { return time.Date(2027, 6, 1, 12, minute, 0, 0, time.UTC) }
	var p Pending
	is.True(p.note(at(5), 3))
	is.True(p.note(at(2), 3))
	is.True(!p.note(at(9), 3)) // no more are looked for
	is.Equal(p.Count, int64(3))
	is.Equal(*p.Oldest, at(2))
}
