package certs

import (
	"bufio"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"
)

const (
	// handshakeByte begins every TLS connection and no HTTP request.
	handshakeByte = 0x16
	// helloTimeout is how long a caller may take for its first byte.
	helloTimeout = 5 * time.Second
)

// Split takes the calls of one listener apart: those that speak TLS, and the
// others. Closing either closes both.
func (g *Guard) Split(l net.Listener) (secured, plain net.Listener) {
	s := &splitter{
		Listener: l, secured: make(chan net.Conn), plain: make(chan net.Conn),
		failed: make(chan error), closed: make(chan struct{}),
	}
	go s.accept()
	return tls.NewListener(half{s, s.secured}, g.Config), half{s, s.plain}
}

type splitter struct {
	net.Listener
	secured, plain chan net.Conn
	failed         chan error // errors after which Accept can be called again
	closed         chan struct{}
	closing        sync.Once
	err            error // why no more calls come; read it when closed is
}

// accept waits for no caller's first byte, only for callers.
func (s *splitter) accept() {
	for {
		c, err := s.Listener.Accept()
		switch {
		case err == nil:
			go s.sort(c)
		case isTemporary(err):
			s.pass(err)
		default:
			s.end(err)
			return
		}
	}
}

// isTemporary reports whether Accept can be called again after an error, such as too
// many open files. http.Server asks the same.
func isTemporary(err error) bool {
	var temporary interface{ Temporary() bool }
	return errors.As(err, &temporary) && temporary.Temporary()
}

// pass gives an error to the server that accepts next, which logs it and waits.
func (s *splitter) pass(err error) {
	select {
	case s.failed <- err:
	case <-s.closed:
	}
}

func (s *splitter) sort(c net.Conn) {
	to, err := s.look(&c)
	if err != nil {
		_ = c.Close()
		return
	}
	select {
	case to <- c:
	case <-s.closed:
		_ = c.Close()
	}
}

// look reads the first byte and puts it back.
func (s *splitter) look(c *net.Conn) (chan net.Conn, error) {
	if err := (*c).SetReadDeadline(time.Now().Add(helloTimeout)); err != nil {
		return nil, err
	}
	in := bufio.NewReaderSize(*c, 16)
	first, err := in.Peek(1)
	if err != nil {
		return nil, err
	}
	if err := (*c).SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	*c = &peeked{*c, in}
	if first[0] == handshakeByte {
		return s.secured, nil
	}
	return s.plain, nil
}

func (s *splitter) end(err error) {
	s.closing.Do(func() { s.err = err; close(s.closed) })
}

// peeked is a connection of which something was read ahead.
type peeked struct {
	net.Conn
	in *bufio.Reader
}

func (p *peeked) Read(b []byte) (int, error) {
	if p.in.Buffered() == 0 {
		return p.Conn.Read(b)
	}
	return p.in.Read(b)
}

// NetConn is the connection below.
func (p *peeked) NetConn() net.Conn { return p.Conn }

// half is one of the two listeners.
type half struct {
	*splitter
	calls chan net.Conn
}

func (h half) Accept() (net.Conn, error) {
	select {
	case c := <-h.calls:
		return c, nil
	case err := <-h.failed:
		return nil, err
	case <-h.closed:
		return nil, h.err
	}
}

func (h half) Close() error {
	h.end(net.ErrClosed)
	if err := h.Listener.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}
