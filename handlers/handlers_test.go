package handlers_test

import (
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
		{"/", "text/html; charset=utf-8", "The box office is open.", 200},
	} {
		t.Run(c.path, func(t *testing.T) {
			is := is.New(t)
			out := httptest.NewRecorder()
			h.ServeHTTP(out, httptest.NewRequest("GET", c.path, nil))
			is.Equal(out.Code, c.status)
			is.Equal(out.Header().Get("Content-Type"), c.kind)
			is.True(strings.Contains(out.Body.String(), c.want))
			is.True(!strings.Contains(out.Body.String(), "<script"))
		})
	}
}
