package shop

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

func TestCodesAreNotTriedOut(t *testing.T) {
	is, now := is.New(t), time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	g := guesses{most: codesPerMinute}
	from := func(address string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = address + ":1234"
		return r
	}
	guesser, guest := from("198.51.100.7"), from("203.0.113.9")
	for i := range codesPerMinute {
		code := fmt.Sprint("GUESS", i)
		for range 3 { // the same one again is no other
			is.NoErr(g.take(guesser, code, now))
		}
	}
	is.Equal(app.KindOf(g.take(guesser, "ANOTHER", now)), app.TooMany)
	is.NoErr(g.take(guesser, "GUESS1", now))
	g.good(guesser, "GUESS1") // one that opens something does not count
	is.NoErr(g.take(guesser, "ANOTHER", now))
	is.Equal(app.KindOf(g.take(guesser, "GUESS1", now)), app.TooMany)
	is.NoErr(g.take(guest, "ANOTHER", now))
	is.NoErr(g.take(guesser, "LATER", now.Add(time.Minute)))

	here := from("127.0.0.1")
	for i := range 3 * codesPerMinute { // a proxy on this machine speaks for everybody
		is.NoErr(g.take(here, fmt.Sprint("GUESS", i), now.Add(time.Minute)))
	}
}

// TestGuessesOfManyAddresses: whoever has more addresses than are counted gets no further.
func TestGuessesOfManyAddresses(t *testing.T) {
	is, now := is.New(t), time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	g := guesses{most: codesPerMinute}
	taken := 0
	for i := range maxAddresses + 10*codesPerMinute {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = fmt.Sprintf("198.%d.%d.7:1234", 1+i/250, i%250)
		if g.take(r, fmt.Sprint("GUESS", i), now) == nil {
			taken++
		}
	}
	is.Equal(taken, maxAddresses+codesPerMinute)
}
