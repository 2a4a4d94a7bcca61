package handlers_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
)

func TestBesideTheAPI(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{Metrics: rest.NewMetrics()})
	for _, c := range []struct {
		path, kind, want string
		status           int
	}{
		{"/healthz", "text/plain; charset=utf-8", "ok", 200},
		{"/readyz", "text/plain; charset=utf-8", "ok", 200},
		{"/metrics", "text/plain; version=0.0.4; charset=utf-8; escaping=underscores", "marquee_http_requests_in_flight", 200},
		{"/openapi.json", "application/json", `"openapi": "3.1.0"`, 200},
		{"/docs/", "text/html; charset=utf-8", "API reference", 200},
		{"/docs/style.css", "text/css; charset=utf-8", "body", 200},
		{"/v1//", "application/json", "There is nothing", 404},
		{"/v1/..%2f", "application/json", "There is nothing", 404},
		{"/v2/orders", "text/plain; charset=utf-8", "There is nothing at this address.\n", 404},
		{"/docsearch", "text/plain; charset=utf-8", "There is nothing at this address.\n", 404},
		{"/", "text/html; charset=utf-8", "<h1", 200},
	} {
		t.Run(c.path, func(t *testing.T) {
			is := is.New(t)
			out := httptest.NewRecorder()
			in := httptest.NewRequest("GET", c.path, nil)
			in.RemoteAddr = "127.0.0.1:5000"
			h.ServeHTTP(out, in)
			is.Equal(out.Code, c.status)
			is.Equal(out.Header().Get("Content-Type"), c.kind)
			is.True(strings.Contains(out.Body.String(), c.want))
			is.True(c.path == "/" || !strings.Contains(out.Body.String(), "<script")) // the shop has one of its own
		})
	}
}

// TestStrangersLearnNothing: figures and notes are for whoever runs the machine.
func TestStrangersLearnNothing(t *testing.T) {
	w := apptest.New(t)
	note := func() string { return "backups: none" }
	fails := func() error { return errors.New("the disk of /srv refused a write") }
	for _, c := range []struct {
		name, peer, header string
		o                  handlers.Options
		ready              string
		metrics            int
	}{
		{"this machine", "127.0.0.1:5000", "", handlers.Options{}, "ok\nbackups: none\n", 200},
		{"a node that does not lead", "127.0.0.1:5000", "", handlers.Options{Leads: func() bool { return false }}, "ok\nbackups: none\njobs: on the node that leads\n", 200},
		{"this machine, broken", "127.0.0.1:5000", "", handlers.Options{Ready: fails}, "the disk of /srv refused a write\n", 200},
		{"a stranger", "198.51.100.1:5000", "", handlers.Options{}, "ok\n", 404},
		{"a stranger, broken", "198.51.100.1:5000", "", handlers.Options{Ready: fails}, "not ready\n", 404},
		{"through a proxy", "127.0.0.1:5000", "X-Forwarded-For", handlers.Options{}, "ok\n", 404},
		{"another address is for that", "127.0.0.1:5000", "", handlers.Options{Private: true}, "ok\n", 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			c.o.Metrics, c.o.Notes = rest.NewMetrics(), []func() string{note}
			h := handlers.New(w.App, c.o)
			get := func(h http.Handler, path string) *httptest.ResponseRecorder {
				out, in := httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)
				in.RemoteAddr = c.peer
				if c.header != "" {
					in.Header.Set(c.header, "198.51.100.1")
				}
				h.ServeHTTP(out, in)
				return out
			}
			is.True(strings.HasPrefix(get(h, "/readyz?verbose").Body.String(), c.ready))
			is.Equal(strings.Contains(get(h, "/readyz?verbose").Body.String(), "jobs"), strings.Contains(c.ready, "none"))
			is.Equal(get(h, "/metrics").Code, c.metrics)
			is.Equal(get(handlers.Inside(w.App, c.o), "/metrics").Code, 200)
			is.Equal(get(handlers.Inside(w.App, c.o), "/v1/events").Code, 404)
		})
	}
}
