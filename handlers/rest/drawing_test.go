package rest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/admission"
)

// TestDrawing: an answer that was drawn arrives as if it had been written.
func TestDrawing(t *testing.T) {
	for _, c := range []struct {
		name   string
		draw   func(w http.ResponseWriter)
		status int
		body   string
	}{
		{"nothing", func(http.ResponseWriter) {}, http.StatusOK, ""},
		{"a status", func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) }, http.StatusNoContent, ""},
		{"a text in parts", func(w http.ResponseWriter) { _, _ = io.WriteString(w, "a"); _, _ = io.WriteString(w, "b") }, http.StatusOK, "ab"},
		{"a body that many have", func(w http.ResponseWriter) { w.WriteHeader(http.StatusAccepted); Put(w, []byte("x")) }, http.StatusAccepted, "x"},
		{"the first status counts", func(w http.ResponseWriter) { w.WriteHeader(http.StatusTeapot); w.WriteHeader(http.StatusOK) }, http.StatusTeapot, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			is, rec := is.New(t), httptest.NewRecorder()
			newMemory(nil).Drawn("", func(d *Drawing, _ *http.Request) {
				d.Header().Set("X-A", "1")
				c.draw(d)
				if c.status != http.StatusOK || c.body != "" {
					d.Header().Set("X-Late", "1")
				}
			}, nil).ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
			is.Equal([]any{rec.Code, rec.Body.String(), rec.Header().Get("X-A"), rec.Header().Get("X-Late")}, []any{c.status, c.body, "1", ""})
		})
	}
}

// TestDrawingsOfWhoReadsNothing: who has too many answers unread gets no more, by whichever
// address.
func TestDrawingsOfWhoReadsNothing(t *testing.T) {
	is, m := is.New(t), newMemory(nil)
	h := m.Drawn("pages", func(d *Drawing, _ *http.Request) { Put(d, []byte("page")) }, nil)
	ask := func(from string) *httptest.ResponseRecorder {
		r, rec := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.RemoteAddr = from
		h.ServeHTTP(rec, r)
		return rec
	}
	taken := m.unread.hold(nil, admission.Key{Name: "pages at 198.51.100.1"}, maxUnread)
	is.Equal(ask("198.51.100.1:1").Code, http.StatusTooManyRequests)
	is.Equal(ask("198.51.100.1:1").Header().Get("Retry-After"), "1")
	is.Equal(ask("198.51.100.2:1").Code, http.StatusOK)
	taken()
	is.Equal(ask("198.51.100.1:1").Code, http.StatusOK)
}

// cuttable is a writer whose connection can be cut off.
type cuttable struct {
	http.ResponseWriter
	cut bool
}

func (c *cuttable) SetWriteDeadline(time.Time) error { c.cut = true; return errors.New("cut") }

// TestUnreadAnswersOfAll: of many who read nothing, whoever holds the most loses the answer that
// has waited the longest. Who holds little loses nothing.
func TestUnreadAnswersOfAll(t *testing.T) {
	is, u := is.New(t), &newMemory(nil).unread
	key := func(address string) admission.Key { return admission.Key{Name: address} }
	reader := new(cuttable)
	read := u.hold(reader, key("reader"), maxUnread/2)
	var held []*cuttable
	var taken []func()
	for i := range maxUnreadAll/maxUnread + 3 {
		w := new(cuttable)
		held, taken = append(held, w), append(taken, u.hold(w, key([]string{"a", "b"}[i%2]), maxUnread))
		is.True(u.class.All() <= maxUnreadAll)
	}
	is.True(!reader.cut)
	is.True(held[0].cut && held[1].cut)
	is.True(!held[len(held)-1].cut)
	for _, f := range append(taken, read) {
		f()
	}
	is.Equal([]any{u.class.All(), len(u.answers)}, []any{int64(0), 0})
}
