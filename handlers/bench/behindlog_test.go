package bench

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"marquee/kv"
	"marquee/kv/bolt"
)

// TestSpeedOfTheLog asks a box office whose commits are in a log, and one whose commits are in
// the file, for the same over HTTP, by turns.
func TestSpeedOfTheLog(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench-log asks for it")
	}
	var n atomic.Int64
	file, log := openServed(t, false), openServed(t, true)
	b := board{}
	for _, c := range []struct {
		what        string
		ask         func(*served) func(int64) (method, path, body string)
		connections int
		goal        float64
	}{
		{"scans/s", (*served).scans, 1, 1},
		{"scans/s", (*served).scans, 64, 1.5},
		{"scans/s", (*served).scans, 256, 1.5},
		{"reservations/s on one stock", (*served).reservations, 64, 1},
	} {
		without := &load{url: file.url, token: file.token, ask: c.ask(file)}
		with := &load{url: log.url, token: log.token, ask: c.ask(log)}
		byTurns(t, c.connections, &n, without, with)
		b.atLeast(fmt.Sprintf("%s with a log ÷ without, %d connections", c.what, c.connections), with.perSecond()/without.perSecond(), c.goal, 0,
			"%.0f/s, %.0f/s; %.0f and %.0f µs of a processor; p50 %.2f and %.2f ms, p99 %.1f and %.1f ms",
			with.perSecond(), without.perSecond(), with.microseconds(), without.microseconds(), 1e3*with.quantile(.5), 1e3*without.quantile(.5), 1e3*with.quantile(.99), 1e3*without.quantile(.99))
	}
	b.sheet().show(t, "speed log")
}

// served is a hot store that answers over HTTP.
type served struct {
	*hotStore
	url string
	hot int64 // the sale item of the hot sale
}

func openServed(t *testing.T, log bool) *served {
	s := &served{hotStore: openFestival(t, *hotOrders, func(e kv.Engine) kv.Engine { return e }, func(o *bolt.Options) { o.Log = log })}
	s.hot = s.hotSale(t)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *served) scans() func(int64) (method, path, body string) {
	return func(n int64) (method, path, body string) { return http.MethodPost, "/v1/zones/scan", s.scanBody(n) }
}

func (s *served) reservations() func(int64) (method, path, body string) {
	return func(int64) (method, path, body string) {
		return http.MethodPost, "/v1/basket-items", reserveBody(s.hot)
	}
}
