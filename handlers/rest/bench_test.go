package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// blackHole is a response writer that keeps nothing.
type blackHole struct{ h http.Header }

func (b *blackHole) Header() http.Header         { return b.h }
func (b *blackHole) Write(p []byte) (int, error) { return len(p), nil }
func (b *blackHole) WriteHeader(int)             {}

// BenchmarkRequest is what the endpoint layer adds to a command.
func BenchmarkRequest(b *testing.B) {
	t := &testing.T{}
	api := demoAPI(t)
	api.Metrics = NewMetrics()
	for _, c := range []struct{ name, method, target, body string }{
		{"list", "GET", "/v1/demos?limit=10&include=companies", ""},
		{"write", "POST", "/v1/demos", `{"name":"a","age":7,"ids":[1,"2"],"prices":[{"id":1,"amount":100,"share":0.5}],"force":"true"}`},
		{"refused", "POST", "/v1/demos", `{"age":0}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			body := strings.NewReader(c.body)
			r := httptest.NewRequest(c.method, c.target, body)
			r.Header.Set("Authorization", "Bearer good")
			r.Header.Set("Accept-Language", "de-DE,de;q=0.9,en;q=0.8")
			w := &blackHole{http.Header{}}
			for b.Loop() {
				body.Reset(c.body)
				clear(w.h)
				api.ServeHTTP(w, r)
			}
		})
	}
}
