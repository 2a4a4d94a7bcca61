package apitest

import (
	"net"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"
)

// listenVar and the variable MARQUEE_API_URL put something between the scenarios
// and the box office, such as a proxy that validates every answer against the
// API document: the worlds are served at MARQUEE_API_LISTEN, and the requests go
// to MARQUEE_API_URL.
const listenVar = "MARQUEE_API_LISTEN"

// proxied serves a handler at the address the proxy knows and sends to the proxy.
func proxied(t *testing.T, proxy string, h http.Handler) func(*http.Request) (*http.Response, error) {
	t.Helper()
	to, err := url.Parse(proxy)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", os.Getenv(listenVar))
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second}
	t.Cleanup(func() { _ = s.Close() })
	go func() { _ = s.Serve(l) }()
	client := &http.Client{Timeout: 20 * time.Second}
	return func(r *http.Request) (*http.Response, error) {
		r.URL.Scheme, r.URL.Host, r.Host = to.Scheme, to.Host, to.Host
		r.URL.Path = r.URL.Path[len("/v1"):]
		return client.Do(r)
	}
}
