package tries

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

const perMinute = 20

func TestCodesAreNotTriedOut(t *testing.T) {
	is, now := is.New(t), time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	g := Guesses{Most: perMinute}
	from := func(address string) *http.Request {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = address + ":1234"
		return r
	}
	guesser, guest := from("198.51.100.7"), from("203.0.113.9")
	for i := range perMinute {
		code := fmt.Sprint("GUESS", i)
		for range 3 { // the same one again is no other
			is.NoErr(g.Take(guesser, code, now))
		}
	}
	is.Equal(app.KindOf(g.Take(guesser, "ANOTHER", now)), app.TooMany)
	is.NoErr(g.Take(guesser, "GUESS1", now))
	g.Good(guesser, "GUESS1") // one that opens something does not count
	is.NoErr(g.Take(guesser, "ANOTHER", now))
	is.Equal(app.KindOf(g.Take(guesser, "GUESS1", now)), app.TooMany)
	is.NoErr(g.Take(guest, "ANOTHER", now))
	is.NoErr(g.Take(guesser, "LATER", now.Add(time.Minute)))

	here := from("127.0.0.1")
	for i := range 3 * perMinute { // a proxy on this machine speaks for everybody
		is.NoErr(g.Take(here, fmt.Sprint("GUESS", i), now.Add(time.Minute)))
	}
}

// TestGuessesOfManyAddresses: whoever has more addresses than are counted gets no further.
func TestGuessesOfManyAddresses(t *testing.T) {
	is, now := is.New(t), time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)
	g := Guesses{Most: perMinute}
	taken := 0
	for i := range maxAddresses + 10*perMinute {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = fmt.Sprintf("198.%d.%d.7:1234", 1+i/250, i%250)
		if g.Take(r, fmt.Sprint("GUESS", i), now) == nil {
			taken++
		}
	}
	is.Equal(taken, maxAddresses+perMinute)
}
