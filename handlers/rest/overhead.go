package rest

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"marquee/app/admission"
)

// LimitOverhead slows connections down that send much beyond their requests: frames of
// HTTP/2 that ask for nothing, requests that are taken back at once. They cost the server
// work that no queue sees. A connection may have maxOverhead bytes of this and earns
// overheadRate a second; of one that sends more nothing is read until it has earned it.
// Server gives back what requests needed.
func LimitOverhead(l net.Listener) net.Listener { return overheadListener{l} }

type overheadListener struct{ net.Listener }

// Accept waits for a connection.
func (l overheadListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return newOverheadConn(c), nil
}

// overheadConn counts what is read of a connection.
type overheadConn struct {
	net.Conn
	found  atomic.Bool // by those who give back; nothing is slowed down before
	closed chan struct{}
	close  func()

	mu     sync.Mutex
	bucket admission.Bucket // of bytes beyond requests
}

// overheads is how fast that fills.
var overheads = admission.Rate{Most: maxOverhead, In: maxOverhead / overheadRate * time.Second}

func newOverheadConn(c net.Conn) *overheadConn {
	closed := make(chan struct{})
	return &overheadConn{Conn: c, closed: closed, close: sync.OnceFunc(func() { close(closed) })}
}

// Read reads as the connection does, when it may.
func (c *overheadConn) Read(b []byte) (int, error) {
	if wait := c.wait(); wait > 0 && c.found.Load() {
		select {
		case <-time.After(wait):
		case <-c.closed:
		}
	}
	n, err := c.Conn.Read(b)
	c.charge(int64(n))
	return n, err
}

// charge takes what was read. What is given back beyond the most that a connection may have is
// lost: nobody saves up for a flood.
func (c *overheadConn) charge(n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bucket.Charge(overheads, n, time.Now())
}

// wait is how long it takes to earn what was read beyond the requests.
func (c *overheadConn) wait() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bucket.Owes(overheads, time.Now())
}

// Close ends the connection, and a wait for it.
func (c *overheadConn) Close() error {
	c.close()
	return c.Conn.Close()
}

// give returns what a request needed. A connection that does not count gives nothing.
func (c *overheadConn) give(n int64) {
	if c != nil {
		c.charge(-n)
	}
}

type overheadKey struct{}

// withOverhead lets the requests of a connection find its count, below whatever stands
// between: TLS, or what looked at the first byte.
func withOverhead(ctx context.Context, c net.Conn) context.Context {
	for c != nil {
		if counted, ok := c.(*overheadConn); ok {
			counted.found.Store(true)
			return context.WithValue(ctx, overheadKey{}, counted)
		}
		inner, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			break
		}
		c = inner.NetConn()
	}
	return ctx
}

// givingBack returns to connections what their requests needed: bodies as they are read,
// the rest when a request was answered. One that was taken back returns nothing.
func givingBack(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _ := r.Context().Value(overheadKey{}).(*overheadConn)
		if c != nil && r.Body != http.NoBody {
			body := &givingBody{ReadCloser: r.Body, conn: c}
			body.unread.Store(r.ContentLength)
			// A copy, because the server looks at the body of its own when it closes.
			r = r.WithContext(r.Context())
			r.Body, w = body, &endingWriter{w, body}
		}
		next.ServeHTTP(w, r)
		if r.Context().Err() == nil {
			c.give(headerBytes(r))
		}
	})
}

// givingBody returns the bytes of a body, with their share of frames and records.
type givingBody struct {
	io.ReadCloser
	conn   *overheadConn
	unread atomic.Int64 // of the length that was declared; negative where none was
	ended  atomic.Bool
}

func (b *givingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.conn.give(int64(n) + int64(n)/8)
	b.unread.Add(-int64(n))
	if err != nil {
		b.ended.Store(true)
	}
	return n, err
}

// left tells that much of the body, or nobody knows how much, was not read.
func (b *givingBody) left() bool {
	n := b.unread.Load()
	return !b.ended.Load() && (n < 0 || n > maxRefused)
}

// endingWriter ends a connection whose request is answered before its body was read:
// what is left of the body would count as overhead, and the next request of somebody
// who sent one picture that is too large would wait for it.
type endingWriter struct {
	http.ResponseWriter
	body *givingBody
}

func (w *endingWriter) WriteHeader(status int) {
	if status >= http.StatusBadRequest && w.body.left() {
		w.Header().Set("Connection", "close")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets an http.ResponseController find the writer of the server.
func (w *endingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// headerBytes is about what the header of a request takes on the wire, and its records.
func headerBytes(r *http.Request) int64 {
	n := requestBytes + len(r.Method) + len(r.URL.Path) + len(r.URL.RawQuery) + len(r.Host)
	for name, values := range r.Header {
		for _, v := range values {
			n += len(name) + len(v) + 4
		}
	}
	return int64(n)
}
