package page

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"
)

// TestAnsweredPages: what is kept of pages that answered forms is bounded, for a while, and for
// the browser they are for.
func TestAnsweredPages(t *testing.T) {
	is := is.New(t)
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	var a answered
	keep := func(n int, from string, bytes int, at time.Time) bool {
		return a.keep(againKey{"browser", fmt.Sprint(n)}, &answeredPage{&drawn{body: make([]byte, bytes)}, 422, at, from}, at)
	}
	is.True(keep(1, "a", 10, now))
	is.True(a.find(againKey{"browser", "1"}, now) != nil)
	is.True(a.find(againKey{"another", "1"}, now) == nil)
	is.True(a.find(againKey{"browser", "1"}, now.Add(againKept)) == nil)
	is.True(a.find(againKey{"browser", "1"}, now.Add(-time.Second)) == nil) // a clock that was set back
	for n := 2; n <= againPages; n++ {
		is.True(keep(n, "a", 10, now))
	}
	is.True(!keep(100, "a", 10, now)) // of one address
	is.True(keep(101, "b", 10, now))
	is.True(!keep(102, "c", againBytes, now)) // of all
	is.True(keep(103, "a", againBytes, now.Add(againKept)))
	is.Equal(len(a.pages), 1) // what is over is forgotten
	is.Equal(a.from, map[string]int{"a": 1})
	is.Equal(a.bytes, againBytes)
}
