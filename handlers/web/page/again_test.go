package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
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
		return a.keep(againKey{[32]byte{1}, fmt.Sprint(n)}, &answeredPage{&drawn{body: make([]byte, bytes)}, 422, at, from}, at)
	}
	is.True(keep(1, "a", 10, now))
	is.True(a.find(againKey{[32]byte{1}, "1"}, now) != nil)
	is.True(a.find(againKey{[32]byte{2}, "1"}, now) == nil)
	is.True(a.find(againKey{[32]byte{1}, "1"}, now.Add(againKept)) == nil)
	is.True(a.find(againKey{[32]byte{1}, "1"}, now.Add(-time.Second)) == nil) // a clock that was set back
	for n := 2; n <= againPages; n++ {
		is.True(keep(n, "a", 10, now))
	}
	is.True(!keep(100, "a", 10, now)) // of one address
	is.True(keep(101, "b", 10, now))
	for n := range 2 * againPages {
		is.True(keep(200+n, "", 10, now)) // a proxy on this machine
	}
	is.True(!keep(102, "c", againBytes, now)) // of all
	is.True(keep(103, "a", againBytes, now.Add(againKept)))
	is.Equal(len(a.pages), 1) // what is over is forgotten
	is.Equal(a.from, map[string]int{"a": 1})
	is.Equal(a.bytes, againBytes)
}

// TestAnAnsweredPageEndsWithTheSession: staff who signed out, or others at the same device, do
// not see again what a form was answered with.
func TestAnAnsweredPageEndsWithTheSession(t *testing.T) {
	is := is.New(t)
	s := newSite(t, "")
	r := form("/staff/x", url.Values{})
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "document")
	r.AddCookie(&http.Cookie{Name: StaffCookie, Value: "token"})
	w := httptest.NewRecorder()
	is.True(s.leadTo(w, r, &View{Address: "/staff/x"}, &drawn{body: []byte("the code of a gate")}, http.StatusOK))
	kept := w.Result().Cookies()[0]
	sees := func(cookies ...*http.Cookie) bool {
		again := httptest.NewRequest("GET", w.Header().Get("Location"), nil)
		for _, c := range cookies {
			again.AddCookie(c)
		}
		out := httptest.NewRecorder()
		is.True(s.showAnswered(out, again))
		return strings.Contains(out.Body.String(), "the code of a gate")
	}
	staff := &http.Cookie{Name: StaffCookie, Value: "token"}
	is.True(sees(kept, staff))
	is.True(!sees(kept))
	is.True(!sees(kept, &http.Cookie{Name: StaffCookie, Value: "another"}))
	is.True(!sees(staff))
}
