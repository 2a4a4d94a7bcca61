package certs

import (
	"crypto/tls"
	"net"
	"syscall"
	"testing"

	"github.com/matryer/is"
)

// full is a listener that has no file left for its first connection.
type full struct {
	net.Listener
	failed bool
}

func (l *full) Accept() (net.Conn, error) {
	if !l.failed {
		l.failed = true
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return l.Listener.Accept()
}

func TestAListenerGoesOnAfterTooManyOpenFiles(t *testing.T) {
	is := is.New(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	_, plain := (&Guard{Config: &tls.Config{}}).Split(&full{Listener: l})
	defer func() { is.NoErr(plain.Close()) }()
	_, err = plain.Accept()
	is.True(isTemporary(err)) // the server logs it and tries again
	c, err := net.Dial("tcp", l.Addr().String())
	is.NoErr(err)
	defer func() { is.NoErr(c.Close()) }()
	_, err = c.Write([]byte("GET"))
	is.NoErr(err)
	in, err := plain.Accept()
	is.NoErr(err)
	is.NoErr(in.Close())
}
