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
			is.NoErr(g.may(guesser, code, now))
			g.miss(guesser, code)
		}
	}
	is.Equal(app.KindOf(g.may(guesser, "ANOTHER", now)), app.TooMany)
	is.NoErr(g.may(guesser, "GUESS1", now))
	is.NoErr(g.may(guest, "ANOTHER", now))
	is.NoErr(g.may(guesser, "ANOTHER", now.Add(time.Minute)))

	here := from("127.0.0.1")
	for i := range 3 * codesPerMinute { // a proxy on this machine speaks for everybody
		code := fmt.Sprint("GUESS", i)
		is.NoErr(g.may(here, code, now.Add(time.Minute)))
		g.miss(here, code)
	}
}
