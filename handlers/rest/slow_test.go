package rest

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"
)

// pipes is a listener without a network, so that its time can be the test's.
type pipes struct {
	calls  chan net.Conn
	closed chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// serving runs a server until the test ends.
func serving(t *testing.T, s *http.Server) *pipes {
	p := newPipes()
	go func() { _ = s.Serve(p) }()
	t.Cleanup(func() { _ = s.Close() })
	return p
}

func (p *pipes) dial() net.Conn {
	near, far := net.Pipe()
	p.calls <- far
	return near
}

const (
	slowHead = "Host: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n"
	slowGet  = "GET /v1/demos HTTP/1.1\r\n" + slowHead + "\r\n"
	slowPost = "POST /v1/demos HTTP/1.1\r\n" + slowHead + "Content-Length: 1000\r\n\r\n"
)

// drip sends a byte each second until the other side is gone.
func drip(c net.Conn) {
	for {
		if _, err := c.Write([]byte("x")); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// sip reads a byte each second until the other side is gone.
func sip(c net.Conn) {
	for {
		if _, err := c.Read(make([]byte, 1)); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// wait reads whatever comes until the other side is gone.
func wait(c net.Conn) { _, _ = io.Copy(io.Discard, c) }

func say(c net.Conn, text string) { _, _ = io.WriteString(c, text) }

// slowPeers are callers who hold on to a connection, each with the time after
// which it is taken from them.
var slowPeers = []struct {
	name  string
	most  time.Duration
	abuse func(c net.Conn)
}{
	{"says nothing", headerTime, wait},
	{"sends a header byte by byte", headerTime, func(c net.Conn) { say(c, "GET /v1/demos HTTP/1.1\r\nX-A: "); drip(c) }},
	{"sends the header of a second request byte by byte", headerTime, func(c net.Conn) { say(c, slowGet); take(c); go wait(c); say(c, "GET "); drip(c) }},
	{"sends a body byte by byte", requestTime, func(c net.Conn) { say(c, slowPost); go wait(c); drip(c) }},
	{"sends a body byte by byte and hears no answer", headerTime + responseTime, func(c net.Conn) { say(c, slowPost); drip(c) }},
	{"breaks off in the body", requestTime, func(c net.Conn) { say(c, slowPost+"{"); wait(c) }},
	{"breaks off after 100-continue", requestTime, func(c net.Conn) {
		say(c, strings.Replace(slowPost, "\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n", 1))
		wait(c)
	}},
	{"never reads the answer", responseTime, func(c net.Conn) { say(c, slowGet); drip(c) }},
	{"reads the answer byte by byte", responseTime, func(c net.Conn) { say(c, slowGet); sip(c) }},
	{"asks again and again and reads nothing", responseTime, func(c net.Conn) { say(c, strings.Repeat(slowGet, 100)); drip(c) }},
	{"keeps a connection that it does not need", idleTime, func(c net.Conn) { say(c, slowGet); wait(c) }},
}

// take reads one answer.
func take(c net.Conn) int {
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// held tells how long a peer keeps its connection, at most so long.
func held(p *pipes, abuse func(net.Conn), most time.Duration) time.Duration {
	c, start := p.dial(), time.Now()
	gone := make(chan struct{})
	go func() { abuse(c); close(gone) }()
	select {
	case <-gone:
	case <-time.After(most):
	}
	took := time.Since(start)
	_ = c.Close()
	<-gone
	return took
}

// TestSlowPeers counts on synctest twice: its clock needs no time to pass, and it
// fails when a goroutine is left at the end.
func TestSlowPeers(t *testing.T) {
	for _, peer := range slowPeers {
		t.Run("who "+peer.name, func(t *testing.T) {
			api := demoAPI(t)
			synctest.Test(t, func(t *testing.T) {
				p := serving(t, Server(api, slog.New(slog.DiscardHandler)))
				if took := held(p, peer.abuse, time.Hour); took > peer.most+2*time.Second {
					t.Errorf("held for %v, want %v", took, peer.most) // give or take the steps of a second
				}
			})
			// The control: without the limits the connection is held for ever.
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				p := serving(t, &http.Server{Handler: api})
				is.Equal(held(p, peer.abuse, time.Hour), time.Hour)
			})
		})
	}
}

// TestSlowPeersBesideOthers lets a thousand of them come at once: who comes then
// is answered, and when the last is gone nothing of them is left.
func TestSlowPeersBesideOthers(t *testing.T) {
	api := demoAPI(t)
	synctest.Test(t, func(t *testing.T) {
		is, p := is.New(t), serving(t, Server(api, slog.New(slog.DiscardHandler)))
		done := make(chan time.Duration)
		for i := range 1000 {
			go func() { done <- held(p, slowPeers[i%len(slowPeers)].abuse, time.Hour) }()
		}
		synctest.Wait()
		c, start := p.dial(), time.Now()
		go say(c, slowGet)
		is.Equal(take(c), http.StatusOK)
		is.Equal(time.Since(start), time.Duration(0))
		for range 1000 {
			is.True(<-done <= idleTime+2*time.Second)
		}
		is.NoErr(c.Close())
	})
}

// TestPatientWithTheSlow sends what a bad line does, within the limits.
func TestPatientWithTheSlow(t *testing.T) {
	api := demoAPI(t)
	synctest.Test(t, func(t *testing.T) {
		is, p := is.New(t), serving(t, Server(api, slog.New(slog.DiscardHandler)))
		c := p.dial()
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			say(c, "POST /v1/demos HTTP/1.1\r\n")
			time.Sleep(headerTime - time.Second)
			say(c, slowHead+"Content-Length: 14\r\n\r\n")
			for _, b := range []byte(`{"name": "bc"}`) {
				say(c, string(b))
				time.Sleep(time.Second / 2)
			}
		}()
		is.Equal(take(c), http.StatusCreated)
		<-sent
		is.NoErr(c.Close())
	})
}
