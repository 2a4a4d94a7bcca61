package rest

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"
)

// floods reads ten times what a connection may send beyond its requests, of which a part
// belongs to requests, and tells how long that took.
func floods(t *testing.T, found bool, requests int64) time.Duration {
	t.Helper()
	is, start := is.New(t), time.Now()
	far, near := net.Pipe()
	c := newOverheadConn(near)
	c.found.Store(found)
	go func() { _, _ = io.Copy(far, io.LimitReader(zeros{}, 10*maxOverhead)); _ = far.Close() }()
	var n int64
	for b := make([]byte, 1<<10); ; {
		read, err := c.Read(b)
		if n += int64(read); err != nil {
			break
		}
		if n <= requests { // those come first
			c.give(int64(read))
		}
	}
	is.Equal(n, int64(10*maxOverhead))
	is.NoErr(c.Close())
	return time.Since(start)
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

func TestFloodsAreSlowedDown(t *testing.T) {
	for _, c := range []struct {
		name     string
		found    bool
		requests int64
		took     time.Duration
	}{
		{"nothing but overhead", true, 0, 9 * maxOverhead / overheadRate * time.Second},
		{"half of it requests", true, 5 * maxOverhead, 4 * maxOverhead / overheadRate * time.Second},
		{"nothing but requests", true, 10 * maxOverhead, 0},
		{"the control: nobody counts", false, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { is.New(t).Equal(floods(t, c.found, c.requests).Round(time.Second), c.took) })
		})
	}
}

func TestClosingEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, start := is.New(t), time.Now()
		_, near := net.Pipe()
		c := newOverheadConn(near)
		c.found.Store(true)
		c.charge(2 * maxOverhead)
		read := make(chan error)
		go func() { _, err := c.Read(make([]byte, 1)); read <- err }()
		synctest.Wait()
		is.NoErr(c.Close())
		is.True(<-read != nil)
		is.Equal(time.Since(start), time.Duration(0))
	})
}

// A connection that lives for weeks, or has sent much, neither waits nor may flood.
func TestNobodySavesUpForAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		_, near := net.Pipe()
		c := newOverheadConn(near)
		c.found.Store(true)
		for range 20 {
			time.Sleep(24 * time.Hour)
			c.give(1 << 40)
			is.Equal(c.wait(), time.Duration(0))
		}
		c.charge(maxOverhead + overheadRate)
		is.Equal(c.wait(), time.Second)
		time.Sleep(time.Second)
		is.Equal(c.wait(), time.Duration(0))
		is.NoErr(c.Close())
	})
}

// Requests cost a connection nothing, however many they are and however much they send.
func TestRequestsAreNoOverhead(t *testing.T) {
	for _, version := range []string{"HTTP/1.1", "HTTP/2.0"} {
		t.Run(version, func(t *testing.T) {
			is, met := is.New(t), &meeting{}
			s := httptest.NewUnstartedServer(nil)
			s.Config = Server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				_, _ = w.Write(body)
			}), slog.New(slog.DiscardHandler))
			met.Listener, s.EnableHTTP2 = LimitOverhead(s.Listener), true
			s.Listener = met
			s.StartTLS()
			t.Cleanup(s.Close)
			to := s.Client().Transport.(*http.Transport).Clone()
			to.ForceAttemptHTTP2 = version == "HTTP/2.0"
			if version == "HTTP/1.1" {
				to.TLSClientConfig.NextProtos = []string{"http/1.1"}
			}
			client := &http.Client{Transport: to}
			defer client.CloseIdleConnections()
			ask := func(body string) {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, strings.NewReader(body))
				is.NoErr(err)
				r.Header.Set("Authorization", "Bearer "+strings.Repeat("x", 1000))
				res, err := client.Do(r)
				is.NoErr(err)
				is.Equal(res.Proto, version)
				n, err := io.Copy(io.Discard, res.Body)
				is.NoErr(err)
				is.NoErr(res.Body.Close())
				is.Equal(n, int64(len(body)))
			}
			ask(strings.Repeat("x", 8*maxOverhead))
			for range 600 {
				ask("{}")
			}
			met.mu.Lock()
			defer met.mu.Unlock()
			// There is one connection, or another one where the client gave the first up because
			// it was answered before it knew that all of its request had been written.
			for _, c := range met.all {
				is.True(c.found.Load())
				is.True(c.balance() > maxOverhead/2)
			}
		})
	}
}

// Whoever sends a body that is refused unread is answered, and finds the next request
// answered as soon: the connection is closed, and the new one owes nothing.
func TestRefusedBodiesSlowNobodyDown(t *testing.T) {
	for _, version := range []string{"HTTP/1.1", "HTTP/2.0"} {
		t.Run(version, func(t *testing.T) {
			is, met := is.New(t), &meeting{}
			s := httptest.NewUnstartedServer(nil)
			s.Config = Server(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusRequestEntityTooLarge)
			}), slog.New(slog.DiscardHandler))
			met.Listener, s.EnableHTTP2 = LimitOverhead(s.Listener), true
			s.Listener = met
			s.StartTLS()
			t.Cleanup(s.Close)
			to := s.Client().Transport.(*http.Transport).Clone()
			to.ForceAttemptHTTP2 = version == "HTTP/2.0"
			if version == "HTTP/1.1" {
				to.TLSClientConfig.NextProtos = []string{"http/1.1"}
			}
			client := &http.Client{Transport: to}
			defer client.CloseIdleConnections()
			for range 10 {
				res, err := client.Post(s.URL, "application/json", strings.NewReader(strings.Repeat("x", maxOverhead/2)))
				is.NoErr(err)
				is.Equal(res.Proto, version)
				is.Equal(res.StatusCode, http.StatusRequestEntityTooLarge)
				is.NoErr(res.Body.Close())
			}
			met.mu.Lock()
			defer met.mu.Unlock()
			for _, c := range met.all {
				is.True(c.balance() >= 0)
			}
		})
	}
}

// meeting remembers the connections of a listener.
type meeting struct {
	net.Listener
	mu  sync.Mutex
	all []*overheadConn
}

func (m *meeting) Accept() (net.Conn, error) {
	c, err := m.Listener.Accept()
	if err == nil {
		m.mu.Lock()
		m.all = append(m.all, c.(*overheadConn))
		m.mu.Unlock()
	}
	return c, err
}

func (c *overheadConn) balance() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	spent := time.Until(c.bucket.Full)
	return maxOverhead - int64(max(0, spent)*overheadRate/time.Second)
}
