package handlers

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/matryer/is"
)

func named(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(name)) })
}

func TestMounts(t *testing.T) {
	table := mountTable{
		{prefix: "/v1", handler: named("api")},
		{prefix: "/v1/deep", handler: named("deep")},
		{prefix: "/healthz", exact: true, handler: named("health")},
	}
	h := table.handler(named("outside"))
	for path, want := range map[string]string{
		"/v1": "api", "/v1/": "api", "/v1/orders": "api", "/v1//": "api", "/v1/deep": "deep", "/v1/deep/er": "deep", "/v1/deeper": "api",
		"/v2": "outside", "/v10": "outside", "/": "outside", "/healthz": "health", "/healthz/": "outside", "/healthz2": "outside",
	} {
		t.Run(path, func(t *testing.T) {
			is := is.New(t)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			is.Equal(w.Body.String(), want)
		})
	}
}
