package apitest

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
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
		again := r.Clone(r.Context())
		if !proxyable(r) {
			return direct(h)(again)
		}
		r.URL.Scheme, r.URL.Host, r.Host = to.Scheme, to.Host, to.Host
		r.URL.Path = r.URL.Path[len("/v1"):]
		return client.Do(r)
	}
}

// proxyable tells whether a proxy can read the request: one that is no JSON is
// for our server alone.
func proxyable(r *http.Request) bool {
	if r.GetBody == nil {
		return true
	}
	b, err := r.GetBody()
	if err != nil {
		return false
	}
	text, err := io.ReadAll(b)
	return err == nil && (len(text) == 0 || json.Valid(text))
}

// violations are the departures from the document that a proxy found in an
// answer, by the header it reports them in.
func violations(res *http.Response) []string {
	var all []struct {
		Location []string
		Severity string
		Message  string
	}
	if err := json.Unmarshal([]byte(res.Header.Get("Sl-Violations")), &all); err != nil {
		return nil
	}
	var out []string
	for _, v := range all {
		if v.Severity == "Error" && len(v.Location) > 0 && v.Location[0] == "response" {
			out = append(out, strings.Join(v.Location, ".")+": "+v.Message)
		}
	}
	return out
}
