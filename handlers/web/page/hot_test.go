package page

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestOnlyCrowdsGetWhatOthersGot(t *testing.T) {
	is, h, now := is.New(t), hot{}, time.Unix(1000, 0)
	for i := range drawnEachSecond {
		is.True(h.find("a", now) == nil)
		h.keep("a", now, &drawn{style: string(rune('a' + i))})
	}
	is.Equal(h.find("a", now.Add(900*time.Millisecond)).style, "t") // the last that was drawn
	is.True(h.find("b", now) == nil)                                // another page
	is.True(h.find("a", now.Add(time.Second)) == nil)               // another second
	h.keep("a", now.Add(time.Second), &drawn{style: "new"})
	h.keep("a", now, &drawn{style: "late"}) // drawn before, finished after
	is.Equal(h.of["a"].last.style, "new")
	is.Equal(h.of["a"].drawn, 1)
	for i := range 2 * maxHot {
		h.keep(string(rune(i)), now, &drawn{})
	}
	is.True(len(h.of) <= maxHot)
}
