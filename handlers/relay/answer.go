package relay

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// headerAt says up to when the store has what a call wrote. Who sends it back reads that.
	headerAt = "Marquee-At"
	// headerAsOf says up to when a node that does not lead has the store.
	headerAsOf = "Marquee-As-Of"
	// cookieAt is headerAt for browsers, for as long as a node may be behind.
	cookieAt    = "marquee-at"
	cookieLives = 60
)

// wrote is the answer to a call that may write: it says up to when.
type wrote struct {
	http.ResponseWriter
	node  Node
	pages bool // it is for a browser
	begun bool
}

// Unwrap is for http.ResponseController.
func (w *wrote) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *wrote) WriteHeader(status int) {
	if !w.begun && status >= http.StatusOK {
		w.begun = true
		at := w.node.Last().UTC().Format(time.RFC3339Nano)
		w.Header().Set(headerAt, at)
		if w.pages {
			http.SetCookie(w, &http.Cookie{Name: cookieAt, Value: at, Path: "/", MaxAge: cookieLives, HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *wrote) Write(b []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// readHere is the answer of a node that does not lead. One that says that it cannot is kept from
// the caller: the leader is asked.
type readHere struct {
	http.ResponseWriter
	header  http.Header
	asOf    time.Time
	age     time.Duration
	begun   bool
	refused bool
}

func (w *readHere) Unwrap() http.ResponseWriter { return w.ResponseWriter }
func (w *readHere) Header() http.Header         { return w.header }

func (w *readHere) WriteHeader(status int) {
	switch {
	case w.begun || w.refused:
		return
	case status == http.StatusUnauthorized || status == http.StatusServiceUnavailable:
		w.refused = true
		return
	}
	w.begun = status >= http.StatusOK
	h := w.ResponseWriter.Header()
	for name, values := range w.header {
		h[name] = values
	}
	dated(h, w.asOf, w.age)
	w.ResponseWriter.WriteHeader(status)
}

func (w *readHere) Write(b []byte) (int, error) {
	if !w.begun && !w.refused {
		w.WriteHeader(http.StatusOK)
	}
	if w.refused {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

// dated says how old an answer is.
func dated(h http.Header, asOf time.Time, age time.Duration) {
	h.Set(headerAsOf, asOf.UTC().Format(time.RFC3339Nano))
	h.Set("Age", strconv.Itoa(int(age.Seconds())))
}

// seen is what a caller wrote last, as far as it says so.
func seen(r *http.Request) (at time.Time) {
	text := r.Header.Get(headerAt)
	if c, err := r.Cookie(cookieAt); text == "" && err == nil {
		text = c.Value
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// fromBrowser tells whether a browser calls, which keeps cookies.
func fromBrowser(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Mode") != "" || !strings.HasPrefix(r.URL.Path, api)
}
